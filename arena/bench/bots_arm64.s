#include "textflag.h"

// What the bots read goes below their stack pointer, where no signal handler of
// their own can meddle: the assembler keeps count of the stack pointer, and
// would take a frame of this size for an error.

// func echo()
TEXT ·echo(SB),NOSPLIT|NOFRAME,$0-0
	SUB	$4096, RSP, R9
next:
	MOVD	$0, R0
	MOVD	R9, R1
	MOVD	$4096, R2
	MOVD	$63, R8			// read
	SVC
	CMP	$0, R0
	BLE	end
	MOVD	$0x0a31, R3		// "1\n"
	MOVH	R3, (R9)
	MOVD	$1, R0
	MOVD	R9, R1
	MOVD	$2, R2
	MOVD	$64, R8			// write
	SVC
	B	next
end:
	MOVD	$0, R0
	MOVD	$94, R8			// exit_group
	SVC
	B	end

// func burn()
TEXT ·burn(SB),NOSPLIT|NOFRAME,$0-0
	SUB	$4096, RSP, R9
	MOVD	$1000000000, R12
next:
	MOVD	$0, R0
	MOVD	R9, R1
	MOVD	$4096, R2
	MOVD	$63, R8			// read
	SVC
	CMP	$0, R0
	BLE	end
	MOVD	(R9), R10		// how much
	MOVD	$0, R11			// until when; 0: not known yet
look:
	MOVD	$2, R0			// CLOCK_PROCESS_CPUTIME_ID
	MOVD	R9, R1
	MOVD	$113, R8		// clock_gettime
	SVC
	MOVD	(R9), R3
	MOVD	8(R9), R4
	MADD	R3, R4, R12, R4		// R3 * R12 + R4
	CBNZ	R11, begun
	ADD	R10, R4, R11
begun:
	CMP	R11, R4
	BLT	look
	MOVD	$0x0a31, R3		// "1\n"
	MOVH	R3, (R9)
	MOVD	$1, R0
	MOVD	R9, R1
	MOVD	$2, R2
	MOVD	$64, R8			// write
	SVC
	B	next
end:
	MOVD	$0, R0
	MOVD	$94, R8			// exit_group
	SVC
	B	end

// func echoPC() unsafe.Pointer
TEXT ·echoPC(SB),NOSPLIT,$0-8
	MOVD	$·echo(SB), R0
	MOVD	R0, ret+0(FP)
	RET

// func burnPC() unsafe.Pointer
TEXT ·burnPC(SB),NOSPLIT,$0-8
	MOVD	$·burn(SB), R0
	MOVD	R0, ret+0(FP)
	RET
