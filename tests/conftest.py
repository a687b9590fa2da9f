"""The test session: embedded servers started once, a database per worker, a real browser."""

import gc
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import psutil
import pytest
from django.conf import settings
from django.db import connection
from django.db.models.signals import post_migrate
from hypothesis import HealthCheck, settings as examples
from hypothesis.internal.conjecture import providers
from pytest_django import DjangoDbBlocker

from config.embedded.services import AlreadyRunningError, Services
from config.loading import pause_garbage_collector
from tests.flushing import build_flush_statements, flush_tables
from tests.order import register_server, sort_by_weight, stop_servers
from tests.page_loading import lengthen_timeouts, wait_for_loaded_pages
from tests.shared import collect_static, make_migrated_database
from tests.stack import LiveStack, find_free_port

if TYPE_CHECKING:
    from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
    from tests.room import Room
    from tests.snapshots import Stage
    from tests.tournament.views.office import SignIn
    from tournament.models import Turn

ROOT = Path(__file__).resolve().parent.parent
# Tests in these folders need no server; running only them starts none.
PURE = (
    "tests/cases",
    "tests/engine",
    "tests/scripts",
    "tests/tournament/core",
    "tests/arbitrage/core",
)
# Tests in these folders have no page of a server open.
UNWATCHED = [f"tests/tournament/{name}" for name in ("classic", "practice", "presentation")]
UNWATCHED += [f"tests/tournament/{name}" for name in ("queries", "services", "topping", "views")]
UNWATCHED += ["tests/arbitrage"]
SERVICES: pytest.StashKey[Services] = pytest.StashKey()
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# The same examples in every run, so that a failure is due to the change under test; new ones with
# ``--hypothesis-profile search``. No deadlines: machines may be busy.
UNTIMED: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
examples.register_profile("suite", derandomize=True, **UNTIMED)
examples.register_profile("search", derandomize=False, **UNTIMED)
examples.load_profile("suite")
# Nor do they depend on the modules that a run has imported, whose constants Hypothesis would look
# for, a second in each worker.
setattr(providers, "_get_local_constants", lambda: providers._local_constants)  # noqa: B010 - private
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages live for seconds: optimising their scripts takes longer than it saves.
    "--js-flags=--no-opt",
    # The same font rendering on every machine: screens are compared.
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
]


def pytest_configure(config: pytest.Config) -> None:
    """Set Django's environment, before pytest-django reads the settings (trylast)."""
    if settings.configured:
        raise pytest.UsageError("DJANGO_SETTINGS_MODULE must not be set: the tests set their own")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        _configure_session(config)
    os.environ["BUS_PREFIX"] = f"{os.environ['TEST_SESSION']}-{worker or 'master'}"
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with pause_garbage_collector():
        django.setup()
        from tests.clients import lighten_clients
    gc.disable()  # until the tests are collected: they stay
    # A worker that inherits it would read the settings before its prefix is set.
    del os.environ["DJANGO_SETTINGS_MODULE"]
    wait_for_loaded_pages()
    lengthen_timeouts()
    _weaken_password_hashing()
    _compute_every_version()
    lighten_clients()


def _weaken_password_hashing() -> None:
    """Hash passwords with few iterations, in the product's format, which its servers can check.

    The production setting takes a third of a second for every password.
    """
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    PBKDF2PasswordHasher.iterations = 1000


def _compute_every_version() -> None:
    """Compare each poll of a public page with the results of its moment.

    Tests hurry the clock of pages: polls of several minutes arrive within the time for which the
    product compares them with one version.
    """
    from tournament.views.public import conditional

    conditional.POLL_VERSION_S = 0.0


