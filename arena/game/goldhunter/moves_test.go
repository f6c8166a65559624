package goldhunter

import "testing"

// Step 2 of a stage.
var moveRules = []rule{
	{"rock and the edge stop a unit, which is no ineffective order", `
		M> ## .
		.  .  m>
		> 0:move | 1:move
		M> ## .
		.  .  m>
		= ineffective 0 0
	`},
	{"a turn and a move at once", `
		M> .  mv
		.  .  .
		> 0:down | 1:move
		Mv .  .
		.  .  mv
	`},
	{"a cell that is being left cannot be entered", `
		M> m> .
		> 0:move | 1:move
		M> .  m>
	`},
	{"units in neighbouring cells that move toward each other change places", `
		M> m< .
		> 0:move | 1:move
		m< M> .
	`},
	{"units of one team change places too", `
		M> S<
		> 0:move 1:move |
		S< M>
	`},
	{"no change of places with a unit that turns toward the mover", `
		M> m>
		> 0:move | 1:left
		M> m<
	`},
	{"several units ordered into a free cell stay", `
		M> .  m<
		> 0:move | 1:move
		M> .  m<
	`},
	{"three units ordered into a free cell stay", `
		M> .  m<
		.  S^ .
		> 0:move 1:move | 2:move
		M> .  m<
		.  S^ .
	`},
	{"several units ordered into an occupied cell stay, though its unit leaves", `
		M> h> .
		.  m^ .
		> 1:move | 2:move 3:move
		M> .  h>
		.  m^ .
	`},
	{"a swap whose target a third unit claims too: all three stay", `
		M> s< m<
		> 0:move | 2:move 3:move
		M> s< m<
	`},
	{"a swap whose other cell a third unit claims: all three stay", `
		Hv .
		M> m<
		> 0:move 1:move | 3:move
		Hv .
		M> m<
	`},
	{"a train: only the first moves", `
		H> M> S> .
		> 0:move 1:move 2:move |
		H> M> .  S>
	`},
	{"a train against rock stays", `
		H> M> ##
		> 0:move 1:move |
		H> M> ##
	`},
	{"a ring stays", `
		H> Mv
		S^ m<
		> 0:move 1:move 2:move | 4:move
		H> Mv
		S^ m<
	`},
	{"a hidden spy blocks", `
		M> s> .
		+ hidden 3
		> 0:move |
		M> s> .
	`},
	{"a hidden spy contests", `
		M> .  s<
		+ hidden 3
		> 0:move | 3:move
		M> .  s<
	`},
	{"a hidden spy changes places", `
		M> s<
		+ hidden 3
		> 0:move | 3:move
		s< M>
		= hidden 3 true
	`},
	{"the dead contest nothing", `
		*> .  s> .  M<
		> 0:move |
		.  .  .  M< .
		= deaths 0 1
	`},
	{"one order may be of no effect and another one is", `
		H> M> .
		> 0:move 1:move |
		H> .  M>
	`},
}

func TestMoves(t *testing.T) { runRules(t, moveRules) }
