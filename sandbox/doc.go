// Package sandbox starts untrusted programs in a jail: a bot gets its own
// program, three pipes, a share of one core and of the memory, and nothing
// else. Starting one costs about what an unjailed start costs.
package sandbox
