// Package seccomp makes the system-call filters of the jail.
package seccomp
