"""A match between two, and its games that are opened one after the other."""

from datetime import datetime

from tournament.classic.core.match import check_players, is_over, starter_of
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchGame, MatchRound
from tournament.classic.queries.games import games_of, results_of, state_of
from tournament.classic.services.play import rooms
from tournament.core.errors import ClassicRefused
from tournament.models import Entry, Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import hold_open
from tournament.services.play.transitions import By
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import relying


def match_of(
    *,
    tournament: Tournament,
    x: Entry,
    y: Entry | None,
    terms: MatchTerms,
    round_: MatchRound | None = None,
    board_number: int | None = None,
) -> Match:
    """A match that is not written yet: two entries (1.1), or one that has a bye.

    Raises ClassicRefused.
    """
    if y is not None:
        check_players([x, y])
    return Match(
        tournament=tournament, round=round_, board_number=board_number, x=x, y=y,
        terms=terms.as_json(),
    )  # fmt: skip


def open_game(*, match: Match, after: MatchGame | None = None, by: By, now: datetime) -> MatchGame:
    """The next game of a match: the one before is over, its last word can no longer be challenged
    (C-02), and it has not decided the match (3.2).

    ``after``: the last game that whoever asks has seen; the next may be open already. It keeps
    the terms of the match and the words of its tournament as they are now. Raises WrongState,
    ClassicRefused, BadSetting and Busy.
    """
    tournament = Tournament.objects.get(pk=match.tournament_id)
    word_lists.make_ready(tournament)
    with relying():
        hold_open(tournament)
        match = Match.objects.select_for_update().get(pk=match.pk)
        if match.y_id is None:
            raise ClassicRefused("bye")
        known = games_of(match).filter(number=after.number + 1).first() if after else None
        if known is not None:
            return known
        number = _next_number(match)
        starter = starter_of(number, _first_toss_loser(match))
        game = MatchGame.objects.create(
            match=match, number=number, terms=match.terms, opened_at=now,
            starter_given=starter or "", phase="racks" if starter else "toss",
            to_move=starter or "",
            word_list=word_lists.fixed_list(tournament=tournament, now=now),
        )  # fmt: skip
        update_channel.tell(*rooms(game))
    return game


def _next_number(match: Match) -> int:
    games = games_of(match)
    if games.filter(over_at__isnull=True).exists():
        raise ClassicRefused("game-going-on")
    over = match.over_at is not None or is_over(match.agreed, results_of(match))
    if games and over:
        raise ClassicRefused("match-over")
    return games.count() + 1


def _first_toss_loser(match: Match) -> Side | None:
    first = games_of(match).first()
    starter = state_of(first).starter if first else None
    return starter.other if starter else None


def delete_matches(tournament: Tournament) -> None:
    """All of a tournament that is deleted."""
    Match.objects.filter(tournament=tournament).delete()
