// Package fleet plays matches on many machines.
//
// A [Coordinator] is a match.Dispatcher: it turns Specs into jobs, hands them
// out through a queue (package queue), and gives back what comes of them. A
// [Worker], on any machine, takes jobs and plays them by a match.Dispatcher of
// its own. Bots and set-ups travel by their hashes; what a job says holds on
// every machine.
//
// # What cannot be lost, and why
//
// The truth is the journal of whoever ordered the matches. The queue holds a
// window of open matches and of results on their way, and any part of it may
// vanish:
//
//   - A worker that ends, freezes or is cut off stops to say that it is at work
//     on its jobs. After AckWait they are handed to others.
//   - A job that left the queue without a result, as by a server that lost
//     what it had not synced, is missed by the coordinator, which compares its
//     table with the queue, and queued again.
//   - A result may come twice, from two workers. The coordinator's table has
//     each match once, and a result that it does not wait for is dropped.
//   - Where the server is away or its disk is full, all wait for it: that says
//     nothing about a match. A worker that cannot return what it has played
//     takes no more.
//   - When the coordinator ends, the jobs in the queue are void. The next one
//     orders what the journal lacks. Results of matches that were being played
//     meanwhile count if the same match is ordered again: same bots by their
//     hashes, same set-up, seed and terms.
//   - A match that came out void is played again as match.Local does: when all
//     others are done, with nothing beside it on its machine, match.Attempts
//     times at most.
//
// # Whom to trust
//
// Who has the join link is let in as a worker. A worker can take jobs, return
// results under its own name, read bots and set-ups, and leave replays. It
// cannot order matches, read other's messages, or change what others left, and
// it can acknowledge other workers' jobs, which costs time only: the coordinator
// misses them.
//
// The coordinator plays each record again (match.Verify): what counts is of the
// match that was ordered, and its moves and result are what the rules make of
// the answers in it. A record that is not is dropped, the worker is named, and
// the match ordered again, match.Attempts times at most. Trusted is what only
// who was there can know: what the bots answered, whether they were late or
// broke a rule of the jail, what a match cost, and that it came out void.
// Playing again takes less than a thousandth of a match: 0.05 of 70 ms in Catch
// the Cat, 0.05 of 254 ms in Paper Soccer, 0.36 of 441 ms in Gold Hunter
// (measured on a busy host).
//
// A worker runs what the coordinator sends it in the jail; interpreters are
// the worker's own, but found by the path that the coordinator names. Hand the
// link to machines of your own.
package fleet
