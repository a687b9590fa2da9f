"""The way out of a bulletin: from its ruling to the scoreboard, the slip and the news.

``post`` is called under ``deciding``, with rulings and acts that are in force already. From top to
bottom:

1. what rulings bring by the text: cases of the commission, second looks, averages (``post``)
2. the facts on which the lines of the turn rest, a query each (``_read_facts``)
3. the lines, from the facts alone (``_compute_lines``)
4. the slips that say something else now (``slips.renew_slips``)
5. scores, totals, solos, journal and news (``scoreboard.post_scores``)
6. later turns of the game, where averages and numbers of warnings rest on this one (``_follow``)
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.codes import Sanction
from arbitrage.core.decided import paid_move
from arbitrage.core.explanation_parts import article_of, parts_of
from arbitrage.core.scoring import Account, Settled, settle
from arbitrage.models import Act, Appeal, Ruling
from arbitrage.queries.appeals import decided_by_commission, spoken_by
from arbitrage.queries.rulings import (
    accounts_of,
    acts_in_force,
    current_rulings,
    left_open,
    ruled_points,
)
from arbitrage.services.averages import settle_averages
from arbitrage.services.journal_digests import bound_by_rule
from arbitrage.services.referral import follow_acts, refer
from arbitrage.services.second_look_settlement import follow_rulings
from arbitrage.services.slips import Decided, renew_slips
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Explanation, Score, Turn
from tournament.services.play.scoreboard import ScoreLine, post_scores, tell_counts


def post(
    *,
    turn: Turn,
    rulings: Iterable[Ruling],
    acted: Collection[int] = (),
    corrected: bool = False,
    by: User | None = None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write the lines that follow from new ``rulings`` and from acts on the entries ``acted``, the
    averages that the rule awards or ends by them, and the slips; settle the differences of second
    looks.

    ``rulings`` are in force already. Averages that are made of a changed line change with it, and
    so do, on later turns of the game, what rests on a word refused here and the numbers of
    warnings. What a text gives to the commission comes before it.
    """
    ruled = {ruling.entry_id: ruling for ruling in rulings}
    touched = ruled.keys() | set(acted)
    later = _later_turns(turn, touched)
    refer(turn, ruled.values(), now=now)
    follow_rulings(turn, ruled, by=by, now=now)
    by_rule = settle_averages(turn, ruled.values(), now=now)
    noted = {**(data or {}), **bound_by_rule(by_rule)}
    touching = {*acted, *(act.entry_id for act in by_rule)}
    _post_turn(turn, ruled, touching, corrected=corrected, by=by, now=now, data=noted)
    for other in later:
        _follow(other, touched, by=by, now=now)


