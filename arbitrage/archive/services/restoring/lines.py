"""Checks of the lines of an archive, as strict as the forms that accept the same values."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.services.restoring.values import CHECKS
from engine.errors import EngineError
from tournament.core.errors import BadSetting, BadSheet

_IMPOSSIBLE = (
    *(LookupError, ValueError, TypeError, AttributeError, OverflowError),
    *(ValidationError, EngineError, BadSetting, BadSheet),
)


@contextmanager
def locate_errors(member: str, number: int) -> Iterator[None]:
    """Raise BadArchive with ``member`` and ``number`` for errors that impossible values cause
    inside."""
    try:
        yield
    except _IMPOSSIBLE as error:
        raise BadArchive("bad-value", member=member, line=number) from error


def check_lines(archive: Archive) -> None:
    """Check the values that the forms check, and those that no table of members reads
    (``archive.queries.member_tables``). Raise BadArchive."""
    for member, check in CHECKS.items():
        for number, row in enumerate(archive.rows[member], start=1):
            with locate_errors(member, number):
                check(row, archive)
