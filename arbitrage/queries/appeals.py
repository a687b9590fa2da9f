"""Reads cases before the commission: which are open, until when one may be brought, who sits."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from arbitrage.core.appeals import (
    DECIDED_STATES,
    CaseOrigin,
    CaseState,
    CaseSubject,
    GameTimes,
    PartTaken,
    SittingBar,
    Window,
    window,
)
from arbitrage.core.explanation_parts import COMMISSION, FEDERATION
from arbitrage.models import Act, Appeal, Ruling, SecondLook
from arbitrage.queries.blinding import veil
from arbitrage.queries.second_looks import LookPlace
from tournament.core.events import EventKind
from tournament.core.files.cells import plain
from tournament.core.states import PLACED_TURN_STATES, GameState, Role, TurnState
from tournament.models import Entry, Game, Journal, StaffMember, Tournament, Turn
from tournament.queries.spoilers import hidden_turns

#: Of these turns a player has seen what was decided.
SHOWN_TURN_STATES = PLACED_TURN_STATES | {TurnState.CANCELLED}
#: Rows about such a turn.
SHOWN = Q(turn__state__in=list(SHOWN_TURN_STATES))
_BESIDE = (
    *("tournament", "turn__game__tournament", "entry", "act__by", "by", "closed_by"),
    *("informed_by", "against"),
)


def with_open_cases(games: Collection[Game]) -> set[int]:
    """Answers ``ports.find_unsettled``: those of ``games`` of which a case is open."""
    held = Appeal.objects.filter(turn__game__in=games, state=CaseState.OPEN).order_by()
    return set(held.values_list("turn__game", flat=True).distinct())


def cases_of(tournament: Tournament, veiled: Collection[LookPlace] = ()) -> QuerySet[Appeal]:
    """All that the staff may read now, the open ones first, the newest first among them.

    ``veiled``: bulletins that wait for the second look of whoever reads.
    """
    rows = Appeal.objects.filter(tournament=tournament).exclude(turn__in=hidden_turns([tournament]))
    if veiled:
        rows = rows.exclude(veil(veiled))
    return rows.select_related(*_BESIDE).order_by("closed_at", "-number")


def open_cases(tournament: Tournament) -> int:
    return cases_of(tournament).filter(state=CaseState.OPEN).count()


def cases_of_entry(entry: Entry) -> QuerySet[Appeal]:
    """Those that its tablet shows, the newest first: nothing of a turn before its reveal."""
    rows = Appeal.objects.filter(SHOWN, entry=entry)
    return rows.select_related(*_BESIDE).order_by("-number")


def orders_of(tournament: Tournament) -> QuerySet[Appeal]:
    """What the commission told the judge to do, and nobody has done."""
    rows = Appeal.objects.filter(tournament=tournament, order_done_at=None).exclude(order="")
    return rows.select_related(*_BESIDE).order_by("closed_at")


def window_of(game: Game, now: datetime, decided_at: datetime | None = None) -> Window:
    """Whether players may still appeal against what was decided in ``game``, or later of it, at
    ``decided_at`` (6.3)."""
    others = Game.objects.filter(tournament=game.tournament_id).exclude(pk=game.pk)
    edition = game.tournament.regulation
    return window(_times(game), map(_times, others), edition, now, decided_at)


def keeping_open(game: Game, now: datetime) -> list[Game]:
    """Once ``game`` is over: the games that have not begun, before which players still appeal."""
    found = window_of(game, now)
    if game.finished_at is None or not found.open or found.until is not None:
        return []
    unstarted = Game.objects.filter(tournament=game.tournament_id, started_at=None)
    return list(unstarted.exclude(state=GameState.VOID).order_by("number"))


def _times(game: Game) -> GameTimes:
    return GameTimes(game.started_at, game.finished_at, void=game.state == GameState.VOID)


def decided_by_commission(turn: Turn, entries: Collection[int] | None = None) -> dict[int, Appeal]:
    """By entry, the case whose decision is a ruling of ``turn``, the last one."""
    rows = Appeal.objects.filter(turn=turn, decision_version__gt=0).order_by("decision_version")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return {case.entry_id: case for case in rows}


def spoken_by(case: Appeal | None, ruling: Ruling | None) -> str:
    """Whose decision ``ruling``, in force, is by ``case``: the commission's, the federation's, or
    (empty) an arbiter's."""
    if case is None or ruling is None or case.decision_version != ruling.version:
        return ""
    return FEDERATION if case.origin == CaseOrigin.FEDERATION else COMMISSION


def spoken(turn: Turn, rulings: Iterable[Ruling]) -> set[int]:
    """The entries of ``rulings``, in force, on which the commission has the last word."""
    held = {ruling.entry_id: ruling.version for ruling in rulings}
    decided = decided_by_commission(turn, held)
    return {pk for pk, case in decided.items() if case.decision_version == held[pk]}