def _post_turn(
    turn: Turn,
    rulings: Mapping[int, Ruling],
    acted: Collection[int],
    *,
    corrected: bool = False,
    by: User | None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Steps 2 to 5, for the entries of ``rulings`` and ``acted``."""
    decided = _decide_lines(turn, rulings, acted)
    # Before the lines: who is sent these reads the slips with them.
    renew_slips(turn, decided, now=now)
    to_decide, all_decided = left_open(turn)
    post_scores(
        turn=turn,
        lines=decided.lines.values(),
        without=decided.without,
        to_decide=to_decide,
        decided=all_decided,
        corrected=corrected,
        by=by,
        now=now,
        data=data,
    )
    follow_acts(turn, acted, now=now)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the lines of ``entries`` on a turn rest on, by key of the entry."""

    turn: Turn
    entries: Collection[int]
    rulings: Mapping[int, Ruling]
    acts: Mapping[int, list[Act]]
    accounts: Mapping[int, Account]
    cases: Mapping[int, Appeal]


def _decide_lines(
    turn: Turn, rulings: Mapping[int, Ruling], acted: Collection[int] = ()
) -> Decided:
    """The lines of the entries in ``rulings`` and ``acted``, and of every average of the turn;
    the entries among them of which nothing is decided; and what it all rests on."""
    facts = _read_facts(turn, rulings, acted)
    lines = _compute_lines(facts)
    without = set(facts.entries) - lines.keys()
    return Decided(lines, without, facts.rulings, facts.acts)


def _read_facts(turn: Turn, rulings: Mapping[int, Ruling], acted: Collection[int]) -> _Facts:
    acts = acts_in_force(turn)
    accounts = accounts_of(acts)
    averages = {entry: mine.average for entry, mine in accounts.items() if mine.average}
    entries = rulings.keys() | set(acted) | averages.keys()
    peers = {other for average in averages.values() for other in average.others}
    others = current_rulings(turn, (entries | peers) - rulings.keys())
    cases = decided_by_commission(turn, entries)
    return _Facts(turn, entries, {**others, **rulings}, acts, accounts, cases)


def _compute_lines(facts: _Facts) -> dict[int, ScoreLine]:
    """By entry, those of which something is decided. Equal bulletins decided alike, without acts,
    share one line and its explanation."""
    points = ruled_points(facts.rulings.values())
    settled = settle(points, facts.accounts, facts.turn.game.tournament.regulation)
    lines: dict[int, ScoreLine] = {}
    shared: dict[object, ScoreLine] = {}
    for entry in sorted(set(facts.entries) & settled.keys()):
        ruling = facts.rulings.get(entry)
        spoken = spoken_by(facts.cases.get(entry), ruling)
        key = entry if spoken else _key_of_equals(ruling, entry, facts.acts)
        if key not in shared:
            shared[key] = _compute_line(facts, entry, settled[entry], spoken)
        lines[entry] = replace(shared[key], entry_id=entry)
    return lines


def _key_of_equals(ruling: Ruling | None, entry: int, acts: Mapping[int, list[Act]]) -> object:
    """The same for entries with the same line: equal bulletins decided alike, without acts."""
    if ruling is None or entry in acts:
        return entry
    decided = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
    return ruling.key, ruling.in_time, ruling.status, ruling.reason, decided


def _compute_line(facts: _Facts, entry: int, settled: Settled, spoken: str) -> ScoreLine:
    """``spoken``: whose decision the ruling is (``saying.SPOKEN``)."""
    ruling, acts = facts.rulings.get(entry), facts.acts.get(entry, [])
    word = ref = ""
    if ruling is not None and settled.sanction != Sanction.ZERO and not settled.average:
        word, ref = paid_move(ruling)
    return ScoreLine(
        entry_id=entry,
        points=settled.points,
        gross=settled.gross,
        sanction=settled.sanction,
        average=settled.average,
        warnings=settled.warnings,
        word=word,
        ref=ref,
        article=article_of(ruling, acts, settled),
        explanation=Explanation.of(facts.turn, parts_of(ruling, acts, settled, spoken=spoken)),
    )


def _later_turns(turn: Turn, entries: Collection[int]) -> list[Turn]:
    """The later turns of the game on which something may rest on what is decided of ``entries``
    here, locked in their order, as every decision locks them before the game."""
    lines = Score.objects.filter(
        turn__game=turn.game_id, turn__ordinal__gt=turn.ordinal, entry__in=entries
    )
    resting = lines.exclude(sanction=Sanction.NONE, average=False, warnings=0)
    ordinals = sorted(set(resting.values_list("turn__ordinal", flat=True)))
    if not ordinals:
        return []
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    resting_turns = turns.filter(
        game=turn.game_id, ordinal__in=ordinals, state__in=list(COLLECTED_TURN_STATES)
    )
    return list(resting_turns.select_related("game__tournament").order_by("ordinal"))


def follow_later(turn: Turn, entries: Collection[int], *, by: User | None, now: datetime) -> None:
    """Carry on to the later turns of the game what changed on ``turn``, locked, for ``entries``:
    what a player was told of it."""
    for other in _later_turns(turn, entries):
        _follow(other, entries, by=by, now=now)


def _follow(turn: Turn, entries: Collection[int], *, by: User | None, now: datetime) -> None:
    """What changes on ``turn`` because something was decided about ``entries`` on an earlier one:
    averages, and the numbers of warnings."""
    rulings = current_rulings(turn, entries)
    by_rule = settle_averages(turn, rulings.values(), now=now)
    if by_rule:
        touching = {act.entry_id for act in by_rule}
        _post_turn(turn, {}, touching, by=by, now=now, data=bound_by_rule(by_rule))
    _renew(turn, rulings, now=now)


def follow_case(turn: Turn, entry: int, *, now: datetime) -> None:
    """The slip says whether the bulletin is before the commission; ``turn`` is under its lock."""
    _renew(turn, current_rulings(turn, [entry]), now=now, wait=False)


def _renew(turn: Turn, rulings: Mapping[int, Ruling], *, now: datetime, wait: bool = True) -> None:
    if renew_slips(turn, _decide_lines(turn, rulings), now=now):
        tell_counts(turn=turn, now=now, wait=wait)
