"""Makes the archive of a tournament for somebody who takes it along, and that of one turn."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.archive.queries.archive import archive_of, archive_of_turn
from arbitrage.archive.queries.lines import Extent
from arbitrage.archive.queries.unfinished import secret_of
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import TournamentChangeKind
from tournament.models import Tournament, Turn
from tournament.queries import clock
from tournament.services.lifecycle import record


def take_archive(
    *, tournament: Tournament, secrets_too: bool, by: User | None, now: datetime
) -> bytes:
    """The archive, and a line on record that ``by`` has it.

    ``secrets_too``: whoever takes it knows that seed, solutions and bulletins of what is not over
    are in it. Raises WrongState without that word, NotAllowed where the judge of such a
    game plays it himself.
    """
    secret = secret_of(Extent(tournament))
    if secret and not secrets_too:
        raise WrongState("secrets-in-archive")
    open_games = tournament.games.filter(number__in=secret.games)
    if by is not None and open_games.filter(judge_plays__isnull=False).exists():
        raise NotAllowed("judge-plays")
    content = archive_of(tournament, now=now)
    told = {
        "games": secret.games,
        "toppings": secret.toppings,
        "match_games": len(secret.match_games),
    }
    data = {name: left for name, left in told.items() if left}
    record(tournament, TournamentChangeKind.COPIED, by=by, now=now, data=data)
    return content


def turn_archive(turn: Turn, *, now: datetime | None = None) -> bytes:
    """What is about one turn, to be read elsewhere; it cannot be restored."""
    return archive_of_turn(turn, now=now or clock.now())
