// Package bench measures this host for the arena: how fast jailed programs
// start and turns go, each beside a raw baseline in the same run, how exact
// CPU readings are, and how many matches at once keep the timing true.
//
// Absolute times depend on the machine and on what else runs on it; the
// ratios to the baselines are what travels. Both sides of a comparison take
// turns, in short pieces, and medians are compared.
package bench
