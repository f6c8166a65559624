#include "textflag.h"

// func trampoline()
//
// The whole program that enters a user namespace (userns.go): make the system
// calls of a list at a fixed address, whatever they answer, then execute a
// descriptor with the arguments and the environment that this program was
// given. A first argument of -1000 stands for the answer of the call before.
// Never called here: its code is copied.
TEXT ·trampoline(SB),NOSPLIT|NOFRAME,$0-0
	MOVQ	SP, R12			// argc, argv, NULL, envp, NULL
	MOVQ	$0x400200, BX
next:
	MOVQ	0(BX), AX
	CMPQ	AX, $-1
	JEQ	ended
	MOVQ	8(BX), DI
	CMPQ	DI, $-1000
	JNE	plain
	MOVQ	R13, DI
plain:
	MOVQ	16(BX), SI
	MOVQ	24(BX), DX
	MOVQ	32(BX), R10
	MOVQ	40(BX), R8
	SYSCALL
	MOVQ	AX, R13
	ADDQ	$56, BX
	JMP	next
ended:
	MOVQ	8(BX), DI
	MOVQ	16(BX), SI
	LEAQ	8(R12), DX
	MOVQ	0(R12), CX
	LEAQ	16(R12)(CX*8), R10
	MOVL	$0x1000, R8		// AT_EMPTY_PATH
	MOVL	$322, AX		// execveat
	SYSCALL
exit:
	MOVL	$127, DI
	MOVL	$231, AX		// exit_group
	SYSCALL
	JMP	exit

// func trampolinePC() unsafe.Pointer
TEXT ·trampolinePC(SB),NOSPLIT,$0-8
	LEAQ	·trampoline(SB), AX
	MOVQ	AX, ret+0(FP)
	RET
