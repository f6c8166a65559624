package command

import (
	"strings"
	"testing"

	"botarena/arena/player"
)

func TestPrintPorts(t *testing.T) {
	var b strings.Builder
	err := printPorts(&b, []player.Port{
		{Device: "/dev/ttyS0"},
		{Device: "/dev/ttyUSB0", USBSerial: "A5069RR4", ID: "0403:6001", Product: "FTDI FT232R", Links: []string{"/dev/serial/by-id/usb-FTDI_A5069RR4-if00"}},
	})
	want := `device        serial number  usb id     product
/dev/ttyS0    -              -          -
/dev/ttyUSB0  A5069RR4       0403:6001  FTDI FT232R
/dev/ttyUSB0 is /dev/serial/by-id/usb-FTDI_A5069RR4-if00 too
`
	if err != nil || b.String() != want {
		t.Errorf("%v\n%s", err, b.String())
	}
}
