// Package soak plays very many matches with the programs themselves, as an
// organiser runs them, disturbs them, and looks at what the host has meanwhile
// and afterwards. It holds tests only.
//
// Championships of all three games are played one after the other by arena
// tournament, in the jail, by good bots and by bots that are broken in every
// way of bots/broken. Meanwhile an arena serve has all of them open, plays
// matches of its own, and is watched, as the championship itself is: streams
// that read, streams that do not, pages. Bots are killed with SIGKILL at random
// moments, and in every third championship the arena is, too, or gets Ctrl-C,
// and goes on with --resume.
//
// What must hold:
//
//   - descriptors, memory, threads, processes, zombies, cgroups, mounts and
//     temporary files are as many in the last quarter as in the first;
//   - the results grow by the same for every match, and hold nothing else;
//   - every match that was planned is in its journal once and plays again from
//     its replay, and the table that was printed is the journal's;
//   - a fault is the one that the bot was broken for, or the kill, and good
//     bots have no other;
//   - in the end nothing is left.
//
// The whole is played with
//
//	ARENA_SOAK_MATCHES=100000 go test -tags soak -run TestSoakWhole -timeout 2h -v ./arena/soak
//
// which make soak does, too. It wants a host with nothing else to do: the bots
// have 100 ms a move, and 200 ms to start.
//
// # Last result
//
// 10,260 matches in 14 minutes, beside some forty busy processes on two cores:
// 1,535 bots were killed, the arena was killed 25 times and interrupted 34
// times; 2,060 streams and 1,442 pages were read. Every match was in its
// journal once and played again from its replay, every table was the journal's,
// and nothing was left. From the first quarter to the last, 7,329 matches
// apart, arena serve had 34 → 34 descriptors, 17 → 17 threads and 21 → 30 MiB of
// memory, all arenas 11 → 10 processes and no temporary file; the
// championships' own memory fell as often as it rose. A match took 830 to 1,600
// bytes on disk. 5 good bots were late: against one that closed its output, which
// is mended since, or at the start on that host.
package soak