def referred_keys(turn: Turn, entries: Collection[int]) -> set[tuple[int, str]]:
    """Entry and key of the bulletins that a text has given to the commission already."""
    cases = Appeal.objects.filter(turn=turn, entry__in=entries, origin=CaseOrigin.RULE)
    versions = {(case.entry_id, case.version) for case in cases.exclude(state=CaseState.MOOT)}
    rows = Ruling.objects.filter(turn=turn, entry__in={entry for entry, _ in versions})
    return {
        (entry, key)
        for entry, version, key in rows.values_list("entry", "version", "key")
        if (entry, version) in versions
    }


def second_looks(turn: Turn, entry: Entry) -> QuerySet[SecondLook]:
    """The double arbitration of a bulletin, the oldest first."""
    rows = SecondLook.objects.filter(turn=turn, entry=entry)
    return rows.select_related("by").order_by("at", "pk")


@dataclass(frozen=True, slots=True)
class CommissionSeat:
    """A member of the commission, and why he does not sit in a case."""

    user: User
    bars: list[SittingBar]


def members_of(tournament: Tournament) -> list[User]:
    """The commission of the tournament (6.4.1), by name."""
    rows = StaffMember.objects.filter(tournament=tournament, role=Role.COMMISSION)
    users = User.objects.filter(pk__in=rows.values("user"), is_active=True)
    return sorted(users, key=lambda user: (user.get_full_name() or user.username).casefold())


def seats_of_case(case: Appeal) -> list[CommissionSeat]:
    members = members_of(case.tournament)
    part = part_in(case, members)
    return [CommissionSeat(user, part.bars(user.pk)) for user in members]


def part_in(case: Appeal, members: Collection[User]) -> PartTaken:
    """What ``members`` have had to do with it (reading B-32)."""
    about = {"turn": case.turn_id, "entry": case.entry_id}
    led: frozenset[int] = frozenset()
    if case.subject == CaseSubject.DECISION:
        rows = Journal.objects.filter(turn=case.turn_id, by__isnull=False)
        led = _who(rows.exclude(kind__in=_OF_THE_OFFICE))
    return PartTaken(
        ruled=_who(Ruling.objects.filter(**about).exclude(version=case.decision_version)),
        acted=_who(Act.objects.filter(**about)),
        looked=_who(second_looks(case.turn, case.entry)),
        led=led,
        plays=_who_plays(case, members),
    )


#: What arbiters and members write into the journal of a turn; the rest is the judge's.
_OF_THE_OFFICE = (
    EventKind.CORRECTED,
    EventKind.PAPER,
    EventKind.CASE,
    EventKind.LOOK,
    EventKind.SCORED,
)


def _who(rows: QuerySet[Any]) -> frozenset[int]:
    found = rows.filter(by__isnull=False).order_by().values_list("by", flat=True).distinct()
    return frozenset(found)


def _who_plays(case: Appeal, members: Collection[User]) -> frozenset[int]:
    """Of an account nothing says who plays: the judge who plays is known by his game, everybody by
    his name."""
    plays = {user.pk for user in members if plain(user.get_full_name()) in _names_of(case.entry)}
    if case.turn.game.judge_plays_id == case.entry_id:
        judges = StaffMember.objects.filter(tournament=case.tournament_id, role=Role.JUDGE)
        plays |= set(judges.values_list("user", flat=True))
    return frozenset(plays)


def _names_of(entry: Entry) -> set[str]:
    """Of its players, either name first; without an empty one."""
    players = entry.players.all()
    names = {plain(f"{one.first_name} {one.last_name}") for one in players}
    return (names | {plain(f"{one.last_name} {one.first_name}") for one in players}) - {""}


def open_case(*, turn: Turn, entry: Entry, subject: str, act: Act | None = None) -> Appeal | None:
    """The one about just that which waits for the commission."""
    rows = Appeal.objects.filter(turn=turn, entry=entry, subject=subject, act=act)
    return rows.filter(state=CaseState.OPEN).select_related(*_BESIDE).first()


def in_commission(turn: Turn, entries: Collection[int]) -> set[int]:
    """Those of ``entries`` whose bulletin of ``turn`` waits for the commission."""
    rows = Appeal.objects.filter(
        turn=turn, entry__in=entries, subject=CaseSubject.RULING, state=CaseState.OPEN
    )
    return set(rows.values_list("entry", flat=True))


def decided_before(
    *, turn: Turn, entry: Entry, subject: str, act: Act | None, version: int
) -> Appeal | None:
    """The case in which the commission decided just that: the way on is to the federation."""
    rows = Appeal.objects.filter(
        turn=turn, entry=entry, subject=subject, act=act, state__in=list(DECIDED_STATES)
    )
    if subject == CaseSubject.RULING:
        rows = rows.filter(decision_version=version)
    if subject == CaseSubject.DECISION:
        return None  # a turn has many decisions
    return rows.order_by("number").last()
