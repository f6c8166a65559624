// Package live carries what happens now to any number of watchers.
//
// A [Topic] is a list of messages that grows, or of which only the newest
// counts. Whoever publishes never waits for who watches: a watcher takes what
// has come since it last looked, all at once, and one that cannot be written
// to is dropped. [Hub] bounds the watchers and serves a topic as a stream of
// server-sent events, which package relay sends from a process of its own.
//
// A [Match] follows a match on its own goroutine, with a position of its own:
// on the match's thread it only hands the answers over, and never waits.
package live
