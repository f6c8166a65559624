#include "textflag.h"

// func trampoline()
//
// See trampoline_amd64.s.
TEXT ·trampoline(SB),NOSPLIT|NOFRAME,$0-0
	MOVD	RSP, R20		// argc, argv, NULL, envp, NULL
	MOVD	$0x400200, R19
next:
	MOVD	0(R19), R8
	CMN	$1, R8
	BEQ	ended
	MOVD	8(R19), R0
	MOVD	$-1000, R9
	CMP	R9, R0
	BNE	plain
	MOVD	R21, R0
plain:
	MOVD	16(R19), R1
	MOVD	24(R19), R2
	MOVD	32(R19), R3
	MOVD	40(R19), R4
	SVC
	MOVD	R0, R21
	ADD	$56, R19
	B	next
ended:
	MOVD	8(R19), R0
	MOVD	16(R19), R1
	ADD	$8, R20, R2
	MOVD	0(R20), R9
	ADD	R9<<3, R20, R3
	ADD	$16, R3
	MOVD	$0x1000, R4		// AT_EMPTY_PATH
	MOVD	$281, R8		// execveat
	SVC
exit:
	MOVD	$127, R0
	MOVD	$94, R8			// exit_group
	SVC
	B	exit

// func trampolinePC() unsafe.Pointer
TEXT ·trampolinePC(SB),NOSPLIT,$0-8
	MOVD	$·trampoline(SB), R0
	MOVD	R0, ret+0(FP)
	RET
