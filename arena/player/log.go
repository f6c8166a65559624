package player

import "strconv"

// logKeep is how much of a seat's stderr is kept from its beginning and from
// its end each (protocol).
const logKeep = 64 << 10

// keptLog keeps the first and the last bytes of a stream.
type keptLog struct {
	head  []byte
	tail  []byte // a ring once it is full
	at    int    // where the ring's oldest byte is
	total int64
}

func (l *keptLog) add(p []byte) {
	l.total += int64(len(p))
	if n := min(len(p), logKeep-len(l.head)); n > 0 {
		l.head = append(l.head, p[:n]...)
		p = p[n:]
	}
	if len(p) > logKeep {
		p = p[len(p)-logKeep:]
	}
	if n := min(len(p), logKeep-len(l.tail)); n > 0 {
		l.tail = append(l.tail, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(l.tail[l.at:], p)
		l.at = (l.at + n) % logKeep
		p = p[n:]
	}
}

// String returns what was kept; a line says how much was left out between.
func (l *keptLog) String() string {
	text := string(l.head)
	if left := l.total - int64(len(l.head)+len(l.tail)); left > 0 {
		text += "\n[… " + strconv.FormatInt(left, 10) + " bytes left out …]\n"
	}
	return text + string(l.tail[l.at:]) + string(l.tail[:l.at])
}
