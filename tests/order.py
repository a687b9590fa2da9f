"""Which tests there are room for, and the order in which their files run."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Fixtures that start servers for more than one test, in the order in which they may start.
SERVERS = {"web": 1, "webs": 1, "live_stack": 2}
#: Files that take longest, the longest first, whatever their number of tests.
LONG = (
    "tests/e2e/test_chaos.py",
    "tests/e2e/test_day.py",
    "tests/config/test_embedded.py",
    "tests/config/test_club.py",
    "tests/config/test_outage.py",
    "tests/engine/search/test_moves.py",
    "tests/config/test_stack.py",
    "tests/e2e/test_hall.py",
    "tests/browser/pages/test_real_match.py",
    "tests/browser/office/test_every_page.py",
    "tests/browser/pages/test_real_appeal.py",
    "tests/e2e/test_mort_subite.py",
    "tests/browser/office/test_rounds.py",
    "tests/e2e/test_whole_game.py",
    "tests/browser/office/test_people_looks.py",
    "tests/browser/office/test_topping.py",
    "tests/browser/office/test_outage.py",
    "tests/e2e/test_half_paper_hall.py",
    "tests/e2e/test_club_on_paper.py",
    "tests/e2e/test_bad_days.py",
)
#: A little more than there are.
MOST_NODES = 3950


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Whole files, as ``--dist loadfile`` hands them out, in the order in which they may run.

    Files with servers come last, for these outlive their tests and see every later row; those that
    empty the tables come after those that roll back. Otherwise the long ones begin, so that no
    worker is left with one in the end.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    order = sorted(files, key=lambda path: _place(path, files[path]))
    return [item for path in order for item in files[path]]


def _place(path: Path, items: list[pytest.Item]) -> tuple[int, bool, int, int, str]:
    name = path.relative_to(ROOT).as_posix()
    asked = {fixture for item in items for fixture in getattr(item, "fixturenames", ())}
    servers = max((SERVERS.get(fixture, 0) for fixture in asked), default=0)
    long = LONG.index(name) if name in LONG else len(LONG)
    return servers, "transactional_db" in asked, long, -len(items), name


def limit_nodes(number: int) -> None:
    """Raises UsageError for too many tests: what goes around each costs more than a row."""
    if number > MOST_NODES:
        raise pytest.UsageError(
            f"{number} tests are more than the {MOST_NODES} that tests/order.py lets in. Rows of "
            "a table need no test each: loop over them in one test with tests.rows.every_row, "
            "which looks at all of them and names each that is wrong. Where the tests are all "
            "needed, raise MOST_NODES."
        )
