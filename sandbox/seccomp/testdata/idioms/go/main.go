// Odd things that honest Go programs do.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand"
	"os"
	"runtime"
	"sync"
	"time"
)

func main() {
	log.Print("hello") // the time zone
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for end := time.Now().Add(30 * time.Millisecond); time.Now().Before(end); {
			}
			_ = make([]byte, 1<<20)
			runtime.GC()
		})
	}
	wg.Wait()
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	exe, _ := os.Executable()
	host, _ := os.Hostname()
	fmt.Println("ok", rand.Int(), time.Now().Local(), len(exe), len(host), line)
	if line == "abort\n" {
		panic("nobody recovers this")
	}
}
