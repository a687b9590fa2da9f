"""Exclusion of a player from the tournament (9.3): no further pairings."""

from datetime import datetime

from tournament.classic.core.rounds.states import EXCLUDED, READMITTED
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.classic.models import MatchGame
from tournament.core.states import TournamentChangeKind
from tournament.services.lifecycle import record_tournament_change
from tournament.services.people.registration import restore_entry, withdraw_entry
from tournament.services.play.transitions import By


def apply_exclusions(
    game: MatchGame, before: MatchState, after: MatchState, *, by: By, now: datetime
) -> None:
    """Withdraw newly excluded players and restore readmitted ones; each is a line of the record."""
    for side in sorted(after.excluded - before.excluded):
        _change_presence(game, side, EXCLUDED, by=by, now=now)
    for side in sorted(before.excluded - after.excluded):
        _change_presence(game, side, READMITTED, by=by, now=now)


def _change_presence(game: MatchGame, side: Side, change: str, *, by: By, now: datetime) -> None:
    entry, match = game.match.get_entry(side), game.match
    if entry is None:
        return
    service = withdraw_entry if change == EXCLUDED else restore_entry
    service(entry=entry, by=by, now=now)
    if match.round is not None:
        data = {"round": match.round.number, "what": change, "tables": [entry.table.number]}
        record_tournament_change(
            match.tournament, TournamentChangeKind.ROUND, by=by, now=now, data=data
        )