def _configure_session(config: pytest.Config) -> None:
    """Set the environment of the session, which xdist's workers inherit."""
    os.environ["TEST_SESSION"] = f"test-{secrets.token_hex(4)}"
    os.environ.update(
        SECRET_KEY=secrets.token_urlsafe(64),
        PUBLIC_URL="http://localhost",
        ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
        STATIC_MANIFEST="0",
        LOG_JSON="0",
        LOG_LEVEL="WARNING",
        # Playwright's synchronous interface runs the test inside an event loop.
        DJANGO_ALLOW_ASYNC_UNSAFE="1",
    )
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return
    if _only_pure(config) or config.option.collectonly:
        os.environ.setdefault("DATABASE_URL", "postgresql://nobody@localhost/none")
        os.environ.setdefault("REDIS_URL", "redis://localhost:1/0")
        return
    _delete_leftovers(ROOT / ".local" / "tests")
    services = Services(ROOT / ".local" / "tests" / str(os.getpid()), durable=False)
    config.stash[SERVICES] = services
    for name, value in services.start().to_environment().items():
        os.environ.setdefault(name, value)
    os.environ["OWN_SERVERS"] = "1"
    os.environ["PGOPTIONS"] = "-c deadlock_timeout=2s"  # as an operator's, checked by a test
    signal.signal(signal.SIGTERM, _interrupt)


def _only_pure(config: pytest.Config) -> bool:
    paths = [(config.invocation_params.dir / a.split("::")[0]).resolve() for a in config.args]
    pure = [ROOT / folder for folder in PURE]
    return all(any(path.is_relative_to(folder) for folder in pure) for path in paths)


def _delete_leftovers(folder: Path) -> None:
    """Stop and delete the servers of killed sessions; a folder is named after its session's pid."""
    for session_folder in folder.glob("*"):
        if psutil.pid_exists(int(session_folder.name)):
            continue
        try:
            Services(session_folder, durable=False).destroy()
        except AlreadyRunningError:
            continue


