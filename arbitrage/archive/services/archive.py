"""Archives of tournaments for download."""

from datetime import datetime

from django.contrib.auth.models import User

from arbitrage.archive.queries.archive import build_archive
from arbitrage.archive.queries.lines import ArchiveSource
from arbitrage.archive.queries.unfinished import find_unfinished_games, has_open_tables
from tournament.core.errors import NotAllowed, WrongState
from tournament.core.states import TournamentChangeKind
from tournament.models import Tournament
from tournament.queries.seal import require_readable
from tournament.services.lifecycle import record_tournament_change


def export_archive(
    *,
    tournament: Tournament,
    accepts_secrets: bool,
    is_shared: bool = False,
    by: User | None,
    now: datetime,
) -> bytes:
    """Return the archive, and record that ``by`` took it; ``is_shared``: the one that anybody may
    have.

    ``accepts_secrets``: the caller knows that it has seeds, solutions and bulletins of unfinished
    games, and keys of tables. Raise WrongState if it is False and there are any, or if a game is
    unfinished and the archive is ``is_shared``; NotAllowed if the judge of an unfinished game plays
    it themselves.
    """
    unfinished = find_unfinished_games(ArchiveSource(tournament))
    if is_shared and unfinished:
        raise WrongState("unfinished-not-shared")
    require_download_permission(tournament, accepts_secrets=is_shared or accepts_secrets, by=by)
    content = build_archive(tournament, now=now, is_shared=is_shared)
    record_download(tournament, by=by, now=now)
    return content


def require_download_permission(
    tournament: Tournament, *, accepts_secrets: bool, by: User | None
) -> None:
    """Raise WrongState, NotAllowed as ``export_archive`` for a file that has everything."""
    source = ArchiveSource(tournament)
    if not accepts_secrets and has_open_tables(source):
        raise WrongState("secrets-in-archive")
    open_games = tournament.games.filter(number__in=find_unfinished_games(source).games)
    if by is not None and open_games.filter(judge_plays__isnull=False).exists():
        raise NotAllowed("judge-plays")
    # An annulled game is over, and its sheet may still be secret.
    for game in tournament.games.all() if by is not None else ():
        require_readable(game)


def record_download(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """Record that ``by`` took a file of the tournament, and what is unfinished in it."""
    unfinished = find_unfinished_games(ArchiveSource(tournament))
    exported = {
        "games": unfinished.games,
        "toppings": unfinished.toppings,
        "match_games": len(unfinished.match_games),
    }
    data = {name: value for name, value in exported.items() if value}
    record_tournament_change(tournament, TournamentChangeKind.COPIED, by=by, now=now, data=data)
