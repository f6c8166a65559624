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
// 102,600 matches in 41 minutes on two cores, while tests and fuzzers ran on the
// host: 6,685 bots were killed, which cost 2,160 seats their match; arenas were
// killed 97 times and interrupted 98 times; 6,301 streams and 4,576 pages were
// read; 95 attempts were void. Every match was in its journal once and played
// again from its replay, every table was the journal's, and nothing was left. From
// the first quarter to the last, 69,494 matches apart, arena serve had 33 → 34
// descriptors, 17 → 17 threads and 40 → 82 MiB of memory (it keeps a line a match),
// all arenas 12 → 15 processes, no temporary file and 1 → 2 zombies. A match took
// 786 to 1,135 bytes on disk.
//
// It failed all the same: five of 205,200 seats were judged wrongly, three that had
// written nothing within their 200 ms for a start, and two timeouts at 100 ms with
// little CPU time, none of it waiting. Both cores of this virtual machine were seen
// to stand still for 36 ms, several times in a second, which no figure of the kernel
// tells: the likely cause.
//
// Before it, 30,780 matches in 10 minutes on a host that did nothing else: 1,859
// bots killed, arenas killed or interrupted 76 times, every fault the expected one.
package soak
