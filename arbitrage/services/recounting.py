"""Recomputes the scoreboard of a game from its rulings and acts, to check it."""

from dataclasses import fields
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.queries.rulings import get_current_rulings, list_acts_in_force
from arbitrage.services.posting import post_rulings
from arbitrage.services.turn_lock import lock_turn
from tournament.models import Game, Score, Turn
from tournament.services.play.scoreboard import ScoreLine


def recount_game(*, game: Game, by: User | None = None, now: datetime) -> int:
    """Write the whole scoreboard of ``game`` anew from its rulings and acts in force.

    Return how many lines were missing, wrong or of unknown entries: none, unless the table was
    written by other means.
    """
    changed = 0
    for turn in game.turns.select_related("game__tournament"):
        with lock_turn(turn):
            before = _read_lines(turn)
            rulings = get_current_rulings(turn)
            entries_with_acts = list_acts_in_force(turn).keys() | before.keys()
            if not rulings and not entries_with_acts:
                continue
            post_rulings(
                turn=turn,
                rulings=rulings.values(),
                entries_with_acts=entries_with_acts,
                by=by,
                now=now,
                data={"recount": True},
            )
            after = _read_lines(turn)
            entries = before.keys() | after.keys()
            changed += sum(before.get(entry) != after.get(entry) for entry in entries)
    return changed


def _read_lines(turn: Turn) -> dict[int, dict[str, Any]]:
    rows = Score.objects.filter(turn=turn).values(*(field.name for field in fields(ScoreLine)))
    return {row["entry_id"]: row for row in rows}
