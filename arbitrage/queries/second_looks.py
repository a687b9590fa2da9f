"""Reads second looks (5.9): what is due for one, for whom, and the differences not settled."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, Sum

from arbitrage.core.second_looks import (
    OPEN_LOOKS,
    LookCandidate,
    LookState,
    RuledAs,
    Twice,
    covers,
    due,
)
from arbitrage.core.verdict import Sanction
from arbitrage.models import LookPlan, PaperBulletin, Ruling, SecondLook, Status
from arbitrage.queries.rulings import waiting
from tournament.core.ranking.ranks import rank
from tournament.core.states import COLLECTED_TURN_STATES, GameState, Role, TurnState
from tournament.models import Game, Score, Solutions, StaffMember, Tournament, Turn
from tournament.queries.seating import numbers_in, seated
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


@dataclass
class GameLooks:
    """The second looks of one game; read when asked for."""

    game: Game
    _barred: dict[int, set[LookPlace]] = field(default_factory=dict)

    @cached_property
    def plans(self) -> Mapping[int, Twice]:
        """By turn collected, what is looked at twice: what held when it opened."""
        kept = list(plans_of(self.game.tournament))
        found: dict[int, Twice] = {}
        for turn in self.turns.values() if kept else ():
            before = [one for one in kept if turn.opened_at and one.at <= turn.opened_at]
            if before and (plan := Twice.from_dict(before[-1].plan)):
                found[turn.pk] = plan
        return found

    @cached_property
    def turns(self) -> Mapping[int, Turn]:
        """Collected, and to be seen by the staff."""
        if self.game.state == GameState.VOID:
            return {}
        hidden = {turn.pk for turn in hidden_turns([self.game.tournament])}
        rows = self.game.turns.filter(state__in=list(COLLECTED_TURN_STATES))
        found = rows.exclude(pk__in=hidden).select_related("game__tournament")
        return {turn.pk: turn for turn in found.order_by("ordinal")}

    @cached_property
    def held(self) -> Mapping[LookPlace, Ruling]:
        """The decisions in force that wait for nobody, on the turns of which something is looked
        at twice: by turn, then by table."""
        rows = Ruling.objects.filter(turn__in=self.plans).order_by(
            "turn_id", "entry_id", "-version"
        )
        last = rows.distinct("turn_id", "entry_id").values("pk")
        standing = Ruling.objects.filter(pk__in=last).exclude(waiting(self.game.tournament))
        found = seated(standing.defer("verdict"), self.game.pk, "entry")
        ordered = found.order_by("turn__ordinal", "seat_number")
        return {(one.turn_id, one.entry_id): one for one in ordered}

    @cached_property
    def due(self) -> set[LookPlace]:
        tops, ranked = self._tops(), self._ranks()
        by_turn: defaultdict[int, list[LookCandidate]] = defaultdict(list)
        for (turn, entry), ruling in self.held.items():
            is_top = ruling.gross == tops.get(turn)
            place = ranked.get(turn, {}).get(entry)
            by_turn[turn].append(LookCandidate(entry, Sanction(ruling.sanction), is_top, place))
        return {
            (turn, entry)
            for turn, bulletins in by_turn.items()
            for entry in due(self.plans[turn], bulletins, self.turns[turn].number)
        }

    def _tops(self) -> Mapping[int, int]:
        """The best score of each turn."""
        wanted = [turn for turn, plan in self.plans.items() if plan.tops]
        best = Solutions.objects.filter(turn__in=wanted, moves__0__isnull=False)
        return dict(best.values_list("turn", "moves__0__2"))

    def _ranks(self) -> Mapping[int, Mapping[int, int]]:
        """By turn, the rank of each entry in the game before it."""
        found: dict[int, Mapping[int, int]] = {}
        for turn, plan in self.plans.items():
            if not plan.first:
                continue
            earlier = Score.objects.filter(
                turn__game=self.game, turn__ordinal__lt=self.turns[turn].ordinal
            )
            earlier = earlier.exclude(turn__state=TurnState.CANCELLED)
            sums = earlier.values("entry").annotate(sum=Sum("points")).order_by()
            found[turn] = rank(dict(sums.values_list("entry", "sum")))
        return found

    @cached_property
    def looks(self) -> list[SecondLook]:
        return list(SecondLook.objects.filter(turn__in=self.turns))

    @cached_property
    def pending(self) -> list[LookPlace]:
        """What is due, and of which nobody's look stands for the decision in force: by turn, then
        by table."""
        ended = rulings_of((one, one.settled_version) for one in self.looks)
        seen = {
            place
            for one in self.looks
            if (place := (one.turn_id, one.entry_id)) in self.held
            and covers(LookState(one.state), decided(ended[one.pk]), decided(self.held[place]))
        }
        return [place for place in self.held if place in self.due and place not in seen]

    def pending_for(self, user: User) -> list[LookPlace]:
        """Those that he may look at."""
        barred = self.barred(user) if self.pending else set()
        return [place for place in self.pending if place not in barred]

    def barred(self, user: User) -> set[LookPlace]:
        """The bulletins that he may not look at: on which he has ruled, whose tables are his, that
        he typed in and nobody has decided, and those that he has looked at before."""
        if user.pk not in self._barred:
            self._barred[user.pk] = self._barred_of(user)
        return self._barred[user.pk]

    def _barred_of(self, user: User) -> set[LookPlace]:
        ruled = Ruling.objects.filter(turn__in=self.turns, by=user)
        looked = SecondLook.objects.filter(turn__in=self.turns, by=user)
        typed = PaperBulletin.objects.filter(turn__in=self.turns, by=user)
        alone = {place for place, one in self.held.items() if one.status == Status.PROPOSED}
        own = {place for place, one in self.held.items() if _arbiter_of(one) == user.pk}
        return {
            *ruled.values_list("turn", "entry"),
            *looked.values_list("turn", "entry"),
            *alone.intersection(typed.values_list("turn", "entry")),
            *own,
        }

    @cached_property
    def nobodys(self) -> list[LookPlace]:
        """Those due that no double arbiter of the tournament may look at."""
        users = second_arbiters(self.game.tournament) if self.pending else []
        return [
            place for place in self.pending if all(place in self.barred(user) for user in users)
        ]


def second_arbiters(tournament: Tournament) -> list[User]:
    rows = StaffMember.objects.filter(tournament=tournament, role=Role.DOUBLE_ARBITER)
    return [member.user for member in rows.select_related("user").order_by("user__username")]


def _arbiter_of(ruling: Ruling) -> int | None:
    return getattr(ruling, "seat_arbiter", None)


def rulings_of(looks: Iterable[tuple[SecondLook, int]]) -> dict[int, Ruling]:
    """By look, the ruling of its bulletin that has the version beside it."""
    wanted = {(one.turn_id, one.entry_id, version): one.pk for one, version in looks}
    entries = {entry for _turn, entry, _version in wanted}
    rows = Ruling.objects.filter(turn__in={key[0] for key in wanted}, entry__in=entries)
    found = {}
    for ruling in rows.select_related("by").defer("verdict"):
        key = (ruling.turn_id, ruling.entry_id, ruling.version)
        if key in wanted:
            found[wanted[key]] = ruling
    return found


def with_open_differences(games: Collection[Game]) -> set[int]:
    """Hook of ``settings.DUPLICATA_UNSETTLED``: those of ``games`` of which two people still think
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
    rulings = rulings_of((one, one.version) for one in looks)
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
    ended = rulings_of((one, one.settled_version) for one in looks)
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
    games = tournament.games.filter(turns__isnull=False).distinct().select_related("tournament")
    books = [GameLooks(game) for game in games]
    nobodys = sum(len(book.nobodys) for book in books)
    return LookCounts(
        to_look=sum(len(book.pending) for book in books) - nobodys,
        differences=open_differences(tournament).count(),
        nobodys=nobodys,
    )


@dataclass(frozen=True, slots=True)
class LeftLook:
    """A bulletin that nobody may look at."""

    turn: Turn
    table: int


def nobodys_of(tournament: Tournament) -> list[LeftLook]:
    """By game, turn and table."""
    found = []
    games = tournament.games.filter(turns__isnull=False).distinct().select_related("tournament")
    for book in map(GameLooks, games.order_by("number")):
        tables = numbers_in(book.game.pk, [entry for _turn, entry in book.nobodys])
        found += [LeftLook(book.turns[turn], tables[entry]) for turn, entry in book.nobodys]
    return found
