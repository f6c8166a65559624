package player

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.bug.st/serial/enumerator"
)

// Port is a serial line of this machine.
type Port struct {
	Device string `json:"device"` // such as /dev/ttyUSB0
	// Links are the names of /dev/serial/by-id and by-path, which stay.
	Links []string `json:"links"`
	// USBSerial is the serial number of the USB adapter, Product what it calls
	// itself, and ID its vendor and product in hex; empty where it is none.
	USBSerial string `json:"usb_serial,omitempty"`
	Product   string `json:"product,omitempty"`
	ID        string `json:"usb_id,omitempty"`
}

// linkFolders hold the names that udev gives to serial lines.
var linkFolders = []string{"/dev/serial/by-id", "/dev/serial/by-path"}

// Ports lists the serial lines of this machine by their devices.
func Ports() ([]Port, error) {
	details, err := enumerator.GetDetailedPortsList()
	if err != nil {
		return nil, fmt.Errorf("list the serial ports: %w", err)
	}
	links := linksTo(linkFolders)
	ports := []Port{}
	for _, d := range details {
		if d.Name == "" { // a placeholder without a device behind it
			continue
		}
		p := Port{Device: d.Name, Links: append([]string{}, links[d.Name]...)}
		if d.IsUSB {
			p.USBSerial, p.ID = d.SerialNumber, strings.ToLower(d.VID+":"+d.PID)
			p.Product = strings.TrimSpace(d.Manufacturer + " " + d.Product)
		}
		ports = append(ports, p)
	}
	slices.SortFunc(ports, func(a, b Port) int { return strings.Compare(a.Device, b.Device) })
	return ports, nil
}

// linksTo returns the links in folders by the devices that they lead to. A
// folder that is not there has none: udev makes it with the first adapter.
func linksTo(folders []string) map[string][]string {
	links := map[string][]string{}
	for _, dir := range folders {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			link := filepath.Join(dir, e.Name())
			if device, err := filepath.EvalSymlinks(link); err == nil {
				links[device] = append(links[device], link)
			}
		}
	}
	return links
}
