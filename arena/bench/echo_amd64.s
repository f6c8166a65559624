#include "textflag.h"

// func echo()
//
// The whole program of the trivial bot: answers whatever it reads with a line
// "1", and ends with its input. Never called here: its code is copied.
TEXT ·echo(SB),NOSPLIT|NOFRAME,$0-0
	SUBQ	$4096, SP
next:
	XORL	DI, DI
	MOVQ	SP, SI
	MOVL	$4096, DX
	XORL	AX, AX			// read
	SYSCALL
	TESTQ	AX, AX
	JLE	end
	MOVW	$0x0a31, (SP)		// "1\n"
	MOVL	$1, DI
	MOVQ	SP, SI
	MOVL	$2, DX
	MOVL	$1, AX			// write
	SYSCALL
	JMP	next
end:
	XORL	DI, DI
	MOVL	$231, AX		// exit_group
	SYSCALL
	JMP	end

// func echoPC() unsafe.Pointer
TEXT ·echoPC(SB),NOSPLIT,$0-8
	LEAQ	·echo(SB), AX
	MOVQ	AX, ret+0(FP)
	RET
