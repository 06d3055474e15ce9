# make demo   install and pay real costs on real boards
# make test   everything that must hold: lint, types, tests, doctests, pages, wheel
# make help   the other targets

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
N ?= 2000
CASES ?= $(wildcard tests/cases/*.jsonl ../shared/cases/*.jsonl)

# The first interpreter that runs and is new enough; override with `make PYTHON=...`.
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

.DEFAULT_GOAL := help
.PHONY: help demo test lint types check docs wheel fuzz bench notebooks dev conformance clean

help: ## this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.installed ## install, then pay real costs on real boards
	@$(BIN)/autotap demo

test: lint types check ## all checks

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev dev
	$(BIN)/mypy

check: $(VENV)/.installed-dev dev
	$(BIN)/python -m pytest -n 2 -q

docs: $(VENV)/.installed-dev dev ## the pages, into build/site; every warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open build/site/index.html"

wheel: $(VENV)/.installed-dev ## the wheel and the source archive, into dist
	$(BIN)/python -m build --no-isolation

fuzz: $(VENV)/.installed-dev ## N random problems against the reference solver: make fuzz N=2000
	$(BIN)/python -m tests.fuzz $(N)

bench: $(VENV)/.installed-dev ## time payments, and hold the times against the numbers to reach
	$(BIN)/python -m benchmarks.run --quick
	$(BIN)/python -m benchmarks.targets --quick

notebooks: $(VENV)/.installed-dev ## execute the notebooks and keep their outputs
	$(BIN)/python -m notebooks.run

conformance: $(VENV)/.installed-dev ## run the case files: make conformance CASES="a.jsonl b.jsonl"
	$(BIN)/python tests/conformance.py $(CASES) --hints

dev: .dev/autotap/models .dev/autotap/solver ## links by which type checkers find the packages

clean: ## remove the environment and all caches
	rm -rf $(VENV) .dev build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache

.dev/autotap/%:
	@mkdir -p $(@D)
	@ln -sfn ../../$* $@

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "autotap needs Python 3.11 or newer" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	@echo "installing into $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created pyproject.toml
	@echo "installing into $(VENV) (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.installed
