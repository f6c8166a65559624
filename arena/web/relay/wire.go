package relay

import "encoding/binary"

// The two ends are the same program, on the same machine.
var order = binary.NativeEndian

// How says what becomes of a channel beside what is added to it.
type How uint32

const (
	// Replace: only what comes now counts; what a watcher has not begun to be
	// sent it is not sent any more.
	Replace How = 1 << iota
	// Ended: nothing more will come. Watchers are told so and closed.
	Ended
	// Forget: nobody watches it, and it is not spoken of again.
	Forget
)

// A piece is a header and events, on a pipe; a join is a packet with a
// connection; a note is a packet with the number of a watcher that left.
const (
	headerSize = 16
	joinSize   = 20
	noteSize   = 8
)

func appendHeader(b []byte, channel uint32, how How, size int) []byte {
	b = order.AppendUint32(b, channel)
	b = order.AppendUint32(b, uint32(how))
	return order.AppendUint64(b, uint64(size))
}

// cutPiece takes the first whole piece off b.
func cutPiece(b []byte) (channel uint32, how How, events, rest []byte, ok bool) {
	if len(b) < headerSize {
		return 0, 0, nil, b, false
	}
	size := order.Uint64(b[8:])
	if uint64(len(b)-headerSize) < size {
		return 0, 0, nil, b, false
	}
	end := headerSize + int(size)
	return order.Uint32(b), How(order.Uint32(b[4:])), b[headerSize:end], b[end:], true
}

func appendJoin(b []byte, number uint64, channel uint32, id int64) []byte {
	b = order.AppendUint64(b, number)
	b = order.AppendUint32(b, channel)
	return order.AppendUint64(b, uint64(id))
}
