"""What is numbered in a tournament gets its numbers one at a time."""

from enum import IntEnum

from django.db import connection


class Numbered(IntEnum):
    """By what is locked under this number: a tournament, by its own."""

    CASES = 1_667_331_939
    CALLS = 1_667_331_940


def one_number_at_a_time(what: Numbered, tournament: int) -> None:
    """Until the transaction ends. No row is locked for it: who changes the tournament locks that
    before turns and games, and one of these is locked already."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [what, tournament])
