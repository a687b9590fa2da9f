"""Reads second looks (5.9): those due, for whom, and the differences not settled."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Self

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from arbitrage.core.second_looks import OPEN_LOOKS, ComparedDecision, LookCriteria, LookState
from arbitrage.models import LookPlan, PaperBulletin, Ruling, RulingStatus, SecondLook
from arbitrage.queries.second_looks_due import list_due_rulings
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role, TurnState
from tournament.models import Game, Tournament, Turn
from tournament.queries.people.accounts import list_officers
from tournament.queries.people.seating import filter_by_arbiter, get_table_numbers
from tournament.queries.people.table_scope import ALL_TABLES, TableScope, find_scope
from tournament.queries.spoilers import list_hidden_turns

#: A bulletin: its turn and its entry.
type TurnEntry = tuple[int, int]
_OPEN = Q(state__in=list(OPEN_LOOKS)) & ~Q(turn__state=TurnState.CANCELLED)


def list_plans(tournament: Tournament) -> QuerySet[LookPlan]:
    """Return the plans of a tournament, the newest last."""
    return LookPlan.objects.filter(tournament=tournament).order_by("at", "pk")


def get_current_plan(tournament: Tournament) -> LookCriteria:
    """Return the criteria for the turns that open from now on."""
    last = list_plans(tournament).last()
    return LookCriteria.from_dict(last.plan) if last else LookCriteria()


def to_compared_decision(ruling: Ruling) -> ComparedDecision:
    return ComparedDecision(ruling.key, ruling.points, ruling.sanction)


class DueLook(NamedTuple):
    """A decision that is due for a second look."""

    turn_id: int
    entry_id: int
    version: int
    status: str
    seat_number: int


@dataclass
class SecondLooks:
    """The second looks of a tournament, or of one game or turn of it; read on access."""

    tournament: Tournament
    game: Game | None = None
    turn: Turn | None = None
    _barred_places: dict[int, set[TurnEntry]] = field(default_factory=dict)

    @classmethod
    def from_game(cls, game: Game) -> Self:
        return cls(game.tournament, game)

    @classmethod
    def from_turn(cls, turn: Turn) -> Self:
        return cls(turn.game.tournament, turn.game, turn)

    @cached_property
    def plans(self) -> Mapping[int, LookCriteria]:
        """The criteria that applied when each collected turn opened, by turn."""
        stored_plans = list(list_plans(self.tournament))
        by_turn: dict[int, LookCriteria] = {}
        for turn in self.turns.values() if stored_plans else ():
            earlier = [
                plan for plan in stored_plans if turn.opened_at and plan.at <= turn.opened_at
            ]
            if earlier and (criteria := LookCriteria.from_dict(earlier[-1].plan)):
                by_turn[turn.pk] = criteria
        return by_turn

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """The turns that are collected and visible to the staff."""
        rows = Turn.objects.filter(
            game__tournament=self.tournament, state__in=list(COLLECTED_TURN_STATES)
        )
        if self.game:
            rows = rows.filter(game=self.game)
        if self.turn:
            rows = rows.filter(pk=self.turn.pk)
        hidden = [turn.pk for turn in list_hidden_turns([self.tournament])]
        rows = rows.exclude(pk__in=hidden).exclude(game__state=GameState.VOID)
        turns = rows.select_related("game__tournament")
        return {turn.pk: turn for turn in turns.order_by("game__number", "ordinal")}

    @cached_property
    def due_looks(self) -> Mapping[TurnEntry, DueLook]:
        """The decisions in force that nobody has looked at yet: by turn, then by table."""
        if not self.plans:
            return {}
        rows = list_due_rulings(self.tournament, self.turns, self.plans)
        looks = [DueLook(*row) for row in rows.values_list(*DueLook._fields)]
        return {(look.turn_id, look.entry_id): look for look in looks}

    @property
    def due_places(self) -> list[TurnEntry]:
        return list(self.due_looks)

    def list_assignable(self, user: User) -> list[TurnEntry]:
        """Return the bulletins that the user may look at."""
        barred = self.list_barred(user) if self.due_looks else set()
        return [place for place in self.due_looks if place not in barred]

    def list_barred(self, user: User) -> set[TurnEntry]:
        """Return the bulletins that the user may not look at.

        Those they ruled on, at their own tables, typed in by them and not decided by anybody, and
        those they looked at before.
        """
        if user.pk not in self._barred_places:
            self._barred_places[user.pk] = self._find_barred(user)
        return self._barred_places[user.pk]

    def _find_barred(self, user: User) -> set[TurnEntry]:
        turns = {turn for turn, _entry in self.due_looks}
        ruled = Ruling.objects.filter(turn__in=turns, by=user)
        looked = SecondLook.objects.filter(turn__in=turns, by=user)
        typed = PaperBulletin.objects.filter(turn__in=turns, by=user)
        undecided_places = {
            place for place, look in self.due_looks.items() if look.status == RulingStatus.PROPOSED
        }
        at_own_tables = filter_by_arbiter(Ruling.objects.filter(turn__in=turns), user.pk)
        return {
            *ruled.values_list("turn", "entry"),
            *looked.values_list("turn", "entry"),
            *undecided_places.intersection(typed.values_list("turn", "entry")),
            *at_own_tables.values_list("turn", "entry"),
            *self._list_elsewhere(user),
        }

    def _list_elsewhere(self, user: User) -> set[TurnEntry]:
        """Return the bulletins due of centres where the account is no double arbiter."""
        scope = find_scope(user, self.tournament.pk, [Role.DOUBLE_ARBITER])
        return set(self.due_looks).difference(self.list_due_in(scope))

    def list_due_in(self, scope: TableScope) -> list[TurnEntry]:
        """Return the bulletins due at the tables of ``scope``."""
        if scope == ALL_TABLES:
            return self.due_places
        rows = Ruling.objects.filter(turn__in={turn for turn, _entry in self.due_looks})
        inside = set(scope.filter_by_turn(rows).values_list("turn", "entry"))
        return [place for place in self.due_looks if place in inside]

    @cached_property
    def unassignable(self) -> list[TurnEntry]:
        """The bulletins due that no double arbiter of the tournament may look at."""
        users = list_double_arbiters(self.tournament) if self.due_looks else []
        return [
            place
            for place in self.due_looks
            if all(place in self.list_barred(user) for user in users)
        ]


def list_double_arbiters(tournament: Tournament) -> list[User]:
    return list(list_officers(tournament, Role.DOUBLE_ARBITER))


def get_rulings_of_looks(looks: Collection[SecondLook], version: str) -> dict[int, Ruling]:
    """Return the ruling of each look whose version is in the look's field ``version``."""
    if not looks:
        return {}
    same_bulletin = {
        "turn": OuterRef("turn"),
        "entry": OuterRef("entry"),
        version: OuterRef("version"),
    }
    matching_looks = SecondLook.objects.filter(pk__in=[look.pk for look in looks], **same_bulletin)
    rows = Ruling.objects.filter(Exists(matching_looks), turn__in={look.turn_id for look in looks})
    ruling_by_version = {
        (ruling.turn_id, ruling.entry_id, ruling.version): ruling
        for ruling in rows.select_related("by").defer("verdict")
    }
    return {
        look.pk: ruling_by_version[look.turn_id, look.entry_id, getattr(look, version)]
        for look in looks
    }


