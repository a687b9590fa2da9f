"""Standings of a game and of a tournament, read from the scoreboard."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet, Sum

from tournament import ports
from tournament.core import standings as core
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    GameState,
    TurnState,
)
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.mort_subite import (
    is_mort_subite,
    places_of,
    played,
    settled_of_game,
)
from tournament.queries.people.public_names import PublicNames
from tournament.queries.people.seating import seated
from tournament.queries.results.hand_ins import awaited, handed_in


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
    #: Number of the turn of a *mort subite* on which it is out.
    fell: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    entry_id: int
    points: int
    gross: int
    warnings: int
    average: bool


class GameStandings:
    """What the revealed turns of a game add up to; a turn not revealed counts for nobody.

    ``public``: with the names that the public reads (``queries.people.public_names``).
    """

    def __init__(self, game: Game, *, public: bool = False) -> None:
        self.game = game
        self._public = public

    @cached_property
    def entries(self) -> dict[int, tuple[int, str]]:
        """Number of the table in this game, the smallest first, and name of each entry still in
        play, or with a score in this game."""
        rows = seated(self._playing, self.game.pk).order_by("seat_number")
        short = PublicNames(self.game.tournament).short if self._public else {}
        return {
            pk: (number, short.get(pk, name))
            for pk, number, name in rows.values_list("pk", "seat_number", "name")
        }

    @property
    def _playing(self) -> QuerySet[Entry]:
        if is_mort_subite(self.game) and self.game.contenders.exists():
            return Entry.objects.filter(contests__game=self.game).order_by()
        scored = Score.objects.filter(turn__game=self.game).values("entry")
        here = Entry.objects.filter(tournament=self.game.tournament_id).order_by()
        return here.filter(Q(withdrawn=False) | Q(pk__in=scored))

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
        scored = Score.objects.filter(turn__game=self.game, points__gt=0)
        handed = {entry for _game, entry in handed_in(Q(turn__game=self.game))}
        played = handed.union(scored.order_by().values_list("entry", flat=True).distinct())
        return sum(entry in played for entry in self.entries)

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
            kind=self.game.kind,
        )

    @cached_property
    def provisional(self) -> bool:
        """Whether the totals may still change: the game goes on, or something of it is open."""
        return self.game.state != GameState.FINISHED or bool(unsettled([self.game]))

    @cached_property
    def standings(self) -> list[core.Standing]:
        sums = core.tally(self.lines.values(), self.entries)
        settled = settled_of_game(self.game) if self.game.state == GameState.FINISHED else []
        return core.standings(sums, self.terms, settled)

    @cached_property
    def rows(self) -> list[StandingRow]:
        if is_mort_subite(self.game):
            return self._rows_by_lasting()
        return [
            StandingRow(
                rank=row.rank,
                entry_id=row.entry_id,
                table=self.entries[row.entry_id][0],
                name=self.entries[row.entry_id][1],
                total=row.total,
                points=row.points,
                solos=row.solos,
                bonus=row.bonus,
                warnings=row.warnings,
                deduction=row.deduction,
            )
            for row in self.standings
        ]

    def _rows_by_lasting(self) -> list[StandingRow]:
        """Of a *mort subite*: the last one in first. No solo is paid in it, and what warnings cost
        was taken off on their turn (reading B-37)."""
        its, places = played(self.game), places_of(self.game)
        numbers = {turn.ordinal: turn.number for turn in its.turns}
        fell = {entry: numbers[turn] for entry, turn in its.fell.items()}
        rows = [
            StandingRow(
                rank=places.get(entry, 1),
                entry_id=entry,
                table=table,
                name=name,
                total=its.outcome.totals.get(entry, 0),
                points=its.points.get(entry, 0),
                solos=0,
                bonus=0,
                warnings=its.warnings.get(entry, 0),
                deduction=its.deductions.get(entry, 0),
                fell=fell.get(entry),
            )
            for entry, (table, name) in self.entries.items()
        ]
        return sorted(rows, key=lambda row: row.rank)

    @cached_property
    def by_entry(self) -> dict[int, StandingRow]:
        return {row.entry_id: row for row in self.rows}

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


def has_open_bulletins(game: Game) -> bool:
    """Whether a bulletin of a turn collected is not typed in, corrected or decided."""
    return bool(with_open_slips([game]))


def with_open_slips(games: Collection[Game]) -> set[int]:
    """Those of ``games`` of which a bulletin of a turn collected is not typed in, corrected or
    decided."""
    turns = Turn.objects.filter(game__in=games, state__in=list(COLLECTED_TURN_STATES))
    undecided = turns.filter(Q(corrected_at=None) | Q(to_decide__gt=0))
    to_type = awaited().filter(turn__in=turns)
    return {
        *undecided.order_by().values_list("game", flat=True).distinct(),
        *to_type.order_by().values_list("turn__game", flat=True).distinct(),
    }


def unsettled(games: Collection[Game]) -> set[int]:
    """Those of ``games`` whose results are provisional though they are over: a bulletin is open, or
    the arbiters' office holds something else open (``ports.find_unsettled``)."""
    found = with_open_slips(games)
    return found.union(*(find(games) for find in ports.find_unsettled))


def standings_of(game: Game) -> GameStandings:
    return GameStandings(game)


def warnings_in(game: Game, entries: Collection[int]) -> dict[int, int]:
    """Warnings of ``entries`` over the turns collected so far, revealed or not: for the staff
    only. Nothing is written for an entry that has none."""
    counted = Score.objects.filter(turn__game=game, entry__in=entries)
    counted = counted.exclude(turn__state=TurnState.CANCELLED)
    rows = counted.values("entry").annotate(sum=Sum("warnings")).filter(sum__gt=0)
    return dict(rows.values_list("entry", "sum"))