def _interrupt(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(f"signal {number}")


def pytest_unconfigure(config: pytest.Config) -> None:
    gc.freeze()  # pytest's last collection would go through all tests: seconds in each worker
    if services := config.stash.get(SERVICES, None):
        services.destroy()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the files after pytest-django's order, which stays within every file."""
    items[:] = sort_by_weight(items)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, and collect less often."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 50, 100)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    stop_servers(before=item)


@pytest.fixture(autouse=True)
def _seeded_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw secrets, keys and seeds from a generator seeded by the name of the test.

    Otherwise a page contains a word or a year by chance in one run of thousands. Processes of
    their own (servers, workers) are not reached.
    """
    rng = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: rng.randbytes(size or 32))
    monkeypatch.setattr(secrets, "choice", rng.choice)
    monkeypatch.setattr(secrets, "randbelow", rng.randrange)
    monkeypatch.setattr(secrets, "randbits", rng.getrandbits)
    monkeypatch.setattr(os, "urandom", rng.randbytes)  # read by uuid4


@pytest.fixture(autouse=True)
def _close_pages(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the browser contexts that a test leaves open: their pages would work until the end of
    the session. Those of fixtures shared by several tests stay."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser = request.getfixturevalue("browser")
    shared = browser.contexts
    yield
    for context in browser.contexts:
        if context not in shared:
            context.close()


@pytest.fixture(autouse=True)
def _no_cached_results() -> None:
    """Clear the results cached by the process: games of another test have the same keys."""
    if "tournament.queries.results.cached_ranking" in sys.modules:  # otherwise nothing is cached
        from tests.cached_results import clear_cached_results

        clear_cached_results()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Make the databases of all test workers copies of one that was migrated once."""
    parallel = os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1") != "1"
    if parallel and os.environ.get("OWN_SERVERS") == "1":
        with django_db_blocker.unblock():
            connection.settings_dict["TEST"]["TEMPLATE"] = make_migrated_database(tmp_path_factory)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Keep databases of own servers, which are deleted anyway: a drop fails while in use."""
    return django_db_keepdb or os.environ.get("OWN_SERVERS") == "1"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """The database of this test worker, without content types and permissions, which Django would
    write again after every test: the project has its own roles.
    """
    from django.contrib.auth.management import create_permissions
    from django.contrib.contenttypes.management import create_contenttypes
    from django.test import TransactionTestCase

    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(
        dispatch_uid=f"{create_permissions.__module__}.{create_permissions.__name__}"
    )
    setattr(TransactionTestCase, "_fixture_teardown", flush_tables)  # noqa: B010 - the same
    # for every connection: threads and browsers' greenlets have their own
    setattr(type(connection.ops), "sql_flush", build_flush_statements)  # noqa: B010 - the stubs forbid it


@pytest.fixture
def _stage(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, transactional_db: None
) -> "Stage":
    """The stage of the test, restored before anything else writes."""
    from tests.snapshots import restore_stage

    if any(request.path.is_relative_to(ROOT / name) for name in UNWATCHED):
        from tests.room import build_frames_if_heard, build_personal_if_heard
        from tournament.services import journal

        monkeypatch.setattr(journal, "_build_frames", build_frames_if_heard)
        monkeypatch.setattr(journal, "_build_personal_messages", build_personal_if_heard)
    return restore_stage(request.fixturenames)


@pytest.fixture
def room(_stage: "Stage") -> "Room":
    """A tournament with six tables."""
    return _stage.room


@pytest.fixture
def first_turn(_stage: "Stage") -> "Turn":
    """The first turn of the room, open, with the bulletins of ``SLIPS`` handed in."""
    assert _stage.turn
    return _stage.turn


@pytest.fixture
def first_results(_stage: "Stage") -> "Turn":
    """The same turn, collected and corrected."""
    assert _stage.turn
    return _stage.turn


@pytest.fixture
def sanctioned_turns(_stage: "Stage") -> "SanctionedTurns":
    """Two turns of a game in which every entry has an act for the journal."""
    assert _stage.sanctioned_turns
    return _stage.sanctioned_turns


@pytest.fixture
def sign_in(room: "Room") -> "SignIn":
    """Return a function that gives browsers of accounts with exactly the given roles."""
    from tests.tournament.views.office import make_sign_in

    return make_sign_in(room)


@pytest.fixture(scope="session")
def redis_url() -> str:
    """The broker of this test worker; its keys begin with settings.BUS_PREFIX."""
    return os.environ["REDIS_URL"]


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static files as in production: bundled, and named by a hash."""
    return collect_static(tmp_path_factory)


@pytest.fixture(scope="session")
def _stack(
    django_db_setup: None, collected: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveStack]:
    """Server and worker on this test worker's database, started on first use.

    With hashed files, which browsers cache: otherwise every page would request them again.
    """
    stack = LiveStack(
        database=connection.settings_dict["NAME"], logs=tmp_path_factory.mktemp("stack")
    )
    files = {"STATIC_MANIFEST": "1", "STATIC_ROOT": str(collected)}
    backups = str(tmp_path_factory.mktemp("backups"))
    stack.environment |= files | {"SHELL_WORKER": "0", "BACKUP_DIR": backups}
    yield stack
    stack.stop()


@pytest.fixture
def live_stack(_stack: LiveStack, transactional_db: None) -> LiveStack:
    """The real stack (uvicorn, Celery) on the database of the test, everything running.

    The processes outlive the test, its rows do not; a test may kill and restart them.
    """
    _stack.ensure()
    register_server("live_stack", _stack.stop)
    return _stack


@pytest.fixture(scope="session")
def base_url() -> str | None:
    """None: addresses are absolute.

    Replaces the fixture of pytest-base-url, whose definition pytest deprecates.
    """
    return None


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium if there is one, otherwise Playwright's.

    The headless shell first: it takes a third of the processor time.
    """
    system = next(filter(_can_run, filter(None, map(shutil.which, BROWSERS))), None)
    options = {"executable_path": system} if system else {}
    return {**browser_type_launch_args, **options, "args": BROWSER_ARGUMENTS}


def _can_run(program: str) -> bool:
    """Return True if a browser starts: Ubuntu's package is only a stub for a snap."""
    return subprocess.run([program, "--version"], check=False, capture_output=True).returncode == 0


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "fr-FR", "timezone_id": "Europe/Paris"}


@pytest.fixture
def unused_tcp_port() -> int:
    """A free port of the loopback interface."""
    return find_free_port()
