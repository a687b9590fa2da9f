"""Rules that imports do not show: tests that are never quick, and files that tests read."""

from fnmatch import fnmatch

#: Seconds that the chosen tests may take, on each of ``WORKERS``.
LIMIT_S = 45.0
WORKERS = 2
#: Seconds that creating the database takes from the limit.
DATABASE_S = 8.0
#: Below this many seconds, one process is faster than starting two.
ALONE_S = 4.0

#: Tests that need a browser, a server or other processes: none of them is run.
EXCLUDED_FOLDERS = ("tests/browser", "tests/e2e")
EXCLUDED_FIXTURES = frozenset(
    {"browser", "browser_context", "context", "live_stack", "new_context", "page", "web", "webs"}
)
EXCLUDED_FILES = frozenset(
    {
        "tests/config/processes/test_club.py",
        "tests/config/test_embedded.py",
        "tests/config/test_failover.py",
        "tests/config/test_outage.py",
        "tests/config/processes/test_stack.py",
        "tests/config/processes/test_stopping.py",
        "tests/config/processes/test_supervisor.py",
        "tests/tournament/live/test_bus_away.py",
    }
)

#: A change of one of these may touch every test: nothing can be traced.
UNTRACEABLE = (
    "pyproject.toml",
    "requirements*.lock",
    ".python-version",
    "manage.py",
    "config/settings.py",
    "config/env.py",
    "tests/conftest.py",
    "tests/flushing.py",
    "tests/page_loading.py",
    "tests/shared.py",
    "tests/stack.py",
)

#: Files that tests read as text, or that Django discovers, and the tests that check them.
READ_BY = {
    "templates/*": (
        "tests/config/test_bundler.py",
        "tests/suite/test_scripts.py",
        "tests/tournament/presentation/test_french.py",
    ),
    "static/*": ("tests/config/test_bundler.py", "tests/config/test_static.py"),
    "cases/*": ("tests/cases/test_cases.py", "tests/cases/test_files.py"),
    "tests/samples/rosters/*": ("tests/tournament/core/test_lists.py",),
    "docs/*": ("tests/documents/test_readings.py", "tests/documents/test_security_page.py"),
    "*/migrations/*": ("tests/config/test_models.py",),
    "*/models/*": ("tests/config/test_models.py",),
    "*/management/commands/*": ("tests/tournament/test_commands.py",),
    "*/urls*": ("tests/tournament/views/test_permissions.py",),
    "[act-e]*.py": (  # arbitrage, config, tournament, engine: their sources are searched
        "tests/engine/regulation/test_values.py",
        "tests/suite/test_sources.py",
        "tests/suite/test_reach.py",
        "tests/tournament/classic/presentation/test_messages_classic.py",
    ),
}

#: Maximum links from a change to a chosen test: farther ones rarely fail.
FARTHEST = 4
#: Seconds of a test in a file that has no weight (``tests/weights.tsv``).
ESTIMATED_S = 0.1


def fits(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def is_excluded(path: str) -> bool:
    return path in EXCLUDED_FILES or path.startswith(
        tuple(f"{folder}/" for folder in EXCLUDED_FOLDERS)
    )


def find_readers(path: str) -> set[str]:
    """Return the test files listed as readers of ``path``."""
    return {test for pattern, tests in READ_BY.items() if fnmatch(path, pattern) for test in tests}
