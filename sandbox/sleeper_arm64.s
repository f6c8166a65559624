#include "textflag.h"

// func sleeper()
//
// See sleeper_amd64.s.
TEXT ·sleeper(SB),NOSPLIT|NOFRAME,$0-0
again:
	MOVD	$0, R0
	MOVD	RSP, R1
	MOVD	$1, R2
	MOVD	$63, R8			// read
	SVC
	CMP	$0, R0
	BGT	again
	CMN	$4, R0			// EINTR
	BEQ	again
	MOVD	$0, R0
	MOVD	$94, R8			// exit_group
	SVC
	B	again

// func sleeperPC() unsafe.Pointer
TEXT ·sleeperPC(SB),NOSPLIT,$0-8
	MOVD	$·sleeper(SB), R0
	MOVD	R0, ret+0(FP)
	RET
