"""Standings of a game and of a tournament, read from the scoreboard."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, Sum

from tournament.core import standings as core
from tournament.core.ranking import ranking
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    TurnState,
)
from tournament.models import Bulletin, Entry, Game, LateBulletin, Score, Tournament, Turn
from tournament.queries.handed import awaited


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of a ranking, ready to show."""

    rank: int
    entry_id: int
    table: int
    name: str
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int


@dataclass(frozen=True, slots=True)
class OverallRow:
    rank: int
    entry_id: int
    table: int
    name: str
    total: int
    games: list[int]


@dataclass(frozen=True, slots=True)
class _Line:
    entry_id: int
    points: int
    gross: int
    warnings: int
    average: bool


class GameStandings:
    """What the revealed turns of a game add up to; a turn not revealed counts for nobody."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def entries(self) -> list[Entry]:
        """Entries still in play, or with a score in this game."""
        scored = Score.objects.filter(turn__game=self.game).values("entry")
        return list(
            Entry.objects.filter(tournament=self.game.tournament_id)
            .filter(Q(withdrawn=False) | Q(pk__in=scored))
            .select_related("table")
            .order_by("table__number")
        )

    @cached_property
    def lines(self) -> dict[int, list[_Line]]:
        """Score lines by turn id."""
        by_turn: dict[int, list[_Line]] = defaultdict(list)
        scores = Score.objects.filter(
            turn__game=self.game, turn__state__in=list(PLACED_TURN_STATES)
        )
        columns = ("entry_id", "points", "gross", "warnings", "average")
        for turn_id, entry, points, gross, warned, average in scores.values_list(
            "turn_id", *columns
        ):
            by_turn[turn_id].append(_Line(entry, points, gross, warned, average))
        return by_turn

    @cached_property
    def players(self) -> int:
        """Entries that have played: handed in a bulletin in this game, or scored in it.

        Who never came does not help to make the sixteen of 3.5.
        """
        handed = Bulletin.objects.filter(turn__game=self.game)
        late = LateBulletin.objects.filter(turn__game=self.game)
        scored = Score.objects.filter(turn__game=self.game, points__gt=0)
        played = (
            Q(pk__in=handed.values("entry"))
            | Q(pk__in=late.values("entry"))
            | Q(pk__in=scored.values("entry"))
        )
        entries = Entry.objects.filter(pk__in=[entry.pk for entry in self.entries])
        return entries.filter(played).count()

    @property
    def terms(self) -> core.Terms:
        final = self.game.state == GameState.FINISHED
        return core.Terms(
            # what depends on their number only counts at the end
            players=self.players if final else len(self.entries),
            edition=self.game.tournament.regulation,
            format=self.game.format,
            time_s=self.game.time_s,
            final=final,
        )

    @cached_property
    def provisional(self) -> bool:
        """Whether the totals may still change: the game goes on, or a bulletin is open."""
        return self.game.state != GameState.FINISHED or has_open_slips(self.game)

    @cached_property
    def standings(self) -> list[core.Standing]:
        sums = core.tally(self.lines.values(), [entry.pk for entry in self.entries])
        return core.standings(sums, self.terms)

    @cached_property
    def rows(self) -> list[StandingRow]:
        named = {entry.pk: entry for entry in self.entries}
        return [
            StandingRow(
                rank=row.rank,
                entry_id=row.entry_id,
                table=named[row.entry_id].table.number,
                name=named[row.entry_id].name,
                total=row.total,
                points=row.points,
                solos=row.solos,
                bonus=row.bonus,
                warnings=row.warnings,
                deduction=row.deduction,
            )
            for row in self.standings
        ]

    @cached_property
    def by_entry(self) -> dict[int, StandingRow]:
        return {row.entry_id: row for row in self.rows}

    def total_of(self, entry_id: int) -> int:
        """The total of an entry in this game; nothing for one that did not take part."""
        row = self.by_entry.get(entry_id)
        return row.total if row else 0

    @cached_property
    def top_total(self) -> int:
        """Sum of the tops of the turns counted."""
        placed = self.game.turns.filter(state__in=list(PLACED_TURN_STATES))
        return placed.aggregate(sum=Sum("score"))["sum"] or 0

    def best_and_found(self, turn: Turn) -> tuple[int | None, int | None]:
        """Best score of the players on ``turn``, and how many reached the top."""
        gross = [line.gross for line in self.lines.get(turn.pk, []) if not line.average]
        if not gross:
            return None, None
        return max(gross), sum(value >= turn.score for value in gross)


def has_open_slips(game: Game) -> bool:
    """Whether a bulletin of a turn collected is not typed in, corrected or decided."""
    turns = game.turns.filter(state__in=list(COLLECTED_TURN_STATES))
    undecided = turns.filter(Q(corrected_at=None) | Q(to_decide__gt=0))
    return undecided.exists() or awaited().filter(turn__in=turns).exists()


def standings_of(game: Game) -> GameStandings:
    return GameStandings(game)


def warnings_in(game: Game, entries: Collection[int]) -> dict[int, int]:
    """Warnings of ``entries`` over the turns collected so far, revealed or not: for the staff
    only. Nothing is written for an entry that has none."""
    counted = Score.objects.filter(turn__game=game, entry__in=entries)
    counted = counted.exclude(turn__state=TurnState.CANCELLED)
    rows = counted.values("entry").annotate(sum=Sum("warnings")).filter(sum__gt=0)
    return dict(rows.values_list("entry", "sum"))


def tournament_standings(tournament: Tournament) -> tuple[list[Game], list[OverallRow]]:
    """The games that count (running or finished) and the ranking over them."""
    games = list(
        tournament.games.filter(
            state__in=[GameState.RUNNING, GameState.INTERRUPTED, GameState.FINISHED]
        )
    )
    tables = [standings_of(game) for game in games]
    entries: dict[int, Entry] = {}
    for table in tables:
        entries.update({entry.pk: entry for entry in table.entries})
    if not games:
        entries = _registered(tournament)
    totals = {entry: [table.total_of(entry) for table in tables] for entry in _by_table(entries)}
    tops = [table.top_total for table in tables]
    rows = ranking(totals, tops, edition=tournament.regulation)
    return games, [
        OverallRow(
            rank=row.rank,
            entry_id=row.key,
            table=entries[row.key].table.number,
            name=entries[row.key].name,
            total=row.total,
            games=list(row.games),
        )
        for row in rows
    ]


def _registered(tournament: Tournament) -> dict[int, Entry]:
    found = tournament.entries.filter(withdrawn=False).select_related("table")
    return {entry.pk: entry for entry in found}


def _by_table(entries: dict[int, Entry]) -> Sequence[int]:
    return sorted(entries, key=lambda pk: entries[pk].table.number)
