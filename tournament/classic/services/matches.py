"""Matches between two, and the opening of their games."""

from datetime import datetime

from tournament.classic.core.match import check_players, find_starter, is_over
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchGame, MatchRound
from tournament.classic.queries.games import list_games, list_results, load_state
from tournament.classic.services.play import list_channels
from tournament.core.errors import ClassicRefused
from tournament.core.tournament_journal import SubjectKind
from tournament.models import Entry, Tournament
from tournament.services import update_channel
from tournament.services.lifecycle import lock_unless_archived
from tournament.services.play.transitions import By
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.tournament_journal import append_change, open_journal_transaction


def build_match(
    *,
    tournament: Tournament,
    x: Entry,
    y: Entry | None,
    terms: MatchTerms,
    match_round: MatchRound | None = None,
    board_number: int | None = None,
) -> Match:
    """Return an unsaved match of two entries (1.1), or of one that has a bye.

    Raise ClassicRefused for a match against oneself.
    """
    if y is not None:
        check_players([x, y])
    return Match(
        tournament=tournament, round=match_round, board_number=board_number, x=x, y=y,
        terms=terms.to_json(),
    )  # fmt: skip


def open_game(*, match: Match, after: MatchGame | None = None, by: By, now: datetime) -> MatchGame:
    """Open the next game of a match that is not decided (3.2), once the last word of the previous
    game is accepted (C-02).

    ``after``: the last game that the caller knows; if the next one is open already, it is returned.
    The game keeps the current terms of the match and words of the tournament. Raise WrongState,
    ClassicRefused, BadSetting or Busy.
    """
    tournament = Tournament.objects.get(pk=match.tournament_id)
    word_lists.prepare_fixed_list(tournament)
    with lock_lexica_for_use(), open_journal_transaction():
        lock_unless_archived(tournament)
        match = Match.objects.select_for_update().get(pk=match.pk)
        if match.y_id is None:
            raise ClassicRefused("bye")
        existing = list_games(match).filter(number=after.number + 1).first() if after else None
        if existing is not None:
            return existing
        number = _find_next_number(match)
        starter = find_starter(number, _find_first_toss_loser(match))
        game = MatchGame.objects.create(
            match=match, number=number, terms=match.terms, opened_at=now,
            starter_given=starter or "", phase="racks" if starter else "toss",
            to_move=starter or "",
            word_list=word_lists.get_fixed_list(tournament=tournament, now=now),
        )  # fmt: skip
        if match.round_id is None:
            append_change(match.tournament_id, SubjectKind.MATCH, match.uid, by=by, now=now)
        update_channel.notify(*list_channels(game))
    return game


def _find_next_number(match: Match) -> int:
    games = list_games(match)
    if games.filter(over_at__isnull=True).exists():
        raise ClassicRefused("game-going-on")
    is_match_over = match.over_at is not None or is_over(match.parsed_terms, list_results(match))
    if games and is_match_over:
        raise ClassicRefused("match-over")
    return games.count() + 1


def _find_first_toss_loser(match: Match) -> Side | None:
    first = list_games(match).first()
    starter = load_state(first).starter if first else None
    return starter.other if starter else None


def delete_matches(tournament: Tournament) -> None:
    """Delete all matches of a tournament."""
    Match.objects.filter(tournament=tournament).delete()
