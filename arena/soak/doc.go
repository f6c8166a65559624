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
package soak
