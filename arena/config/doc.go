// Package config reads the YAML files that people write for the arena.
//
// Reading is strict. A file is one document, a mapping; an unknown key is
// refused with the nearest known one, a key given twice is refused, anchors,
// aliases and tags are refused. A name is text whatever YAML takes it for:
// no, on, 007, 1e3 and ~ are names. A whole number is written in decimal;
// one with leading zeros is refused, since readers disagree about it. Times,
// sizes and clock rates have units: 1s, 1GiB, 1GHz. Paths are relative to the
// folder of the file they stand in.
//
// Whatever is wrong comes back as one *[Error], which names the place and the
// cure. Nothing is written.
//
// The structs that a file is decoded into are plain, with yaml tags, and have
// no UnmarshalYAML: yaml.v3 forgets inside of one that unknown keys are to be
// refused, and it tells no columns. yaml.v3 parses the text to nodes, and
// this package puts the nodes into the structs.
package config
