# make play   set up on first use, then open the menu (without a terminal: one game of bots)
# make serve  set up on first use, then serve the table in a browser (ARGS="--port 9000")
# make site   write all games as a folder that any web host serves, and serve it here (ARGS="--port 9000")
# make wheelhouse  tabletop and all that it needs as wheels, in build/wheels, for pip's --find-links
# make quick  the linter, and the tests that most changes need: under a minute
# make test   every rule, chart, save, table and page of the docs: under five minutes on two cores
# make lint   format, linters and types; of the scripts of the pages, too, where npm is installed
# make gate   everything, with browsers, whole exams, storms and wheels: about 15 minutes on two cores
# make calm   the tests three times while six busy processes take the machine
# make docs   build the documentation as a site, in build/docs
# make storm  kill games and workers, damage saved ones, wake many at once, flood the server (STORM=50: 50 times as long as in the tests)
# make mutants  change rules at random and see whether the tests notice (AREA="bomber_run dice")

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Where compiled code is not kept, each process compiles all modules again: a third of the tests' time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve site wheelhouse test quick lint scripts gate beyond long calm docs storm mutants clean

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

SITE_PACKS := b29_superfortress bomber_boys bomber_run squadron_303 wing_and_prayer \
	ice_fishers night_crossing old_quay reed_march wreck_sale

site: $(VENV)/.play
	$(BIN)/tabletop site --to build/site $(SITE_PACKS) --serve $(ARGS) \
		$(addprefix --packs ,$(filter-out %_extras,$(wildcard examples/*)))

wheelhouse: $(VENV)/.play
	$(BIN)/python -m pip wheel --quiet --wheel-dir build/wheels ".[screen,web]" $(ARGS)

PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup -r fE
TIMED := $(BIN)/python tools/timed.py

test: $(VENV)/.test
	@rm -f build/times
	$(TIMED) $(PYTEST) -m "not gate" -o junit_family=xunit1 --junitxml=build/test.xml

# The core without its front ends, one pack, and whether the docs are true to the code.
QUICK := tests/engine tests/components tests/dice tests/tables tests/boards tests/events \
	tests/data tests/presentation tests/packs/bomber_run/test_rules.py tests/test_architecture.py \
	tests/docs/test_reference.py tests/docs/test_words.py

quick: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(PYTEST) -m "not gate" $(QUICK)

lint: $(VENV)/.test
	$(TIMED) $(BIN)/ruff check .
	$(TIMED) $(BIN)/ruff format --check .
	$(TIMED) $(BIN)/mypy
	$(TIMED) $(BIN)/lint-imports
	@$(MAKE) --no-print-directory scripts

# The scripts of the pages, where Node and its packages can be had; SCRIPTS=must: wherever this runs.
scripts:
	@if npm ci --silent --no-audit --no-fund; then \
		$(TIMED) npm run --silent lint; \
	elif [ "$(SCRIPTS)" = must ]; then \
		echo "The scripts were to be checked, but npm or its packages are missing."; exit 1; \
	else \
		echo "The scripts are not checked: npm or its packages are missing."; \
	fi

gate: test beyond

# Its tests, most of them in browsers, wait two fifths of their time.
SIDE_BY_SIDE = $(shell expr $$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN) \* 3 / 2)

# What the gate has beyond `make test`; its end says what took long. The linters need one core only.
beyond: $(VENV)/.test
	@$(MAKE) --no-print-directory -j2 lint long
	@if [ -x ../shared/tools/copied_text.py ]; then ../shared/tools/copied_text.py .; fi
	@$(BIN)/python tools/timed.py --report

long: $(VENV)/.test
	$(TIMED) $(PYTEST) -n $(SIDE_BY_SIDE) -m gate -o junit_family=xunit1 --junitxml=build/beyond.xml

calm: $(VENV)/.test
	$(BIN)/python tools/calm.py $(ARGS)

docs: $(VENV)/.test
	$(BIN)/python docs/make_site.py

STORM ?= 50

storm: $(VENV)/.test
	STORM=$(STORM) $(BIN)/python -m pytest tests/saves/test_storms.py tests/web/test_storms.py tests/web/test_workers.py tests/web/test_orphans.py tests/web/test_limits.py tests/web/test_faults.py tests/web/test_twins.py tests/web/test_crowds.py tests/web/test_waking.py tests/web/test_put_away.py tests/web/test_upgrades.py tests/rooms/test_queries.py tests/rooms/test_fair_line.py tests/test_cold_threads.py

mutants: $(VENV)/.mutants
	$(BIN)/python benchmarks/mutants.py $(AREA)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
