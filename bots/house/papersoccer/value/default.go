package value

import (
	_ "embed"
	"sync"
)

//go:embed weights.bin
var weights []byte

// Default returns the network that the bot was built with.
var Default = sync.OnceValue(func() *Net {
	var w Weights
	if err := w.UnmarshalBinary(weights); err != nil {
		panic(err)
	}
	return NewNet(&w)
})
