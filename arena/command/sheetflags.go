package command

import (
	"github.com/urfave/cli/v2"

	"botarena/arena/championship/sheet"
)

// sheetFlags are the flags that say how a CSV file is written.
func sheetFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "excel"},
		&cli.BoolFlag{Name: "bom"},
		&cli.StringFlag{Name: "separator"},
		&cli.StringFlag{Name: "decimal"},
	}
}

// sheetOptions reads sheetFlags. Those beside --excel change what it stands
// for.
func sheetOptions(c *cli.Context) (sheet.Options, error) {
	var o sheet.Options
	if c.Bool("excel") {
		o = sheet.Excel
	}
	o.BOM = o.BOM || c.Bool("bom")
	if err := eitherFlag(c, "separator", "comma", "semicolon", &o.Semicolon); err != nil {
		return o, err
	}
	if c.String("separator") == "comma" && !c.IsSet("decimal") {
		o.DecimalComma = false
	}
	if err := eitherFlag(c, "decimal", "point", "comma", &o.DecimalComma); err != nil {
		return o, err
	}
	if c.String("decimal") == "comma" && !c.IsSet("separator") {
		o.Semicolon = true
	}
	if err := o.Check(); err != nil {
		return o, usage("add --separator semicolon", "--decimal comma: %v", err)
	}
	for _, f := range sheetFlags() {
		if name := f.Names()[0]; c.IsSet(name) && !c.IsSet("csv") {
			return o, usage("add --csv FILE", "--%s says how --csv writes, which is not given", name)
		}
	}
	return o, nil
}

// eitherFlag reads a flag that has two values, of which the second sets.
func eitherFlag(c *cli.Context, name, no, yes string, set *bool) error {
	switch c.String(name) {
	case "":
	case no:
		*set = false
	case yes:
		*set = true
	default:
		return usage("write --"+name+" "+no+" or --"+name+" "+yes, "--%s: %q is none of its values", name, c.String(name))
	}
	return nil
}
