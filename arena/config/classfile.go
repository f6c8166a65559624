package config

// ClassFile is what the file of a class, or of a contest with hand-ins, says.
// Only game must be given.
//
//	game: catchcat
//	roster: students.csv
//	deadline: 2026-05-31T23:59:00
//	zone: Europe/Berlin
//	languages: [C, Python]
//	championship: cup.yaml
type ClassFile struct {
	// Game is the game that hand-ins play.
	Game string `yaml:"game"`
	// Folder is where hand-ins are kept. Default: hand-ins beside this file.
	Folder string `yaml:"folder"`
	// Roster is a CSV file with the columns id and name. Where there is one,
	// nobody else may hand in. Default: none.
	Roster string `yaml:"roster"`
	// Deadline is the end of the time to hand in: 2026-05-31T23:59:00+02:00,
	// or without a zone where zone gives it. Default: none.
	Deadline string `yaml:"deadline"`
	// Zone is the time zone of deadline and of times in names: Europe/Berlin.
	// Default: UTC; a deadline has to say its own, and names have no times.
	Zone string `yaml:"zone"`
	// Grace is the time after the deadline that still counts as in time.
	// Default: none.
	Grace Duration `yaml:"grace"`
	// Late is how long after the deadline hand-ins still count, as late ones.
	// Default: none do.
	Late Duration `yaml:"late"`
	// Counts says which hand-in counts: last (the default), the last before
	// the deadline, or final, the one that the team marked.
	Counts string `yaml:"counts"`
	// Languages are those that are taken, such as C, C++ or Python. Default:
	// all that the arena can build.
	Languages []string `yaml:"languages"`
	// Prebuilt is yes where programs without sources are taken. Default: no.
	Prebuilt string `yaml:"prebuilt"`
	// Limits bound hand-ins and their builds.
	Limits HandInLimits `yaml:"limits"`
	// Names is the code page of names in a zip that are not UTF-8. Default:
	// cp437.
	Names string `yaml:"names"`
	// Check is how many matches a hand-in is checked by in each role. Default:
	// 1; 0 for no check.
	Check int `yaml:"check"`

	// Import says where a course site's export lies.
	Import ImportFile `yaml:"import"`
	// Bots is the folder of bots that arena class writes for the
	// championship, as a whole each time: nothing else may lie in it. Default:
	// bots in folder.
	Bots string `yaml:"bots"`
	// Championship is the file of the championship that arena class plays
	// among the bots. Default: none.
	Championship string `yaml:"championship"`
}

// HandInLimits bound hand-ins.
type HandInLimits struct {
	Size     Size     `yaml:"size"`     // of the zip; default 16MiB
	Unpacked Size     `yaml:"unpacked"` // of all its files; default 64MiB
	Files    int      `yaml:"files"`    // default 2000
	PerDay   int      `yaml:"per_day"`  // hand-ins of a team; default 50
	Every    Duration `yaml:"every"`    // between two of a team; default 5s
	Build    Duration `yaml:"build"`    // processor time; default 60s
	Memory   Size     `yaml:"memory"`   // of a build; default 2GiB
}

// ImportFile says where a course site's export lies.
type ImportFile struct {
	// Folder holds zips, or folders with sources, one for each hand-in.
	Folder string `yaml:"folder"`
	// Pattern is a regular expression for the names in it, with a group
	// (?P<student>…) and, if wanted, (?P<time>…): the digits of a date and
	// time. Default: the letters and digits that the name begins with.
	Pattern string `yaml:"pattern"`
}
