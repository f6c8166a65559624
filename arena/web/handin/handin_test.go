package handin

import (
	"net/http"
	"testing"
)

func TestCookie(t *testing.T) {
	for host, want := range map[string]string{"hall.example": "c", "hall.example:8570": "c-8570", "[::1]:8571": "c-8571", "::1": "c"} {
		if got := Cookie(&http.Request{Host: host}, "c"); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}
