# make play   set up on first use, then open the menu (without a terminal: one game of bots)
# make serve  set up on first use, then serve the table in a browser (ARGS="--port 9000")
# make test   set up on first use, then run the tests
# make gate   all that must pass before a change lands: format, lint, types, texts, tests
# make storm  kill games, damage saved ones, wake many at once, for long (STORM=50: so many times as long as in tests)
# make mutants  change rules at random and see whether the tests notice (AREA="bomber_run dice")

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play serve test lint gate storm mutants clean

$(VENV)/.play: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[screen,web]"
	@touch $@

$(VENV)/.test: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	@touch $@ $(VENV)/.play

$(VENV)/.mutants: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test,mutants]"
	@touch $@ $(VENV)/.test $(VENV)/.play

play: $(VENV)/.play
	@if [ -t 0 ] && [ -t 1 ]; then \
		$(BIN)/tabletop; \
	else \
		$(BIN)/tabletop play bomber_run --seats bot:greedy,bot:random --seed 7; \
	fi

serve: $(VENV)/.play
	$(BIN)/tabletop serve --open $(ARGS)

test: $(VENV)/.test
	$(BIN)/python -m pytest -n auto --dist loadgroup

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

gate: lint test
	@if [ -x ../shared/tools/copied_text.py ]; then ../shared/tools/copied_text.py .; fi

STORM ?= 50

storm: $(VENV)/.test
	STORM=$(STORM) $(BIN)/python -m pytest tests/saves/test_storms.py tests/web/test_storms.py tests/web/test_twins.py tests/web/test_crowds.py tests/web/test_waking.py tests/test_cold_threads.py

mutants: $(VENV)/.mutants
	$(BIN)/python benchmarks/mutants.py $(AREA)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
