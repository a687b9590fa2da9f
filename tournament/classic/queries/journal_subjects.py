"""Rounds, matches, games, clocks and results as the journal of a tournament binds them."""

from uuid import UUID

from django.db.models import QuerySet

from tournament.classic.models import (
    ClockEvent,
    Match,
    MatchEvent,
    MatchGame,
    MatchResult,
    MatchRound,
    TableClock,
)
from tournament.core.states import Discipline
from tournament.core.tournament_journal import BoundLine, JournalSubject, MemberLine, SubjectKind
from tournament.models import Tournament
from tournament.queries.tournament_journal import build_line


def _read_terms(tournament: UUID) -> list[MemberLine]:
    rows = Tournament.objects.filter(uid=tournament)
    return [("tournament", build_line("tournament", row)) for row in rows]


def _read_matches(matches: QuerySet[Match]) -> list[MemberLine]:
    rows = matches.select_related("x", "y").order_by("uid")
    return [
        ("matches", build_line("matches", match) | {"over_at": match.over_at}) for match in rows
    ]


def _read_round(uid: UUID) -> list[MemberLine]:
    rows = MatchRound.objects.filter(uid=uid)
    lines = [("rounds", build_line("rounds", row)) for row in rows]
    return [*lines, *_read_matches(Match.objects.filter(round__uid=uid))]


def _read_match(uid: UUID) -> list[MemberLine]:
    return _read_matches(Match.objects.filter(uid=uid))


def _read_game(uid: UUID) -> list[MemberLine]:
    games = MatchGame.objects.select_related("match", "word_list").defer("word_list__content")
    return [
        (
            "match_games",
            build_line(
                "match_games",
                game,
                words=game.word_list.checksum if game.word_list else None,
                words_count=game.word_list.count if game.word_list else None,
            ),
        )
        for game in games.filter(uid=uid)
    ]


def _list_events(game: UUID, after: int) -> list[BoundLine]:
    events = MatchEvent.objects.filter(game__uid=game, seq__gt=after).order_by("seq")
    return [build_line("match_events", event) for event in events]


def _read_clock(uid: UUID) -> list[MemberLine]:
    clocks = TableClock.objects.select_related("match").filter(uid=uid)
    return [("table_clocks", build_line("table_clocks", clock)) for clock in clocks]


def _list_clock_events(clock: UUID, after: int) -> list[BoundLine]:
    events = ClockEvent.objects.filter(clock__uid=clock, seq__gt=after).order_by("seq")
    return [build_line("clock_events", event) for event in events]


def _read_result(uid: UUID) -> list[MemberLine]:
    results = MatchResult.objects.select_related("match").filter(uid=uid)
    return [("match_results", build_line("match_results", result)) for result in results]


def _list_tournaments(tournament: int) -> list[UUID]:
    rows = Tournament.objects.filter(pk=tournament, discipline=Discipline.CLASSIC)
    return list(rows.values_list("uid", flat=True))


def _list_rounds(tournament: int) -> list[UUID]:
    rows = MatchRound.objects.filter(tournament=tournament).order_by("number")
    return list(rows.values_list("uid", flat=True))


def _list_matches(tournament: int) -> list[UUID]:
    rows = Match.objects.filter(tournament=tournament, round=None).order_by("uid")
    return list(rows.values_list("uid", flat=True))


def _list_games(tournament: int) -> list[UUID]:
    rows = MatchGame.objects.filter(match__tournament=tournament).order_by("uid")
    return list(rows.values_list("uid", flat=True))


def _list_clocks(tournament: int) -> list[UUID]:
    rows = TableClock.objects.filter(match__tournament=tournament).order_by("uid")
    return list(rows.values_list("uid", flat=True))


def _list_results(tournament: int) -> list[UUID]:
    rows = MatchResult.objects.filter(match__tournament=tournament).order_by("at", "pk")
    return list(rows.values_list("uid", flat=True))


SUBJECTS = (
    JournalSubject(SubjectKind.TERMS, _read_terms, _list_tournaments),
    JournalSubject(SubjectKind.ROUND, _read_round, _list_rounds),
    JournalSubject(SubjectKind.MATCH, _read_match, _list_matches),
    JournalSubject(SubjectKind.GAME, _read_game, _list_games, _list_events),
    JournalSubject(SubjectKind.CLOCK, _read_clock, _list_clocks, _list_clock_events),
    JournalSubject(SubjectKind.RESULT, _read_result, _list_results),
)
