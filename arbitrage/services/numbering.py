"""Locks for numbers that are given one at a time in a tournament."""

from enum import IntEnum

from django.db import connection


class NumberedKind(IntEnum):
    """The first key of the advisory lock; the second is the tournament."""

    CASES = 1_667_331_939
    CALLS = 1_667_331_940


def lock_numbering(kind: NumberedKind, tournament: int) -> None:
    """Take an advisory lock until the transaction ends.

    No row is locked: changes of the tournament lock its row before turns and games, and one of
    these is locked already.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [kind, tournament])
