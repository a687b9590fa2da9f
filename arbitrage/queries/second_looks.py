"""Reads second looks (5.9): what is due for one, for whom, and the differences not settled."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Self

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from arbitrage.core.second_looks import OPEN_LOOKS, LookState, RuledAs, Twice
from arbitrage.models import LookPlan, PaperBulletin, Ruling, SecondLook, Status
from arbitrage.queries.second_looks_due import due_rulings
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role, TurnState
from tournament.models import Game, StaffMember, Tournament, Turn
from tournament.queries.people.seating import at_tables_of, numbers_in
from tournament.queries.spoilers import hidden_turns

#: A bulletin: its turn and its entry.
type LookPlace = tuple[int, int]
_OPEN = Q(state__in=list(OPEN_LOOKS)) & ~Q(turn__state=TurnState.CANCELLED)


def plans_of(tournament: Tournament) -> QuerySet[LookPlan]:
    """The newest last."""
    return LookPlan.objects.filter(tournament=tournament).order_by("at", "pk")


def plan_now(tournament: Tournament) -> Twice:
    """What holds for the turns that open from now on."""
    last = plans_of(tournament).last()
    return Twice.from_dict(last.plan) if last else Twice()


def decided(ruling: Ruling) -> RuledAs:
    return RuledAs(ruling.key, ruling.points, ruling.sanction)


class DueLook(NamedTuple):
    """Of a decision that is due for a second look."""

    turn_id: int
    entry_id: int
    version: int
    status: str
    seat_number: int


@dataclass
class Looks:
    """The second looks of a tournament, or of one game or turn of it; read when asked for."""

    tournament: Tournament
    game: Game | None = None
    turn: Turn | None = None
    _barred: dict[int, set[LookPlace]] = field(default_factory=dict)

    @classmethod
    def in_game(cls, game: Game) -> Self:
        return cls(game.tournament, game)

    @classmethod
    def on_turn(cls, turn: Turn) -> Self:
        return cls(turn.game.tournament, turn.game, turn)

    @cached_property
    def plans(self) -> Mapping[int, Twice]:
        """By turn collected, what is looked at twice: what held when it opened."""
        kept = list(plans_of(self.tournament))
        found: dict[int, Twice] = {}
        for turn in self.turns.values() if kept else ():
            before = [one for one in kept if turn.opened_at and one.at <= turn.opened_at]
            if before and (plan := Twice.from_dict(before[-1].plan)):
                found[turn.pk] = plan
        return found

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Collected, and to be seen by the staff."""
        rows = Turn.objects.filter(
            game__tournament=self.tournament, state__in=list(COLLECTED_TURN_STATES)
        )
        if self.game:
            rows = rows.filter(game=self.game)
        if self.turn:
            rows = rows.filter(pk=self.turn.pk)
        hidden = [turn.pk for turn in hidden_turns([self.tournament])]
        rows = rows.exclude(pk__in=hidden).exclude(game__state=GameState.VOID)
        found = rows.select_related("game__tournament")
        return {turn.pk: turn for turn in found.order_by("game__number", "ordinal")}

    @cached_property
    def due(self) -> Mapping[LookPlace, DueLook]:
        """What nobody has looked at yet as it is decided now: by turn, then by table."""
        if not self.plans:
            return {}
        rows = due_rulings(self.tournament, self.turns, self.plans)
        found = [DueLook(*one) for one in rows.values_list(*DueLook._fields)]
        return {(one.turn_id, one.entry_id): one for one in found}

    @property
    def pending(self) -> list[LookPlace]:
        return list(self.due)

    def pending_for(self, user: User) -> list[LookPlace]:
        """Those that he may look at."""
        barred = self.barred(user) if self.due else set()
        return [place for place in self.due if place not in barred]

    def barred(self, user: User) -> set[LookPlace]:
        """The bulletins that he may not look at: on which he has ruled, whose tables are his, that
        he typed in and nobody has decided, and those that he has looked at before."""
        if user.pk not in self._barred:
            self._barred[user.pk] = self._barred_of(user)
        return self._barred[user.pk]

    def _barred_of(self, user: User) -> set[LookPlace]:
        turns = {turn for turn, _entry in self.due}
        ruled = Ruling.objects.filter(turn__in=turns, by=user)
        looked = SecondLook.objects.filter(turn__in=turns, by=user)
        typed = PaperBulletin.objects.filter(turn__in=turns, by=user)
        alone = {place for place, one in self.due.items() if one.status == Status.PROPOSED}
        own = at_tables_of(Ruling.objects.filter(turn__in=turns), user.pk)
        return {
            *ruled.values_list("turn", "entry"),
            *looked.values_list("turn", "entry"),
            *alone.intersection(typed.values_list("turn", "entry")),
            *own.values_list("turn", "entry"),
        }

    @cached_property
    def nobodys(self) -> list[LookPlace]:
        """Those due that no double arbiter of the tournament may look at."""
        users = second_arbiters(self.tournament) if self.due else []
        return [place for place in self.due if all(place in self.barred(user) for user in users)]


