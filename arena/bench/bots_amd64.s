#include "textflag.h"

// func echo()
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

// func burn()
TEXT ·burn(SB),NOSPLIT|NOFRAME,$0-0
	SUBQ	$4096, SP
next:
	XORL	DI, DI
	MOVQ	SP, SI
	MOVL	$4096, DX
	XORL	AX, AX			// read
	SYSCALL
	TESTQ	AX, AX
	JLE	end
	MOVQ	(SP), R12		// how much
	XORL	R13, R13		// until when; 0: not known yet
look:
	MOVL	$2, DI			// CLOCK_PROCESS_CPUTIME_ID
	MOVQ	SP, SI
	MOVL	$228, AX		// clock_gettime
	SYSCALL
	MOVQ	(SP), AX
	IMULQ	$1000000000, AX
	ADDQ	8(SP), AX
	TESTQ	R13, R13
	JNE	begun
	LEAQ	(AX)(R12*1), R13
begun:
	CMPQ	AX, R13
	JLT	look
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

// func burnPC() unsafe.Pointer
TEXT ·burnPC(SB),NOSPLIT,$0-8
	LEAQ	·burn(SB), AX
	MOVQ	AX, ret+0(FP)
	RET
