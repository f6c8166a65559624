package sandbox

import "golang.org/x/sys/unix"

// executable puts a program into a memfd that anybody may execute.
func executable(name string, image []byte) (fd int, err error) {
	fd, err = memfd(name)
	if err != nil {
		return -1, &stepError{"memfd_create", err}
	}
	if _, err = unix.Write(fd, image); err == nil {
		err = unix.Fchmod(fd, 0o555)
	}
	if err != nil {
		unix.Close(fd)
		return -1, &stepError{"write the program " + name, err}
	}
	return fd, nil
}
