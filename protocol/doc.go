// Package protocol is what an arena and a bot say to each other, in both
// directions: reading and writing lines, and one file or more for each
// dialect. It knows the form of messages and no rules; the arena and bots in
// Go import it alike.
//
// # Writing a bot
//
// A bot is a program that reads its stdin and writes its stdout. For each
// dialect there is a function that holds the whole conversation and asks for
// nothing but decisions: [PlayCatchCat], [PlayGoldHunter],
// [PlayGoldHunterGson] and [PlayPaperSoccer]. Each calls a function of yours
// once, with what is known before the match, and then for every turn the
// function that this one returned:
//
//	func main() {
//		_, err := protocol.PlayCatchCat(os.Stdin, os.Stdout, func(m *protocol.CatchCatMatch) func() protocol.Cell {
//			// Prepare here: no move's clock is running yet.
//			return func() protocol.Cell {
//				return choose(m) // m is up to date
//			}
//		})
//		if err != nil {
//			log.Fatal(err) // to stderr, which is the bot's own log
//		}
//	}
//
// Nothing else may write to stdout: a stray line is an answer. Answers are
// flushed; there is nothing to forget.
//
// A bot that wants the conversation in its own hands uses a [Reader] and a
// [Writer] with the functions that those four are made of, such as
// [ReadStage], [Order.Append] and [AppendDone].
//
// # Lines
//
// Text is UTF-8, and lines end in a line feed. From a bot, one carriage return
// before it is dropped, so is a byte order mark before the first line, and
// blank lines are skipped. The last line needs no end if the input ends there,
// unless its writer was killed. A line may have [MaxLine] bytes; an arena reads no further ahead, and a
// longer one loses. [Buffer] and [Reader] see to all of that.
//
// Fields are separated by one space when we write and by any run of spaces and
// tabs when we read. Numbers are decimal digits and nothing else: `+1`, `01`,
// `1.0`, `1e0` and what an int cannot hold are refused, and no number of the
// text dialects is negative. A line that breaks this grammar is a
// [*SyntaxError].
//
// The k-th line that is not blank answers the k-th request, even if it comes
// early; in Gold Hunter all lines up to `done N` are one answer.
//
// # Catch the Cat and Gold Hunter
//
// The arena sends a header, the last line of which is `start`; the bot says
// `ready` within the start limit. Then requests and answers alternate until
// `end OUTCOME REASON` with one or two figures, after which stdin is closed:
//
//	catchcat                           goldhunter
//	> catchcat 1                       > goldhunter 1
//	> role catcher                     > team 1
//	> board 9 7      rows, columns     > board 14 30    rows, columns
//	> cat 4 3        row, column       > units 3 4 2    hunters, miners, spies
//	> blocked 0 6                      > bullets 15     of each hunter
//	> start                            > hidden 40      stages of each spy
//	< ready                            > stages 250
//	> go                               > start
//	< block 5 3                        < ready
//	> move 4 2                         > stage 1 … go   see below
//	< block 4 1                        < move 0
//	> end win caught 2                 < done 1
//	                                   > end lose gold 0 3
//
// The line that carries the opponent's move is the request for yours. A stage
// of Gold Hunter is these lines, in this order:
//
//	stage NUMBER
//	score MINE THEIRS
//	unit ID KIND ROW COL FACING LEFT   and perhaps: hidden
//	foe KIND ROW COL FACING
//	bullet ROW COL FACING
//	gold ROW COL VALUE DIGS
//	see ROW COL CELLS
//	go
//
// LEFT is a hunter's bullets, the digs that a miner's cell still needs, or a
// spy's hidden stages. CELLS are `.` for ground and `#` for rock, eastward.
// Orders are `move ID`, `rotate ID up|right|down|left`, `fire ID`, `hide ID`
// and `show ID`; `done NUMBER` closes them.
//
// # Gold Hunter's original dialect
//
// The clients of 2015 exchange one JSON object a line, named gson here for the
// library that they were written with. Both dialects carry the same [Stage];
// gson has ids for enemies, bullets and gold, and lacks the gold's value.
// [Stage.AppendGson] and [GsonMessage] are the arena's side, [GsonNews],
// AppendGson… and [PlayGoldHunterGson] a client's.
//
// # Paper Soccer
//
// The wire is that of a contest of boards on serial lines. The opening is
// three messages of three bytes: `w` and the width as one byte, `l` and the
// length, `c` and the colour `r` or `b`, each with a line feed. The contest's
// length 10 is itself a line feed, so that no reader of lines can read it:
// [ReadOpening] does. A turn is `{steps}` in both directions, `{}` asks the
// starter, and an answer ends at its closing brace: see [Turns]. There is no
// handshake, and the end of the input is the end of the match.
//
// # For an arena
//
// Functions that append to a slice allocate nothing when it is large enough,
// and parsers nothing at all unless they fail or have text to keep. [Buffer]
// is fed by hand from whatever descriptor is ready.
package protocol
