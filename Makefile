# `make run` and `make test` set up what is missing first. `make help` lists the rest.
SHELL := /bin/bash
PY := .venv/bin/python
# Bytecode is compiled at setup (tools/compile_kernels.py) and kept, also where the environment forbids
# it: a command starts in 0.2 s with it and in 0.6 s without.
unexport PYTHONDONTWRITEBYTECODE
# Each part of `make test` and `make check` prints how long it took.
part = @start=$$(date +%s); $(2); status=$$?; echo "-- $(1): $$(( $$(date +%s) - start )) s"; exit $$status

.PHONY: help setup browser run test check near lint types contracts numbers house papers floor pages docs nightly \
	coverage-proof mutation bench bench-floor lock release clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/'

.venv/.done: requirements.lock pyproject.toml
	@test -x $(PY) || python3 -m venv .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check uv
	@VIRTUAL_ENV=.venv .venv/bin/uv pip install --quiet --require-hashes -r requirements.lock
	@VIRTUAL_ENV=.venv .venv/bin/uv pip install --quiet --no-deps -e .
	@touch $@

.venv/.kernels: .venv/.done
	@$(PY) tools/compile_kernels.py
	@touch $@

# Debian's browser without windows, for the tests of the pages, which takes a third of the processor
# time of the whole one; that one serves where there is no other. sudo asks for a password unless you
# are root.
CHROMIUM := chromium-headless-shell
browser:
	@test -x /usr/bin/$(CHROMIUM) || { as=$$([ $$(id -u) = 0 ] || echo sudo); \
	$$as apt-get update -qq && \
	DEBIAN_FRONTEND=noninteractive $$as apt-get install -y -qq --no-install-recommends \
	$(CHROMIUM) fonts-dejavu-core >/dev/null; } || test -x /usr/bin/chromium

setup: .venv/.done .venv/.kernels  ## the virtual environment, with everything in it

run: setup  ## the table server with a demonstration floor, on http://127.0.0.1:8080/
	@exec .venv/bin/upcard serve

# The tests of the pages and of a floor mostly wait, for the browser and for servers, and mypy has one
# process, so the others run beside them, at first beside the kernels' compiling. A process of its own
# for each part collects that part alone; workers of one part would each collect all tests, a tenth of
# the whole time. Each part is printed whole when it is over; all run to their end, and each can fail.
test: .venv/.done  ## every check
	@$(MAKE) --no-print-directory lint contracts
	@echo "-- types, pages, numbers, papers, house and floor run side by side; each is printed when it is over"
	@$(MAKE) --no-print-directory --jobs 6 --keep-going --output-sync=target types pages numbers papers house floor

check: setup  ## the checks near your change, under two minutes
	@$(MAKE) --no-print-directory lint types contracts near

# Matrices here are small: a second thread of BLAS would only wait, at the cost of a core.
numbers papers house floor pages near: export OPENBLAS_NUM_THREADS = 1

near: setup
	$(call part,near,tests=$$($(PY) tools/near.py) && .venv/bin/pytest -n auto -x $$tests)

lint: .venv/.done
	$(call part,lint,.venv/bin/ruff check . && .venv/bin/ruff format --check .)

types: .venv/.done
	$(call part,types,$(AFTER) .venv/bin/mypy)

contracts: .venv/.done
	$(call part,layers,.venv/bin/lint-imports --no-cache)

# Tests of what is counted, dealt and estimated, of what is printed, and of servers, processes and
# databases that run; all others, of a new folder too, are of the house.
NUMBERS := $(addprefix tests/,cards envs odds penalties progressives properties simulation wagers)
PAPERS := $(addprefix tests/,analysis layout library reports submission)
FLOOR := $(addprefix tests/,host journal service)
# What only computes lets those go first that mostly wait, for browsers, servers and databases, and the
# papers, which take longest: so these are over soon, and no core is idle at the end.
AFTER := nice -n 3
# Where there are cores for it, each of these parts has workers.
WORKERS := $(shell cores=$$(nproc); test $$cores -lt 6 || echo "-n $$((cores / 3)) --dist worksteal")

