# make run | test | lint | bench | clean. The first call sets everything up in .venv; later ones start at once.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
BIN := $(VENV)/bin
CORE := $(wildcard src/qimen/*.pyx src/qimen/*.pxd src/qimen/*/*.pyx)
# The first interpreter that is new enough (a name on the path may be a stub that does not run).
FIND_PYTHON = for p in $(PYTHON) python3.11 python3 python3.12 python3.13 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; exit; }; done; \
	echo "qimen needs Python 3.11 or newer (make PYTHON=/path/to/python)" >&2; exit 1
# Characters are data here: print them as UTF-8 whatever the locale.
export PYTHONUTF8 = 1

FROM := 1900-01-01
UNTIL := 2101-01-01
PATTERN := 天遁

.PHONY: help run test lint bench docs clean

help:
	@echo "make run    scan 1900-2100 for one pattern, then cast the board of now"
	@echo "make test   the tests"
	@echo "make lint   style and types"
	@echo "make bench  the benchmarks"
	@echo "make docs   the pages and pictures of docs/ that are made from the code"
	@echo "make clean  remove everything that was built, the environment included"

# A change of the metadata or of setup.py installs anew, from nothing. An edited kernel is only built again: an
# editable install does not notice one by itself.
SETUP := pyproject.toml setup.py
$(VENV)/.built: $(SETUP) $(CORE)
	@if [ -n "$(filter $(SETUP),$?)" ]; then \
		echo "setting up $(VENV) (half a minute)"; \
		rm -rf build src/qimen/*.so src/qimen/*/*.so; \
		python=$$($(FIND_PYTHON)); "$$python" -m venv "$(VENV)"; \
		$(BIN)/python -m pip install --quiet --editable '.[dev,cli]'; \
	else \
		echo "building the kernel"; \
		$(BIN)/python setup.py --quiet build_ext --inplace; \
	fi
	@touch $@

run: $(VENV)/.built
	@echo "$(PATTERN), $(FROM) to $(UNTIL):"
	@$(BIN)/qimen count $(FROM) $(UNTIL) --where '$(PATTERN)'
	@$(BIN)/qimen scan $(FROM) $(UNTIL) --where '$(PATTERN)' --limit 8
	@echo
	@$(BIN)/qimen cast

# What other libraries take is tested with them, and no such test may be skipped.
$(VENV)/.interop: $(SETUP) | $(VENV)/.built
	@echo "adding the libraries of the extra 'interop'"
	@$(BIN)/python -m pip install --quiet --editable '.[interop]'
	@touch $@

test: $(VENV)/.built $(VENV)/.interop
	QIMEN_REQUIRE_INTEROP=1 $(BIN)/python -m pytest --benchmark-skip -n auto --dist worksteal $(ARGS)

lint: $(VENV)/.built
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/build_docs.py --check

bench: $(VENV)/.built
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python -m benchmarks.report
	$(BIN)/python -m pytest benchmarks --benchmark-only $(ARGS)

docs: $(VENV)/.built
	$(BIN)/python tools/build_docs.py
	$(BIN)/python tools/build_images.py

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/qimen/*.so src/qimen/*/*.so
	rm -rf .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +
