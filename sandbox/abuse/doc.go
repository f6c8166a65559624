// Package abuse is the list of what a hostile bot may try.
package abuse