numbers: setup
	$(call part,numbers,$(AFTER) .venv/bin/pytest $(WORKERS) --durations 5 $(NUMBERS))

floor: setup
	$(call part,floor,.venv/bin/pytest $(WORKERS) --durations 5 $(FLOOR))

house: setup
	$(call part,house,$(AFTER) .venv/bin/pytest $(WORKERS) --durations 5 tests \
	$(addprefix --ignore ,tests/web $(NUMBERS) $(PAPERS) $(FLOOR)))

papers: setup
	$(call part,papers,.venv/bin/pytest $(WORKERS) --durations 5 $(PAPERS))

pages: setup browser
	$(call part,pages,.venv/bin/pytest tests/web)

bench: setup  ## measure speeds; benchmarks/figures.json gets all figures of docs/performance.md
	$(PY) -m benchmarks.figures
	$(PY) benchmarks/engine.py
	$(PY) benchmarks/startup.py
	$(PY) benchmarks/odds.py
	$(PY) -m benchmarks.simulation
	$(PY) benchmarks/strategy.py
	$(PY) benchmarks/environments.py
	$(PY) benchmarks/journal.py
	$(PY) -m benchmarks.host
	$(PY) benchmarks/tables.py
	$(PY) benchmarks/table_page.py
	$(PY) -m benchmarks.pages
	$(PY) -m benchmarks.service
	$(PY) -m benchmarks.beside

bench-floor: setup  ## what a floor does on this machine: servers, databases, ways, latencies
	$(PY) -m benchmarks.channel --tables 64
	$(PY) -m benchmarks.channel --tables 64 --database postgresql
	$(PY) -m benchmarks.workers
	$(PY) -m benchmarks.workers --way channel
	$(PY) -m benchmarks.workers --database postgresql
	$(PY) -m benchmarks.workers --database postgresql --way channel

nightly: test docs  ## every check, the site, larger campaigns, coverage proof and mutants
	$(PY) tools/run_notebooks.py --check
	UPCARD_NIGHTLY=1 .venv/bin/pytest -n auto --dist worksteal --ignore tests/web
	UPCARD_NIGHTLY=1 .venv/bin/pytest tests/web
	$(PY) -m benchmarks.host long
	$(call part,soak,$(PY) tools/soak.py --minutes 30)
	@$(MAKE) --no-print-directory coverage-proof mutation

coverage-proof: setup  ## break each subsection: a test that `upcard coverage` names has to fail
	$(call part,coverage proof,$(PY) tools/coverage_proof.py --jobs $$(nproc))

mutation: setup  ## break 500 places of code that pays, prices, records, verifies or permits
	$(call part,mutation,$(PY) tools/coverage_proof.py --mutation 500 --seed 1 --jobs $$(nproc))

docs: setup  ## the documentation site, in `site`
	VIRTUAL_ENV=.venv .venv/bin/uv pip install --quiet --group docs
	NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --strict --quiet

# Every extra but cuda, whose packages serve machines with a device alone.
EXTRAS := server postgres traces papers parquet cluster rl
release: setup  ## wheel and source archive in dist/, with bill of materials (CycloneDX) and provenance (in-toto)
	@rm -rf dist
	@started=$$(date -u +%Y-%m-%dT%H:%M:%SZ); .venv/bin/uv build --quiet --out-dir dist && \
	$(PY) tools/release.py dist --started $$started && ls -l dist

lock: setup  ## pin the newest versions, with their hashes
	VIRTUAL_ENV=.venv .venv/bin/uv pip compile --quiet --upgrade --generate-hashes --group dev \
	$(EXTRAS:%=--extra %) --no-emit-index-url --no-annotate --no-header pyproject.toml -o requirements.lock

clean:  ## remove what setup made
	rm -rf .venv build dist site
