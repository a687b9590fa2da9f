"""A player is excluded from the tournament (9.3): he is paired no more."""

from datetime import datetime

from tournament.classic.core.rounds.states import EXCLUDED, READMITTED
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchGame
from tournament.core.states import TournamentChangeKind
from tournament.services.lifecycle import record
from tournament.services.people.registration import restore_entry, withdraw_entry
from tournament.services.play.transitions import By


def follow(
    game: MatchGame, before: MatchState, after: MatchState, *, by: By, now: datetime
) -> None:
    """Withdraw who is excluded, and let him come back when that is taken back; the organiser reads
    either in the record."""
    for side in sorted(after.excluded - before.excluded):
        _move(game, side, EXCLUDED, by=by, now=now)
    for side in sorted(before.excluded - after.excluded):
        _move(game, side, READMITTED, by=by, now=now)


def _move(game: MatchGame, side: Side, what: str, *, by: By, now: datetime) -> None:
    entry, match = game.match.entry(side), game.match
    if entry is None:
        return
    move = withdraw_entry if what == EXCLUDED else restore_entry
    move(entry=entry, by=by, now=now)
    if match.round is not None:
        told = {"round": match.round.number, "what": what, "tables": [entry.table.number]}
        record(match.tournament, TournamentChangeKind.ROUND, by=by, now=now, data=told)
