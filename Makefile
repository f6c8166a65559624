# make demo    build everything and play one match of each game
# make test    run every test
# make bench   run every benchmark
# make soak    the long ones: an hour or so
#              (ARENA_SOAK_LAUNCHES=5000: launches of the jail instead of 100000,
#              ARENA_SOAK_MATCHES=5000: matches of package arena/soak instead of 100000,
#              ARENA_SOAK_FLEET=15m: each of a fleet's two instead of 5m)
# make race    every test with the race detector, and the program too: an hour or two
# make fuzz    run every fuzz target for FUZZTIME=10m, one after the other
# make lint    gofumpt, vet, staticcheck
# make release programs for amd64 and arm64 with notices and checksums: bin/release
# make kits    build every starter kit that this machine has tools for: bin/kits
# make build   bin/arena and the bots of the house, bin/bots/*

GO    ?= go
BUILD  = CGO_ENABLED=0 $(GO) build -trimpath
HOUSE := $(patsubst %/main.go,./%,$(wildcard bots/house/*/main.go))
TOOLS  = bin/tools/gofumpt bin/tools/govulncheck bin/tools/staticcheck
DEMO   = catchcat goldhunter papersoccer
# Their tests hold times against limits: one package at a time, after the others.
TIMED  = /(arena/(bench|check|match|player|soak)|sandbox)(/|$$)
# Of these packages only some do, and they alone are run then; so is the one that adds
# cables to this machine, which every browser takes for another network.
PARTLY = ./arena/web ./arena/web/board ./arena/web/live ./arena/fleet
ALONE  = ^Test(LargeReplay|HostsCutOff|TenThousand|Thousand|WatchersCostNothing)$$
# Nothing of the caller's environment may help a bot or a test along.
CLEAN  = env -u PYTHONUNBUFFERED -u LANG -u LC_ALL
# They wait for half of their time. Begun with, so that none of them is left alone.
LONGEST = ./bots/kits ./arena/command ./arena/web ./arena/fleet
# With the flags of BUILD, for what tests build too: all is compiled once. Lint vets.
TEST   = $(CLEAN) CGO_ENABLED=0 GOFLAGS=-trimpath $(GO) test -vet=off

.PHONY: build kits demo test bench soak race fuzz lint release clean

build:
	@.ci/setup go
	@echo "build: bin/arena and the bots of the house (the first time a minute or two)"
	@mkdir -p bin/bots
	@$(BUILD) -o bin/arena ./arena
	@$(BUILD) -o bin/bots/ $(HOUSE)
	@$(BUILD) -o bin/board ./bots/board

kits: build
	@.ci/kits

demo: build
	@for game in $(DEMO); do \
		echo; echo "demo: arena match configs/$$game.yaml"; \
		bin/arena match configs/$$game.yaml || { echo "demo: FAILED at $$game"; exit 1; }; \
	done
	@echo; echo "demo: one match of each game was played; look at one with bin/arena replay FILE"

test: build
	@.ci/setup cc cxx java python node rust chromium ip groff axe
	@echo "test: go test ./... (eight minutes or so; the first two without a word, until those of bots/kits are done)"
	@failed=; \
	$(TEST) -p $$((2 * $$(nproc))) -skip '$(ALONE)' $(LONGEST) $$($(GO) list ./... | grep -Ev '$(TIMED)') || failed=1; \
	echo "test: one package at a time: those that hold times against limits"; \
	$(TEST) -p 1 $$($(GO) list ./... | grep -E '$(TIMED)') || failed=1; \
	$(TEST) -p 1 -run '$(ALONE)' $(PARTLY) || failed=1; \
	if [ -z "$$failed" ]; then echo "test: everything passed"; else echo "test: FAILED"; exit 1; fi

bench: build
	@.ci/setup cc cxx musl java python node rust
	@echo "bench: bin/arena bench, and every benchmark (some ten minutes)"
	@if $(CLEAN) bin/arena bench && \
	$(CLEAN) $(GO) test -timeout 30m -run '^$$' -bench . $$(grep -rl '^func Benchmark' --include='*_test.go' . | xargs -n 1 dirname | sort -u); \
	then echo "bench: that was all"; else echo "bench: FAILED"; exit 1; fi

soak: build
	@.ci/setup cc cxx java python node rust
	@echo "soak: the tests tagged soak (an hour or so)"
	@if $(CLEAN) $(GO) test -p 1 -tags soak -run Soak -timeout 4h -v ./...; then echo "soak: everything passed"; else echo "soak: FAILED"; exit 1; fi

# Not bots/kits: their tests run other programs.
race: build
	@.ci/setup cc cxx java python node rust chromium ip groff axe
	@echo "race: go test -race ./... (an hour or two)"
	@if $(CLEAN) CGO_ENABLED=1 $(GO) test -race -p 1 -timeout 1h $$($(GO) list ./... | grep -v /bots/kits); \
	then echo "race: everything passed"; else echo "race: FAILED; what says DATA RACE is one, the rest may be limits of time"; exit 1; fi

fuzz:
	@.ci/setup go
	@.ci/fuzz

lint: $(TOOLS)
	@echo "lint: gofumpt, vet, staticcheck"
	@unformatted=$$(bin/tools/gofumpt -l arena bots protocol sandbox); \
	if [ -n "$$unformatted" ]; then echo "lint: FAILED: bin/tools/gofumpt -w $$unformatted"; exit 1; fi
	@$(GO) vet ./... || { echo "lint: FAILED: go vet"; exit 1; }
	@# An error may begin with the name of a type: not ST1005.
	@bin/tools/staticcheck -checks inherit,-ST1005 ./... || { echo "lint: FAILED: staticcheck"; exit 1; }
	@echo "lint: clean"

$(TOOLS) &: .ci/tools/go.mod .ci/tools/go.sum
	@.ci/setup go
	@echo "lint: building gofumpt, govulncheck, staticcheck"
	@mkdir -p bin/tools
	@cd .ci/tools && $(GO) build -o ../../bin/tools/ tool
	@touch $(TOOLS)

release:
	@.ci/setup go
	@.ci/release $(VERSION)

clean:
	rm -rf bin results
