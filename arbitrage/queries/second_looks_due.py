"""Finds the decisions in force that are due for a second look (5.9).

The database filters them, so that decisions without a look to give are not read.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

from arbitrage.core.codes import Sanction
from arbitrage.core.ruling_codes import RulingStatus
from arbitrage.core.second_looks import LookCriteria, LookState
from arbitrage.models import Appeal, Ruling, SecondLook
from arbitrage.queries.rulings import build_waiting_filter
from tournament.core.ranking.ranks import rank_totals
from tournament.core.states import COLLECTED_TURN_STATES, PLACED_TURN_STATES
from tournament.models import Solutions, Tournament, Turn
from tournament.queries.people.seating import annotate_seats_by_turn

_NEVER = Q(pk__in=())
_SAME_BULLETIN = {"turn": OuterRef("turn"), "entry": OuterRef("entry")}


def list_due_rulings(
    tournament: Tournament, turns: Mapping[int, Turn], plans: Mapping[int, LookCriteria]
) -> QuerySet[Any, Any]:
    """Return the decisions in force on ``turns`` that are due by ``plans`` (by turn).

    Decisions that still wait for somebody, or were taken by the commission or the federation, are
    left out. Ordered by turn, then by table, with ``seat_number``.
    """
    later = Ruling.objects.filter(**_SAME_BULLETIN, version__gt=OuterRef("version"))
    final_decision = Appeal.objects.filter(**_SAME_BULLETIN, decision_version=OuterRef("version"))
    rows = Ruling.objects.filter(turn__in=plans).exclude(build_waiting_filter(tournament))
    rows = rows.filter(~Exists(later), ~Exists(final_decision), ~Exists(_list_settled_looks()))
    conditions = [
        _build_condition(plan, plan_turns) for plan, plan_turns in _group_by_plan(turns, plans)
    ]
    first_players = _filter_first_players(turns, plans)
    matching = annotate_seats_by_turn(rows).annotate(
        table_plus_turn=F("seat_number") + F("turn__number")
    )
    matching = matching.filter(_join_conditions([*conditions, *first_players]))
    ordered: QuerySet[Any, Any] = matching.order_by(
        "turn__game__number", "turn__ordinal", "seat_number"
    )
    return ordered


def _list_settled_looks() -> QuerySet[SecondLook]:
    """Return the looks that ended with the decision in force.

    A bulletin decided otherwise since is due again, for another arbiter.
    """
    final = Ruling.objects.filter(
        **_SAME_BULLETIN,
        version=OuterRef("settled_version"),
        **{name: OuterRef(OuterRef(name)) for name in ("key", "points", "sanction")},
    )
    looks = SecondLook.objects.filter(**_SAME_BULLETIN).exclude(state=LookState.LAPSED)
    return looks.filter(Exists(final))


def _join_conditions(parts: Iterable[Q]) -> Q:
    condition = _NEVER
    for part in parts:
        condition |= part
    return condition


def _group_by_plan(
    turns: Mapping[int, Turn], plans: Mapping[int, LookCriteria]
) -> list[tuple[LookCriteria, list[Turn]]]:
    groups: defaultdict[LookCriteria, list[Turn]] = defaultdict(list)
    for turn, plan in plans.items():
        groups[plan].append(turns[turn])
    return list(groups.items())


def _build_condition(plan: LookCriteria, turns: Collection[Turn]) -> Q:
    """Return the condition of ``plan`` on ``turns``, except for the first of the ranking.

    It does not depend on other decisions or looks on the turn.
    """
    condition = _NEVER
    if plan.sanctioned:
        condition |= Q(sanction__in=[Sanction.PENALTY, Sanction.ZERO])
    if plan.tops:
        condition |= _filter_tops(turns)
    if plan.every:
        condition |= Q(Exact(Mod(F("table_plus_turn"), Value(plan.every)), Value(0)))
    turns_condition = Q(turn__in=[turn.pk for turn in turns])
    return turns_condition if plan.everything else turns_condition & condition


def _filter_tops(turns: Collection[Turn]) -> Q:
    """Return the condition for bulletins with the points of the best, or the retained, solution."""
    placed = [turn.pk for turn in turns if turn.state in PLACED_TURN_STATES]
    others = {turn.pk for turn in turns}.difference(placed)
    solutions = Solutions.objects.filter(turn__in=others, moves__0__isnull=False)
    scores = solutions.values_list("turn", "moves__0__2") if others else ()
    retained = Q(turn__in=placed, gross=F("turn__score"))
    return retained | _join_conditions(Q(turn=turn, gross=score) for turn, score in scores)


def _filter_first_players(
    turns: Mapping[int, Turn], plans: Mapping[int, LookCriteria]
) -> Iterator[Q]:
    """Yield the conditions for bulletins of the first players of the game before each turn."""
    by_game: defaultdict[int, list[Turn]] = defaultdict(list)
    for turn, plan in plans.items():
        if plan.first and not plan.everything:
            by_game[turns[turn].game_id].append(turns[turn])
    if not by_game:
        return
    decisions: defaultdict[int, list[_EarlierDecision]] = defaultdict(list)
    rows = Ruling.objects.filter(
        turn__game__in=by_game, turn__state__in=list(COLLECTED_TURN_STATES)
    )
    rows = rows.order_by("at", "version")
    for game, *row in rows.values_list("turn__game", *_EarlierDecision._fields):
        decisions[game].append(_EarlierDecision(*row))
    for game, planned_turns in by_game.items():
        for turn, ranked in _rank_entries(decisions[game], planned_turns):
            entries = [entry for entry, rank in ranked.items() if rank <= plans[turn].first]
            yield Q(turn=turn, entry__in=entries)


class _EarlierDecision(NamedTuple):
    at: datetime
    turn_id: int
    entry_id: int
    status: str
    points: int


def _rank_entries(
    decisions: list[_EarlierDecision], planned_turns: list[Turn]
) -> Iterator[tuple[int, Mapping[int, int]]]:
    """Yield the rank of each entry by the decisions made before each turn opened.

    Decisions are only appended, so later ones do not change these ranks.
    """
    points: dict[tuple[int, int], int] = {}
    remaining = deque(decisions)
    for turn in sorted(planned_turns, key=lambda turn: turn.ordinal):
        while remaining and turn.opened_at and remaining[0].at <= turn.opened_at:
            decision = remaining.popleft()
            points[decision.turn_id, decision.entry_id] = decision.points
            if decision.status == RulingStatus.UNDECIDED:
                del points[decision.turn_id, decision.entry_id]
        totals: defaultdict[int, int] = defaultdict(int)
        for (_turn, entry), gained in points.items():
            totals[entry] += gained
        yield turn.pk, rank_totals(totals)
