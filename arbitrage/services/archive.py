"""Makes the archive of a tournament for somebody who takes it along, and that of one turn."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.queries.archive.making import archive_of, archive_of_turn
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import OVER, TournamentChangeKind
from tournament.models import Tournament, Turn
from tournament.queries import clock
from tournament.services.life import record


def take_archive(
    *, tournament: Tournament, secrets_too: bool, by: User | None, now: datetime
) -> bytes:
    """The archive, and a line on record that ``by`` has it.

    ``secrets_too``: whoever takes it knows that seed, solutions and bulletins of games which are
    not over are in it. Raises WrongState without that word, NotAllowed where the judge of such a
    game plays it himself.
    """
    open_games = list(tournament.games.exclude(state__in=list(OVER)).order_by("number"))
    if open_games and not secrets_too:
        raise WrongState("secrets-in-archive")
    if by is not None and any(game.judge_plays_id is not None for game in open_games):
        raise NotAllowed("judge-plays")
    content = archive_of(tournament, now=now)
    data = {"games": [game.number for game in open_games]} if open_games else {}
    record(tournament, TournamentChangeKind.COPIED, by=by, now=now, data=data)
    return content


def turn_archive(turn: Turn, *, now: datetime | None = None) -> bytes:
    """What is about one turn, to be read elsewhere; it cannot be restored."""
    return archive_of_turn(turn, now=now or clock.now())
