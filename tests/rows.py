"""Many rows in one test: all are checked, and the failure lists each wrong one.

A test of its own for each row would cost pytest's work around every test, collected in each worker.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager

import pytest

type Row = Callable[[object], AbstractContextManager[None]]


@contextmanager
def every_row(expected_failures: Mapping[str, str] | None = None) -> Iterator[Row]:
    """Yield ``row(name)``, a context in which one row is checked; fail at the end for all failures.

    ``expected_failures``: name → reason; such a row fails if it passes, or does not exist. Without
    any row it fails: a wrong path would check nothing.
    """
    failures: list[str] = []
    names: list[str] = []
    reasons = expected_failures or {}

    @contextmanager
    def row(name: object) -> Iterator[None]:
        names.append(str(name))
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - reported with its name
            if names[-1] not in reasons:
                failures.append(f"{name}: {_format_error(error)}")
        else:
            if names[-1] in reasons:
                failures.append(f"{name}: comes out right, but is known as {reasons[names[-1]]}")

    yield row
    failures += [
        f"{name}: is known as wrong and is not there" for name in reasons.keys() - {*names}
    ]
    if not names:
        pytest.fail("there is no row to look at", pytrace=False)
    if failures:
        details = "\n".join(failures)
        pytest.fail(f"{len(failures)} wrong, of {len(names)} rows\n{details}", pytrace=False)


def _format_error(error: BaseException) -> str:
    """Return an assertion's message, or another error's type and message."""
    message = str(error)
    return message if isinstance(error, AssertionError) else f"{type(error).__name__}: {message}"
