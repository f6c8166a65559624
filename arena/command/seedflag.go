package command

import (
	"github.com/urfave/cli/v2"

	"botarena/arena/config"
)

// seedFlag reads the flag --seed.
func seedFlag(c *cli.Context) (uint64, error) {
	seed, err := config.ParseSeed(c.String("seed"))
	if err != nil {
		return 0, usage("write a whole number in decimal, such as --seed 7", "--seed: %v", err)
	}
	return seed, nil
}
