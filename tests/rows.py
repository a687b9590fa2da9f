"""Many rows in one test: all of them are looked at, and the failure names each that is wrong.

A row costs nothing here; a node of its own costs what pytest does around every test, twice where
two workers share them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

import pytest

type Row = Callable[[object], AbstractContextManager[None]]


@contextmanager
def every_row(known: Mapping[str, str] | None = None) -> Iterator[Row]:
    """Gives ``row(name)``, in which one row is looked at; fails at the end for all that failed.

    ``known``: rows that are wrong for now, by name, with the reason; one that comes out right, or
    that is not there, fails too. No row at all fails: a wrong path would look at none.
    """
    wrong: list[str] = []
    names: list[str] = []
    expected = known or {}

    @contextmanager
    def row(name: object) -> Iterator[None]:
        names.append(str(name))
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - told with its name
            if names[-1] not in expected:
                wrong.append(f"{name}: {_told(error)}")
        else:
            if names[-1] in expected:
                wrong.append(f"{name}: comes out right, but is known as {expected[names[-1]]}")

    yield row
    wrong += [f"{name}: is known as wrong and is not there" for name in expected.keys() - {*names}]
    if not names:
        pytest.fail("there is no row to look at", pytrace=False)
    if wrong:
        said = "\n".join(wrong)
        pytest.fail(f"{len(wrong)} wrong, of {len(names)} rows\n{said}", pytrace=False)


def _told(error: BaseException) -> str:
    """An assertion as pytest tells it; any other error with its kind."""
    said = str(error)
    return said if isinstance(error, AssertionError) else f"{type(error).__name__}: {said}"
