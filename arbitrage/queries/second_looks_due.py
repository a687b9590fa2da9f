"""What of the decisions in force is due for a second look (5.9); the database finds it, so that
what nobody has to look at any more is not read."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Mod
from django.db.models.lookups import Exact

from arbitrage.core.codes import Sanction
from arbitrage.core.decided import Status
from arbitrage.core.second_looks import LookState, Twice
from arbitrage.models import Appeal, Ruling, SecondLook
from arbitrage.queries.rulings import waiting
from tournament.core.ranking.ranks import rank
from tournament.core.states import COLLECTED_TURN_STATES, PLACED_TURN_STATES
from tournament.models import Solutions, Tournament, Turn
from tournament.queries.people.seating import seated_each

_NEVER = Q(pk__in=())
_SAME_PLACE = {"turn": OuterRef("turn"), "entry": OuterRef("entry")}


def due_rulings(
    tournament: Tournament, turns: Mapping[int, Turn], plans: Mapping[int, Twice]
) -> QuerySet[Any, Any]:
    """The decisions in force on ``turns`` that wait for nobody, that ``plans``, by turn, want
    looked at twice, and for which no look stands; what the commission or the federation has decided
    is nobody's to look at. By turn, then by table, with ``seat_number``."""
    later = Ruling.objects.filter(**_SAME_PLACE, version__gt=OuterRef("version"))
    last_word = Appeal.objects.filter(**_SAME_PLACE, decision_version=OuterRef("version"))
    rows = Ruling.objects.filter(turn__in=plans).exclude(waiting(tournament))
    rows = rows.filter(~Exists(later), ~Exists(last_word), ~Exists(_standing_looks()))
    wanted = [_wanted(plan, at) for plan, at in _by_plan(turns, plans)]
    firsts = _of_the_first(turns, plans)
    found = seated_each(rows).annotate(place=F("seat_number") + F("turn__number"))
    found = found.filter(_any([*wanted, *firsts]))
    ordered: QuerySet[Any, Any] = found.order_by(
        "turn__game__number", "turn__ordinal", "seat_number"
    )
    return ordered


def _standing_looks() -> QuerySet[SecondLook]:
    """Those that stand for a decision: it is what they ended with. What was decided otherwise
    since comes back, and goes to somebody else."""
    ended = Ruling.objects.filter(
        **_SAME_PLACE,
        version=OuterRef("settled_version"),
        **{name: OuterRef(OuterRef(name)) for name in ("key", "points", "sanction")},
    )
    looks = SecondLook.objects.filter(**_SAME_PLACE).exclude(state=LookState.LAPSED)
    return looks.filter(Exists(ended))


def _any(parts: Iterable[Q]) -> Q:
    found = _NEVER
    for part in parts:
        found |= part
    return found


def _by_plan(
    turns: Mapping[int, Turn], plans: Mapping[int, Twice]
) -> list[tuple[Twice, list[Turn]]]:
    found: defaultdict[Twice, list[Turn]] = defaultdict(list)
    for turn, plan in plans.items():
        found[plan].append(turns[turn])
    return list(found.items())


def _wanted(plan: Twice, turns: Collection[Turn]) -> Q:
    """What ``plan`` wants on ``turns``, but for the first of the ranking. None of it depends on
    what else is decided there, or looked at."""
    found = _NEVER
    if plan.sanctioned:
        found |= Q(sanction__in=[Sanction.PENALTY, Sanction.ZERO])
    if plan.tops:
        found |= _tops(turns)
    if plan.every:
        found |= Q(Exact(Mod(F("place"), Value(plan.every)), Value(0)))
    of_turns = Q(turn__in=[turn.pk for turn in turns])
    return of_turns if plan.everything else of_turns & found


def _tops(turns: Collection[Turn]) -> Q:
    """What is paid as much as the best solution: the one retained, once there is one."""
    placed = [turn.pk for turn in turns if turn.state in PLACED_TURN_STATES]
    others = {turn.pk for turn in turns}.difference(placed)
    best = Solutions.objects.filter(turn__in=others, moves__0__isnull=False)
    scores = best.values_list("turn", "moves__0__2") if others else ()
    found = Q(turn__in=placed, gross=F("turn__score"))
    return found | _any(Q(turn=turn, gross=score) for turn, score in scores)


def _of_the_first(turns: Mapping[int, Turn], plans: Mapping[int, Twice]) -> Iterator[Q]:
    """What those wrote who were the first of the game before the turn."""
    by_game: defaultdict[int, list[Turn]] = defaultdict(list)
    for turn, plan in plans.items():
        if plan.first and not plan.everything:
            by_game[turns[turn].game_id].append(turns[turn])
    if not by_game:
        return
    decided: defaultdict[int, list[_Decided]] = defaultdict(list)
    rows = Ruling.objects.filter(
        turn__game__in=by_game, turn__state__in=list(COLLECTED_TURN_STATES)
    )
    rows = rows.order_by("at", "version")
    for game, *one in rows.values_list("turn__game", *_Decided._fields):
        decided[game].append(_Decided(*one))
    for game, planned in by_game.items():
        for turn, ranked in _ranked(decided[game], planned):
            among = [entry for entry, place in ranked.items() if place <= plans[turn].first]
            yield Q(turn=turn, entry__in=among)


class _Decided(NamedTuple):
    at: datetime
    turn_id: int
    entry_id: int
    status: str
    points: int


def _ranked(
    decided: list[_Decided], planned: list[Turn]
) -> Iterator[tuple[int, Mapping[int, int]]]:
    """By turn, the rank of each entry by what was decided of the bulletins when the turn opened:
    decisions are appended, so what is decided later moves nobody."""
    points: dict[tuple[int, int], int] = {}
    left = deque(decided)
    for turn in sorted(planned, key=lambda one: one.ordinal):
        while left and turn.opened_at and left[0].at <= turn.opened_at:
            one = left.popleft()
            points[one.turn_id, one.entry_id] = one.points
            if one.status == Status.UNDECIDED:
                del points[one.turn_id, one.entry_id]
        totals: defaultdict[int, int] = defaultdict(int)
        for (_turn, entry), won in points.items():
            totals[entry] += won
        yield turn.pk, rank(totals)
