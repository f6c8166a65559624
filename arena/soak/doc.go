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
// 102,600 matches in 31 minutes on two cores that did nothing else: 5,786 bots were
// killed, which cost 1,585 seats their match; arenas were killed 76 times and
// interrupted 75 times; 4,707 streams and 3,518 pages were read, 919 matches begun by
// arena serve; 12 attempts were void. Every fault of the 205,200 seats was the expected
// one, every match was in its journal once and played again from its replay, every table
// was the journal's, and nothing was left. From the first quarter to the last, 70,868
// matches apart, arena serve had 41 → 41 descriptors, 17 → 17 threads and 41 → 83 MiB
// of memory (it keeps a line a match), all arenas 12 → 16 processes, no temporary
// file and 1 → 2 zombies. A match took 760 to 1,055 bytes on disk.
//
// The run after that, of 102,600 matches in 60 minutes, had a busier host: builds and
// tests beside it, on a virtual machine without nested page tables. 10,361 bots were
// killed, arenas killed 116 and interrupted 112 times, 127 attempts void; all figures
// were as flat, and the journals whole. One of its 205,200 seats was judged wrongly:
// with 100 ms for an answer, a bot of Gold Hunter that has nothing to compute timed out,
// charged with 182 ms of CPU. What a virtual machine's host takes from it is the bot's
// CPU time to the guest where the guest is not told of it (steal in /proc/stat was 0);
// no clock of the arena's can tell the two apart, and so a limit of less than what such
// a host takes at a time is too short for it.
package soak
