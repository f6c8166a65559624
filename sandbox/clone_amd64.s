#include "textflag.h"

// func cloneAndRun(args *cloneArgs, size uintptr, calls *call, n uintptr, f *fault, key uintptr) (errno uintptr)
//
// The child of clone3(CLONE_VM) shares our memory and goes on with our stack
// pointer, as we do. It therefore runs no Go code and does not touch the stack:
// it makes the system calls of the list, from registers alone, and the last one
// of them is the exec. Registers that a system call preserves: all but AX, CX
// and R11.
TEXT ·cloneAndRun(SB),NOSPLIT|NOFRAME,$0-56
	MOVQ	args+0(FP), DI
	MOVQ	size+8(FP), SI
	MOVQ	calls+16(FP), BX
	MOVQ	n+24(FP), R12
	MOVQ	f+32(FP), R13
	MOVQ	key+40(FP), R9
	MOVQ	$435, AX		// clone3
	SYSCALL
	TESTQ	AX, AX
	JZ	next
	CMPQ	AX, $0xfffffffffffff001
	JCC	failed
	MOVQ	$0, errno+48(FP)
	RET
failed:
	NEGQ	AX
	MOVQ	AX, errno+48(FP)
	RET

next:	// in the child from here on
	SUBQ	$1, R12
	JCS	ended
	MOVQ	0(BX), AX
	MOVQ	8(BX), DI
	MOVQ	16(BX), SI
	MOVQ	24(BX), DX
	MOVQ	32(BX), R10
	MOVQ	40(BX), R8
	MOVQ	48(BX), R9
	SYSCALL
	CMPQ	AX, $0xfffffffffffff001
	JCC	fault
	MOVQ	56(BX), CX
	ADDQ	$64, BX
	TESTQ	CX, CX			// any answer is right
	JZ	next
	CMPQ	AX, CX
	JEQ	next
	SUBQ	$64, BX
	MOVQ	$-3, AX			// ESRCH
	JMP	fault
ended:
	MOVQ	$-8, AX			// ENOEXEC: a list without an exec at its end
fault:
	NEGQ	AX
	MOVQ	AX, 0(R13)
	MOVQ	BX, 8(R13)
exit:
	MOVQ	$127, DI
	MOVQ	$231, AX		// exit_group
	SYSCALL
	JMP	exit
