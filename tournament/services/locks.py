"""The order in which services lock rows; in another order two of them could wait for each other.

Organisation, tournament, turns by game and ordinal, entries by key, slips by key, game. The game
comes last, because every row of the journal locks it. A statement that changes several rows locks
them in no order of its own: lock them here first.
"""

from django.db.models import QuerySet

from tournament.models import Entry, Turn


def lock_turns(turns: QuerySet[Turn]) -> list[Turn]:
    """Lock the turns until the transaction ends; return them in the order of their locks."""
    locked_turns = turns.select_for_update(no_key=True, of=["self"])
    return list(locked_turns.order_by("game_id", "ordinal"))


def lock_entries(entries: QuerySet[Entry]) -> list[Entry]:
    """Lock the entries until the transaction ends; return them in the order of their locks."""
    locked_entries = entries.select_for_update(no_key=True, of=["self"])
    return list(locked_entries.order_by("pk"))
