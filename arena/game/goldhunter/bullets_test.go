package goldhunter

import "testing"

// Steps 1, 3 and 4 of a stage: the numbers are those of the rules.
var bulletRules = []rule{
	{"a bullet flies two cells a stage, from the stage after the shot", `
		H> .  .  .  .  .
		> 0:fire |
		H> .  .  .  .  .
		= flying 1
		= left 0 19
		= fired 1 0
		>  |
		H> .  *> .  .  .
		>  |
		H> .  .  .  *> .
	`},
	{"1a head-on bullets at odd distance are gone at an edge", `
		*> .  .  *< .  S>
		>  |
		.  .  .  .  .  S>
		= flying 0
	`},
	{"1a head-on bullets in neighbouring cells", `
		*> *< .  S>
		>  |
		.  .  .  S>
		= flying 0
	`},
	{"1a the edge destroys only the pair; the one behind flies on", `
		*> *> *< .  .  S^
		>  |
		.  .  *> .  .  S^
		= flying 1
	`},
	{"1a bullets that meet at an edge enter nothing: the units behind them live", `
		S> *> *< s<
		>  |
		S> .  .  s<
		= deaths 0 0
	`},
	{"1b a bullet is gone at the edge and at rock", `
		.  *> .  ##
		S^ .  *> ##
		.  .  .  *>
		>  |
		.  .  .  ##
		S^ .  .  ##
		.  .  .  .
		= flying 0
	`},
	{"1c head-on bullets at even distance are gone in a cell", `
		*> .  *< .  S>
		>  |
		.  .  .  .  S>
		= flying 0
	`},
	{"1c bullets from three sides meet in a cell", `
		.  *v .  S>
		*> .  *< .
		>  |
		.  .  .  S>
		.  .  .  .
		= flying 0
	`},
	{"1c bullets in a row follow each other", `
		*> *> .  .  .  S<
		>  |
		.  .  *> *> .  S<
		= flying 2
	`},
	{"1c crossing bullets that are in a cell one after the other miss each other", `
		.  *v .
		.  .  .
		*> .  S<
		>  |
		.  .  .
		.  .  .
		.  *v .
		= dead 0 true
	`},
	{"1c two bullets into one unit's cell from two sides: one dead, two bullets gone", `
		*> S^ *< .
		>  |
		.  .  .  .
		= deaths 1 0
		= flying 0
	`},
	{"1c the same in the second cell of the flight", `
		*> .  S^ .  *<
		>  |
		.  .  .  .  .
		= deaths 1 0
		= flying 0
	`},
	{"1c a bullet that comes one cell later passes through the corpse's cell", `
		*> S^ .
		.  .  .
		.  *^ .
		>  |
		.  *^ .
		.  .  .
		.  .  .
		= deaths 1 0
		= flying 1
	`},
	{"1c a bullet kills and is gone; the unit behind lives", `
		*> s^ m^
		>  |
		.  .  m^
		= deaths 0 1
	`},
	{"1c friendly fire kills", `
		H> .  S^ .
		> 0:fire |
		>  |
		H> .  .  .
		= deaths 1 0
		= fired 1 0
	`},
	{"1c a hidden spy in the line of fire is killed and stops the bullet", `
		H> .  s^ m^
		+ hidden 5
		> 0:fire |
		>  |
		H> .  .  m^
		= deaths 0 1
		= flying 0
	`},
	{"1 the dead leave before the orders: their cells can be entered", `
		*> .  s^ M<
		> 0:move |
		.  .  M< .
		= deaths 0 1
	`},
	{"1 the order of a unit killed in this stage is not carried out, nor held against it", `
		*> .  h>
		> | 1:fire
		.  .  .
		= flying 0
		= fired 0 0
		= ineffective 0 0
	`},
	{"3 a unit that walks into a bullet is killed and the bullet is gone", `
		*> .  .  M<
		> 0:move |
		.  .  .  .
		= deaths 1 0
		= flying 0
	`},
	{"3 also from the side, and only that bullet is gone", `
		*> .  .  .  .
		.  .  M^ .  .
		.  .  .  *> .
		> 0:move |
		.  .  .  .  .
		.  .  .  .  .
		.  .  .  .  .
		= deaths 1 0
		= flying 0
	`},
	{"3 the cell that a bullet has left can be entered", `
		*> .  .  .
		M^ .  .  .
		> 0:move |
		M^ .  *> .
		.  .  .  .
		= deaths 0 0
	`},
	{"4 a hunter that fires and walks on never meets its own bullet", `
		H> .  .  .  .  .
		> 0:fire |
		> 0:move |
		.  H> *> .  .  .
		> 0:move |
		.  .  H> .  *> .
		> 0:move |
		.  .  .  H> .  .
		= deaths 0 0
	`},
	{"4 the new bullet harms nobody in the stage of the shot", `
		H> s<
		> 0:fire |
		H> s<
		= deaths 0 0
		= flying 1
	`},
	{"4 an enemy in the next cell is hit in the stage after the shot", `
		.  .
		H> s^
		> 0:fire |
		> | 3:move
		.  .
		H> .
		= deaths 0 1
	`},
	{"4 unless it stepped away in the stage of the shot", `
		.  .  .
		H> s^ .
		> 0:fire | 3:move
		.  s^ .
		H> .  .
		>  |
		.  s^ .
		H> .  *>
		= deaths 0 0
	`},
	{"4 two neighbouring hunters face to face fire at once: both live, both bullets are gone", `
		H> h<
		> 0:fire | 1:fire
		= flying 2
		>  |
		H> h<
		= flying 0
		= deaths 0 0
		= fired 1 1
	`},
	{"4 a shot every stage: the bullets are two cells apart", `
		H> .  .  .  .  .
		> 0:fire |
		> 0:fire |
		H> .  *> .  .  .
		> 0:fire |
		H> .  *> .  *> .
		= flying 3
		= left 0 17
	`},
	{"4 a shot at a rock in front costs a bullet and harms nobody", `
		H> ##
		> 0:fire |
		>  |
		H> ##
		= flying 0
		= left 0 19
		= deaths 0 0
	`},
	{"4 a hunter that turns in one stage fires that way in the next", `
		H> .  .
		.  .  .
		.  .  .
		> 0:down |
		> 0:fire |
		>  |
		Hv .  .
		.  .  .
		*v .  .
	`},
	{"4 no bullets left", `
		H> .  .  .
		+ left 0 1
		> 0:fire |
		> 0:fire |
		= left 0 0
		= fired 1 0
		= ineffective 1 0
		= flying 1
	`},
}

func TestBullets(t *testing.T) { runRules(t, bulletRules) }
