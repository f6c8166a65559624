package goldhunter

import "testing"

// Steps 5 to 7 of a stage, and orders that cannot be carried out.
var otherRules = []rule{
	{"5 enter in stage t, dig in the next three; the third takes the gold", `
		M> $2 .  $2 $2
		> 0:move |
		.  M> .  $2 $2
		= digs 0 1 3
		>  |
		= digs 0 1 2
		>  |
		= digs 0 1 1
		= gold 0 0
		>  |
		= digs 0 1 0
		= gold 2 0
		>  |
		= gold 2 0
		= over no
	`},
	{"5 a miner that stands on gold at the start digs in the first stage", `
		M> .  $1 $1
		+ gold 0 0 1 3
		>  |
		= digs 0 0 2
	`},
	{"5 turning round, a failed move and an order without effect do not interrupt", `
		M> ## $1 $1
		+ gold 0 0 1 3
		> 0:move |
		> 0:fire |
		> 0:left |
		= digs 0 0 0
		= gold 1 0
		= ineffective 1 0
	`},
	{"5 what is dug stays when the miner leaves; another team's miner finishes", `
		M^ .  $1 $1
		m^ .  .  .
		.  .  .  .
		+ gold 1 0 1 3
		>  |
		>  | 1:right
		> | 1:move
		= digs 1 0 1
		> 0:down |
		> 0:move |
		.  .  $1 $1
		Mv m> .  .
		.  .  .  .
		= digs 1 0 1
		>  |
		= digs 1 0 0
		= gold 1 0
	`},
	{"5 a miner killed while digging, and another team's miner finishing", `
		*> .  m^ M<
		.  .  .  .
		$1 $1 .  .
		+ gold 0 2 1 2
		> 0:move |
		.  .  M< .
		.  .  .  .
		$1 $1 .  .
		= deaths 0 1
		= digs 0 2 2
		>  |
		= digs 0 2 1
		>  |
		= gold 1 0
		= digs 0 2 0
	`},
	{"5 a dead miner does not take the gold with its third dig", `
		*> .  m^ .
		$1 $1 $1 .
		+ gold 0 2 1 1
		>  |
		= digs 0 2 1
		= gold 0 0
	`},
	{"5 a miner that changes places into a gold cell digs from the next stage", `
		M> m<
		$1 $1
		+ gold 0 0 1 3
		> 0:move | 1:move
		m< M>
		$1 $1
		= digs 0 0 3
		>  |
		= digs 0 0 2
	`},
	{"5 hunters and spies do not dig", `
		H> S> $1
		+ gold 0 0 1 3
		+ gold 0 1 1 3
		>  |
		= digs 0 0 3
		= digs 0 1 3
	`},
	{"5 gold does not block, and is not taken by walking over it", `
		M> $1 .
		> 0:move |
		> 0:move |
		.  $1 M>
		= digs 0 1 3
	`},
	{"6 hiding pays for the coming stage's view", `
		S> .  m<
		+ left 1 2
		> 1:hide |
		= hidden 1 true
		= left 1 1
		>  |
		= hidden 1 true
		= left 1 0
		>  |
		= hidden 1 false
		= left 1 0
	`},
	{"6 a spy that appears keeps what is left", `
		S> .
		> 0:hide |
		> 0:hide |
		= left 0 58
		> 0:show |
		= hidden 0 false
		= left 0 58
		= ineffective 0 0
		> 0:show |
		= ineffective 0 0
	`},
	{"6 hiding with nothing left cannot be carried out", `
		S> .
		+ left 0 0
		> 0:hide |
		= hidden 0 false
		= ineffective 1 0
	`},
	{"orders that a kind cannot carry out are ignored and counted", `
		H> M> S>
		> 0:hide 1:fire 2:fire |
		= ineffective 3 0
		> 0:show 1:hide |
		= ineffective 5 0
		> 1:show |
		= ineffective 6 0
		= hidden 0 false
		= hidden 1 false
		= flying 0
	`},
	{"orders to the dead and to ids that the team does not have are counted", `
		*> M> .  .
		> 0:move |
		= deaths 1 0
		= ineffective 0 0
		> 0:move ?:3 | ?:2
		= ineffective 4 2
	`},
	{"7 more than half of the gold ends the match", `
		M> ## m>
		+ gold 0 0 2 1
		+ gold 0 2 1 3
		>  |
		= gold 2 0
		= over gold
	`},
	{"7 half of the gold does not", `
		M> ## m>
		+ gold 0 0 1 1
		+ gold 0 2 1 3
		>  |
		= gold 1 0
		= over no
	`},
	{"7 the last stage ends the match", `
		M> ## m>
		+ stages 2
		>  |
		= over no
		>  |
		= over draw
	`},
	{"7 fewer own units killed, by anyone, decides before fewer bullets fired", `
		H> S> .  h^
		+ stages 2
		> 0:fire |
		>  |
		= deaths 1 0
		= over deaths
	`},
	{"7 fewer bullets fired decides last", `
		H^ .  h^
		+ stages 1
		> 0:fire |
		= over bullets
	`},
}

func TestDiggingHidingEnd(t *testing.T) { runRules(t, otherRules) }