def find_games_with_open_differences(games: Collection[Game]) -> set[int]:
    """Return those of ``games`` with an unsettled difference; answers ``ports.find_unsettled``."""
    rows = SecondLook.objects.filter(_OPEN, turn__game__in=games).order_by()
    return set(rows.values_list("turn__game", flat=True).distinct())


def filter_open_differences(
    tournament: Tournament, scope: TableScope = ALL_TABLES
) -> QuerySet[SecondLook]:
    rows = SecondLook.objects.filter(_OPEN, turn__game__tournament=tournament)
    rows = scope.filter_by_turn(rows)
    rows = rows.exclude(turn__game__state=GameState.VOID)
    rows = rows.exclude(turn__in=[turn.pk for turn in list_hidden_turns([tournament])])
    related = ("turn__game__tournament", "entry", "by")
    return rows.select_related(*related).order_by("turn__game__number", "turn__ordinal", "pk")


@dataclass(frozen=True, slots=True)
class OpenDifference:
    look: SecondLook
    table: int
    ruling: Ruling


def list_differences(
    tournament: Tournament, scope: TableScope = ALL_TABLES
) -> list[OpenDifference]:
    """Return the unsettled looks at tables of ``scope`` with the decision that each is about."""
    looks = list(filter_open_differences(tournament, scope))
    rulings = get_rulings_of_looks(looks, "version")
    tables: dict[int, Mapping[int, int]] = {}
    for look in looks:
        if look.turn.game_id not in tables:
            of_game = [other.entry_id for other in looks if other.turn.game_id == look.turn.game_id]
            tables[look.turn.game_id] = get_table_numbers(look.turn.game_id, of_game)
    return [
        OpenDifference(look, tables[look.turn.game_id][look.entry_id], rulings[look.pk])
        for look in looks
    ]


def find_double_arbitrated_entries(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """Return the entries of ``rulings``, in force, whose decision followed from a second look.

    Their slips have the box DOUBLE ARBITRAGE ticked (5.9).
    """
    by_entry = {ruling.entry_id: ruling for ruling in rulings}
    rows = SecondLook.objects.filter(turn=turn, entry__in=by_entry, state=LookState.RULED)
    looks = list(rows)
    final_rulings = get_rulings_of_looks(looks, "settled_version")
    return {
        look.entry_id
        for look in looks
        if to_compared_decision(final_rulings[look.pk])
        == to_compared_decision(by_entry[look.entry_id])
    }


@dataclass(frozen=True, slots=True)
class LookCounts:
    """Counts of looks in games under way or over.

    ``to_look``: somebody may look at them. ``unassignable``: no double arbiter of the tournament
    may.
    """

    to_look: int = 0
    differences: int = 0
    unassignable: int = 0


def count_looks(tournament: Tournament) -> LookCounts:
    if not LookPlan.objects.filter(tournament=tournament).exists():
        return LookCounts()
    looks = SecondLooks(tournament)
    unassignable = len(looks.unassignable)
    return LookCounts(
        to_look=len(looks.due_looks) - unassignable,
        differences=filter_open_differences(tournament).count(),
        unassignable=unassignable,
    )


@dataclass(frozen=True, slots=True)
class UnassignableLooks:
    """The bulletins of a turn that nobody may look at, by their tables."""

    turn: Turn
    tables: list[int]


def list_unassignable(tournament: Tournament) -> list[UnassignableLooks]:
    """Return the bulletins that nobody may look at, by game and turn."""
    looks = SecondLooks(tournament)
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for place in looks.unassignable:
        tables[place[0]].append(looks.due_looks[place].seat_number)
    return [UnassignableLooks(looks.turns[turn], numbers) for turn, numbers in tables.items()]