def second_arbiters(tournament: Tournament) -> list[User]:
    rows = StaffMember.objects.filter(tournament=tournament, role=Role.DOUBLE_ARBITER)
    return [member.user for member in rows.select_related("user").order_by("user__username")]


def rulings_of(looks: Collection[SecondLook], version: str) -> dict[int, Ruling]:
    """By look, the ruling of its bulletin that has the version in its field ``version``."""
    if not looks:
        return {}
    beside = {"turn": OuterRef("turn"), "entry": OuterRef("entry"), version: OuterRef("version")}
    named = SecondLook.objects.filter(pk__in=[one.pk for one in looks], **beside)
    rows = Ruling.objects.filter(Exists(named), turn__in={one.turn_id for one in looks})
    found = {
        (one.turn_id, one.entry_id, one.version): one
        for one in rows.select_related("by").defer("verdict")
    }
    return {one.pk: found[one.turn_id, one.entry_id, getattr(one, version)] for one in looks}


def with_open_differences(games: Collection[Game]) -> set[int]:
    """Answers ``ports.find_unsettled``: those of ``games`` of which two people still think
    differently about a bulletin."""
    rows = SecondLook.objects.filter(_OPEN, turn__game__in=games).order_by()
    return set(rows.values_list("turn__game", flat=True).distinct())


def open_differences(tournament: Tournament) -> QuerySet[SecondLook]:
    rows = SecondLook.objects.filter(_OPEN, turn__game__tournament=tournament)
    rows = rows.exclude(turn__game__state=GameState.VOID)
    rows = rows.exclude(turn__in=[turn.pk for turn in hidden_turns([tournament])])
    beside = ("turn__game__tournament", "entry", "by")
    return rows.select_related(*beside).order_by("turn__game__number", "turn__ordinal", "pk")


@dataclass(frozen=True, slots=True)
class OpenLook:
    look: SecondLook
    table: int
    ruling: Ruling


def differences_of(tournament: Tournament) -> list[OpenLook]:
    """Not settled: with the decision that each is about."""
    looks = list(open_differences(tournament))
    rulings = rulings_of(looks, "version")
    tables: dict[int, Mapping[int, int]] = {}
    for one in looks:
        if one.turn.game_id not in tables:
            of_game = [each.entry_id for each in looks if each.turn.game_id == one.turn.game_id]
            tables[one.turn.game_id] = numbers_in(one.turn.game_id, of_game)
    return [OpenLook(one, tables[one.turn.game_id][one.entry_id], rulings[one.pk]) for one in looks]


def doubled(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """Of ``rulings``, in force on ``turn``, the entries whose decision came of a second look: their
    slips carry the box DOUBLE ARBITRAGE (5.9)."""
    by_entry = {one.entry_id: one for one in rulings}
    rows = SecondLook.objects.filter(turn=turn, entry__in=by_entry, state=LookState.RULED)
    looks = list(rows)
    ended = rulings_of(looks, "settled_version")
    return {
        one.entry_id for one in looks if decided(ended[one.pk]) == decided(by_entry[one.entry_id])
    }


@dataclass(frozen=True, slots=True)
class LookCounts:
    """Of the games under way or over: ``to_look`` that somebody may look at, ``nobodys`` that no
    double arbiter of the tournament may."""

    to_look: int = 0
    differences: int = 0
    nobodys: int = 0


def counts_of(tournament: Tournament) -> LookCounts:
    if not LookPlan.objects.filter(tournament=tournament).exists():
        return LookCounts()
    looks = Looks(tournament)
    nobodys = len(looks.nobodys)
    return LookCounts(
        to_look=len(looks.due) - nobodys,
        differences=open_differences(tournament).count(),
        nobodys=nobodys,
    )


@dataclass(frozen=True, slots=True)
class LeftLooks:
    """The bulletins of a turn that nobody may look at, by their tables."""

    turn: Turn
    tables: list[int]


def nobodys_of(tournament: Tournament) -> list[LeftLooks]:
    """By game and turn."""
    looks = Looks(tournament)
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for place in looks.nobodys:
        tables[place[0]].append(looks.due[place].seat_number)
    return [LeftLooks(looks.turns[turn], numbers) for turn, numbers in tables.items()]
