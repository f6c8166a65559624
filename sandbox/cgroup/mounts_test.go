package cgroup

import (
	"slices"
	"strings"
	"testing"
)

const mountinfoHybrid = `23 1 254:0 / / rw,relatime - ext4 /dev/root rw
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 master:3 - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory ro,relatime - cgroup cgroup rw,memory
40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd
41 31 0:38 / /sys/fs/cgroup/uni\040fied rw,relatime - cgroup2 cgroup2 rw,nsdelegate
`

func TestParseMountinfo(t *testing.T) {
	got, err := parseMountinfo(mountinfoHybrid)
	if err != nil {
		t.Fatal(err)
	}
	want := []mount{
		{point: "/sys/fs/cgroup/cpu,cpuacct", root: "/", options: []string{"rw", "cpu", "cpuacct"}},
		{point: "/sys/fs/cgroup/memory", root: "/", options: []string{"rw", "memory"}, readOnly: true},
		{point: "/sys/fs/cgroup/systemd", root: "/", options: []string{"rw", "xattr", "name=systemd"}},
		{point: "/sys/fs/cgroup/uni fied", root: "/", v2: true, options: []string{"rw", "nsdelegate"}},
	}
	if !slices.EqualFunc(got, want, func(a, b mount) bool {
		return a.point == b.point && a.root == b.root && a.v2 == b.v2 && a.readOnly == b.readOnly && slices.Equal(a.options, b.options)
	}) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	covered := mountinfoHybrid + "99 31 0:32 / /sys/fs/cgroup/memory rw - tmpfs tmpfs rw\n"
	got, err = parseMountinfo(covered)
	if err != nil || len(got) != 3 {
		t.Errorf("a covered mount is still seen: %+v, %v", got, err)
	}
	for _, bad := range []string{"nonsense\n", "1 2 3 - cgroup2 x rw\n"} {
		if _, err := parseMountinfo(bad); err == nil {
			t.Errorf("parseMountinfo(%q) does not fail", bad)
		}
	}
}

func TestParseMembership(t *testing.T) {
	got, err := parseMembership("9:name=systemd:/\n1:cpu,cpuacct:/a:b/c\n0::/user.slice/x\n")
	if err != nil || len(got) != 3 || got[1].path != "/a:b/c" || !slices.Equal(got[1].controllers, []string{"cpu", "cpuacct"}) || got[1].v2() || !got[2].v2() {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"x\n", "1:cpu\n", "1:cpu:relative\n"} {
		if _, err := parseMembership(bad); err == nil {
			t.Errorf("parseMembership(%q) does not fail", bad)
		}
	}
}

func TestFolder(t *testing.T) {
	for _, c := range []struct{ point, root, path, want string }{
		{"/c", "/", "/", "/c"},
		{"/c", "/", "/user.slice/s", "/c/user.slice/s"},
		{"/c", "/docker/1", "/docker/1", "/c"},
		{"/c", "/docker/1", "/docker/1/x", "/c/x"},
		{"/c", "/docker/1", "/docker/12", ""},
		{"/c", "/", "/../other", ""},
	} {
		h := hierarchy{mounts: []mount{{point: c.point, root: c.root}}}
		if got := h.folder(c.path); got != c.want {
			t.Errorf("%s of %s at %s is seen at %q; want %q", c.path, c.root, c.point, got, c.want)
		}
	}
}

func TestOwnerName(t *testing.T) {
	o := owner{"arena", "4026531836", "12", "345", "1"}
	if got, ok := parseOwner(o.String(), "arena"); !ok || got != o {
		t.Errorf("%s is read as %+v, %v", o, got, ok)
	}
	for _, name := range []string{"arena", "arena-1-2-3", "arena-1-2-3-4-5", "arena-1-x-3-4", "arena--1-2-3", "arenas-1-2-3-4", "Arena-1-2-3-4", "arena-1-2-3-", "user.slice"} {
		if _, ok := parseOwner(name, "arena"); ok {
			t.Errorf("%q is taken for ours", name)
		}
	}
	for _, prefix := range []string{"", "a-b", "a/b", "..", "a b"} {
		if _, err := Open(Options{Prefix: prefix + "-"}); err == nil {
			t.Errorf("prefix %q is taken", prefix+"-")
		}
	}
}

func FuzzMounts(f *testing.F) {
	f.Add(mountinfoHybrid)
	f.Add("0::/\n")
	f.Add(`1 2 3:4 / /a\0 rw - cgroup2`)
	f.Fuzz(func(t *testing.T, text string) {
		if ms, err := parseMountinfo(text); err == nil {
			for _, m := range ms {
				(&hierarchy{mounts: []mount{m}}).folder("/x/y")
			}
		}
		if all, err := parseMembership(text); err == nil {
			for _, m := range all {
				if !strings.HasPrefix(m.path, "/") {
					t.Fatalf("path %q", m.path)
				}
			}
		}
		if o, ok := parseOwner(text, "arena"); ok && o.String() != text {
			t.Fatalf("%q is read as %s", text, o)
		}
	})
}
