// Package queue is what a fleet's messages go through: NATS JetStream, with
// its server inside this program or standing elsewhere already.
//
// There are two streams and two object stores. Jobs is a work queue: a message
// is gone when it is acknowledged. Results is one too, and the coordinator
// takes from it. Files holds bots and set-ups by their hashes, replays what is
// too large for a message. Beside them are three subjects without a memory:
// beats, by which workers tell that they live, control, and status.
//
// Nothing here is the only record of anything. A championship's journal is the
// truth: what the queue loses is planned again.
package queue

import (
	"github.com/nats-io/nats-server/v2/server"
)

// Names are the names that a fleet has on a server, which it may share with
// others. A Names is the fleet's own name.
type Names string

// Jobs returns the name of the stream of jobs.
func (n Names) Jobs() string { return "arena-" + string(n) + "-jobs" }

// Results returns the name of the stream of results.
func (n Names) Results() string { return "arena-" + string(n) + "-results" }

// Files returns the name of the object store of bots and set-ups.
func (n Names) Files() string { return "arena-" + string(n) + "-files" }

// Replays returns the name of the object store of large replays.
func (n Names) Replays() string { return "arena-" + string(n) + "-replays" }

func (n Names) subject(kind string) string { return "arena." + string(n) + "." + kind }

// Job returns the subject of jobs for a class of machines.
func (n Names) Job(class string) string { return n.subject("job." + class) }

// Result returns the subject of a worker's results; "*" for all.
func (n Names) Result(worker string) string { return n.subject("result." + worker) }

// Beat returns the subject of a worker's beats; "*" for all.
func (n Names) Beat(worker string) string { return n.subject("beat." + worker) }

// Control returns the subject by which the coordinator speaks to all.
func (n Names) Control() string { return n.subject("control") }

// Status returns the subject on which the coordinator is asked how it is.
func (n Names) Status() string { return n.subject("status") }

// workerPermissions lets a worker take jobs, return results under its own
// name, fetch files, and leave large replays; and no more. What is sent to it
// goes to inboxes that only it can listen to.
func (n Names) workerPermissions(worker, inbox string) *server.Permissions {
	files, replays := n.Files(), n.Replays()
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.Beat(worker), n.Result(worker), n.Status(),
			"$JS.API.CONSUMER.INFO." + n.Jobs() + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + n.Jobs() + ".*",
			"$JS.ACK." + n.Jobs() + ".>",
			// Reading an object makes a consumer of its chunks.
			"$JS.API.STREAM.INFO.OBJ_" + files,
			"$JS.API.DIRECT.GET.OBJ_" + files + ".$O." + files + ".M.*",
			"$JS.API.CONSUMER.CREATE.OBJ_" + files + ".>",
			"$JS.API.CONSUMER.DELETE.OBJ_" + files + ".>",
			"$JS.FC.OBJ_" + files + ".>",
			// Writing one: its chunks, then what it is.
			"$JS.API.STREAM.INFO.OBJ_" + replays,
			"$JS.API.DIRECT.GET.OBJ_" + replays + ".$O." + replays + ".M.*",
			"$O." + replays + ".C.*", "$O." + replays + ".M.*",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox + ".>", n.Control()}},
	}
}

// viewerPermissions lets one ask for the status.
func (n Names) viewerPermissions(inbox string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{n.Status()}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox + ".>"}},
	}
}
