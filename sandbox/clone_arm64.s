#include "textflag.h"

// func cloneAndRun(args *cloneArgs, size uintptr, calls *call, n uintptr, f *fault, key uintptr) (errno uintptr)
//
// See clone_amd64.s. A system call preserves every register but R0; R18 and
// R28 (g) are left alone.
TEXT ·cloneAndRun(SB),NOSPLIT|NOFRAME,$0-56
	MOVD	args+0(FP), R0
	MOVD	size+8(FP), R1
	MOVD	calls+16(FP), R19
	MOVD	n+24(FP), R20
	MOVD	f+32(FP), R21
	MOVD	key+40(FP), R5
	MOVD	$435, R8		// clone3
	SVC
	CBZ	R0, next
	CMN	$4095, R0
	BCS	failed
	MOVD	ZR, errno+48(FP)
	RET
failed:
	NEG	R0, R0
	MOVD	R0, errno+48(FP)
	RET

next:	// in the child from here on
	CBZ	R20, ended
	SUB	$1, R20
	MOVD	0(R19), R8
	MOVD	8(R19), R0
	MOVD	16(R19), R1
	MOVD	24(R19), R2
	MOVD	32(R19), R3
	MOVD	40(R19), R4
	MOVD	48(R19), R5
	SVC
	CMN	$4095, R0
	BCS	fault
	MOVD	56(R19), R1
	ADD	$64, R19
	CBZ	R1, next		// any answer is right
	CMP	R1, R0
	BEQ	next
	SUB	$64, R19
	MOVD	$-3, R0			// ESRCH
	B	fault
ended:
	MOVD	$-8, R0			// ENOEXEC: a list without an exec at its end
fault:
	NEG	R0, R0
	MOVD	R0, 0(R21)
	MOVD	R19, 8(R21)
exit:
	MOVD	$127, R0
	MOVD	$94, R8			// exit_group
	SVC
	B	exit
