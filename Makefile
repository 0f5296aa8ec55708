# Everything a person or a machine runs in this repository. `make` lists the targets.
SHELL := /bin/bash
SWIFT ?= swift
SOURCES := Package.swift Sources Tests Server/Package.swift Server/Sources Server/Tests Server/Benchmarks
FUZZ_SECONDS ?= 600

.DEFAULT_GOAL := help
.PHONY: help deps build demo test bench bench-scale crash chaos interop fuzz format lint

help: ## List the targets
	@echo "make <target>:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' Makefile | while IFS='|' read -r name text; do \
	  printf '  %-11s %s\n' $$name "$$text"; done

deps: ## Install what is missing (apt or brew): libraries, and the programs that tests use, as PostgreSQL and NATS
	@scripts/deps.sh build test

build: ## Build build/pushwire, optimised
	$(SWIFT) build -c release --package-path Server --product pushwire
	@mkdir -p build
	@install -m 755 "$$($(SWIFT) build -c release --package-path Server --show-bin-path)/pushwire" build/pushwire
	@SWIFT="$(SWIFT)" scripts/swift-reader build
	@echo "build/pushwire is ready"

demo: ## Send pushes to strict emulators of APNs and FCM, run the server, and prove each step
	@scripts/deps.sh build
	@$(MAKE) --no-print-directory build
	build/pushwire demo

test: ## Everything that has to hold: format, boundaries, tests of both packages, sanitizers, fuzzers
	@scripts/deps.sh build test
	@scripts/run-tests

bench: ## Measure the send path beside h2load, and the server beside SQLite's own commits
	@scripts/deps.sh build bench
	@scripts/bench

bench-scale: ## One campaign to a million installations, on SQLite and on PostgreSQL, beside h2load
	@scripts/deps.sh build bench
	@scripts/bench scale

crash: ## kill -9 the server 50 times during 200,000 notifications, calm and with faults, and count
	@scripts/deps.sh build test
	@scripts/crash --scenario calm
	@scripts/crash --scenario faults

chaos: ## Kill nodes, then NATS servers, then PostgreSQL, every 5 s during 500,000 notifications, and count
	@scripts/deps.sh build test
	@scripts/chaos --scenario nodes
	@scripts/chaos --scenario nats
	@scripts/chaos --scenario postgres

interop: ## Our client against foreign servers, our emulators against foreign clients
	@scripts/deps.sh build test interop
	@scripts/interop

fuzz: ## Fuzz every parser, FUZZ_SECONDS each (600)
	@scripts/deps.sh build
	@scripts/fuzz $(FUZZ_SECONDS)

format: ## Bring all Swift files into the house's format
	$(SWIFT) format -i -p -r $(SOURCES)

lint: ## Format, module boundaries and file lengths
	$(SWIFT) format lint --strict -p -r $(SOURCES)
	@scripts/check-boundaries --self-test
	@scripts/check-boundaries
