package abuse

// arenaRole makes this test binary an arena that is to be killed.
const arenaRole = "abuse-arena"

func arena(string) {}
