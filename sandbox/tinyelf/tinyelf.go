// Package tinyelf makes executable files out of a few machine instructions:
// programs of one page that start in no time and need nothing around them.
package tinyelf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"runtime"
)

const (
	base    = 0x400000
	headers = 64 + 2*56
)

// Entry is the address of the first byte of an image's code.
const Entry = base + headers

// Image returns a static ELF file for this machine whose whole program is
// code, entered at its first byte. The code must not depend on where it lies;
// it has a stack and no writable data.
func Image(code []byte) []byte {
	machine := elf.EM_X86_64
	if runtime.GOARCH == "arm64" {
		machine = elf.EM_AARCH64
	}
	var b bytes.Buffer
	write := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	h := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Entry: Entry, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 2,
	}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	write(h)
	size := uint64(headers + len(code))
	write(elf.Prog64{
		Type: uint32(elf.PT_LOAD), Flags: uint32(elf.PF_R | elf.PF_X), Vaddr: base, Paddr: base,
		Filesz: size, Memsz: size, Align: 0x10000,
	})
	write(elf.Prog64{Type: uint32(elf.PT_GNU_STACK), Flags: uint32(elf.PF_R | elf.PF_W)})
	b.Write(code)
	return b.Bytes()
}
