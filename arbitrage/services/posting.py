"""The steps from a ruling to the scoreboard, the slip and the notifications.

``post_rulings`` is called under ``lock_turn``, with rulings and acts that are in force already:

1. consequences of rulings: cases of the commission, second looks, averages (``post_rulings``)
2. the facts on which the lines of the turn depend, a query each (``_read_facts``)
3. the lines, from the facts alone (``_compute_lines``)
4. the slips whose content changed (``slips.renew_slips``)
5. scores, totals, solos, journal and notifications (``scoreboard.post_scores``)
6. later turns of the game, whose averages and numbers of warnings depend on this one
   (``_update_dependent_turn``)
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.codes import Sanction
from arbitrage.core.explanation_parts import find_article, list_parts
from arbitrage.core.ruling_codes import find_awarded_move
from arbitrage.core.scoring import PlayerActs, TurnScore, score_turn
from arbitrage.models import Act, Appeal, Ruling
from arbitrage.queries.appeals import get_commission_cases, get_deciding_body
from arbitrage.queries.rulings import (
    count_waiting_and_decided,
    get_current_rulings,
    get_ruled_points,
    list_acts_in_force,
    summarise_acts_by_entry,
)
from arbitrage.services.averages import settle_averages
from arbitrage.services.journal_digests import digest_automatic_acts
from arbitrage.services.referral import close_cases_of_withdrawn_acts, open_referred_cases
from arbitrage.services.second_look_settlement import update_looks
from arbitrage.services.slips import TurnDecisions, renew_slips
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Explanation, Score, Turn
from tournament.services.locks import lock_turns
from tournament.services.play.scoreboard import ScoreLine, post_scores, publish_counts


def post_rulings(
    *,
    turn: Turn,
    rulings: Iterable[Ruling],
    entries_with_acts: Collection[int] = (),
    corrected: bool = False,
    by: User | None = None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write the lines that follow from new ``rulings`` and from acts on ``entries_with_acts``.

    Also award or end averages, make slips, and settle the differences of second looks. ``rulings``
    are in force already. Averages made of a changed line change with it; so do, on later turns of
    the game, results that depend on a word refused here, and the numbers of warnings. Cases that a
    rule refers to the commission are opened first.
    """
    rulings_by_entry = {ruling.entry_id: ruling for ruling in rulings}
    affected = rulings_by_entry.keys() | set(entries_with_acts)
    later_turns = _lock_later_turns(turn, affected)
    open_referred_cases(turn, rulings_by_entry.values(), now=now)
    update_looks(turn, rulings_by_entry, by=by, now=now)
    automatic_acts = settle_averages(turn, rulings_by_entry.values(), now=now)
    journal_data = {**(data or {}), **digest_automatic_acts(automatic_acts)}
    affected_by_acts = {*entries_with_acts, *(act.entry_id for act in automatic_acts)}
    _post_turn(
        turn,
        rulings_by_entry,
        affected_by_acts,
        corrected=corrected,
        by=by,
        now=now,
        data=journal_data,
    )
    for other in later_turns:
        _update_dependent_turn(other, affected, by=by, now=now)


def _post_turn(
    turn: Turn,
    rulings: Mapping[int, Ruling],
    entries_with_acts: Collection[int],
    *,
    corrected: bool = False,
    by: User | None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Run steps 2 to 5 for the entries of ``rulings`` and ``entries_with_acts``."""
    decisions = _decide_lines(turn, rulings, entries_with_acts)
    # Before the lines: those who receive them read the slips with them.
    renew_slips(turn, decisions, now=now)
    to_decide, decided_count = count_waiting_and_decided(turn)
    post_scores(
        turn=turn,
        lines=decisions.lines.values(),
        entries_without_line=decisions.without,
        to_decide=to_decide,
        decided=decided_count,
        corrected=corrected,
        by=by,
        now=now,
        data=data,
    )
    close_cases_of_withdrawn_acts(turn, entries_with_acts, now=now)


@dataclass(frozen=True, slots=True)
class _Facts:
    """The data that the lines of ``entries`` on a turn depend on, by primary key of the entry."""

    turn: Turn
    entries: Collection[int]
    rulings: Mapping[int, Ruling]
    acts: Mapping[int, list[Act]]
    player_acts: Mapping[int, PlayerActs]
    cases: Mapping[int, Appeal]


def _decide_lines(
    turn: Turn, rulings: Mapping[int, Ruling], entries_with_acts: Collection[int] = ()
) -> TurnDecisions:
    """Return the lines of the entries with rulings, acts or an average on the turn.

    With the entries without any decision, and the rulings and acts behind the lines.
    """
    facts = _read_facts(turn, rulings, entries_with_acts)
    lines = _compute_lines(facts)
    without = set(facts.entries) - lines.keys()
    return TurnDecisions(lines, without, facts.rulings, facts.acts)


def _read_facts(
    turn: Turn, rulings: Mapping[int, Ruling], entries_with_acts: Collection[int]
) -> _Facts:
    acts = list_acts_in_force(turn)
    player_acts = summarise_acts_by_entry(acts)
    averages = {entry: summary.average for entry, summary in player_acts.items() if summary.average}
    entries = rulings.keys() | set(entries_with_acts) | averages.keys()
    peers = {other for average in averages.values() for other in average.other_entries}
    peer_rulings = get_current_rulings(turn, (entries | peers) - rulings.keys())
    cases = get_commission_cases(turn, entries)
    return _Facts(turn, entries, {**peer_rulings, **rulings}, acts, player_acts, cases)


def _compute_lines(facts: _Facts) -> dict[int, ScoreLine]:
    """Return the lines of entries with a decision.

    Equal bulletins decided alike, without acts, share one line and its explanation.
    """
    points = get_ruled_points(facts.rulings.values())
    scores = score_turn(points, facts.player_acts, facts.turn.game.tournament.regulation)
    lines: dict[int, ScoreLine] = {}
    shared: dict[object, ScoreLine] = {}
    for entry in sorted(set(facts.entries) & scores.keys()):
        ruling = facts.rulings.get(entry)
        deciding_body = get_deciding_body(facts.cases.get(entry), ruling)
        key = entry if deciding_body else _build_shared_key(ruling, entry, facts.acts)
        if key not in shared:
            shared[key] = _compute_line(facts, entry, scores[entry], deciding_body)
        lines[entry] = replace(shared[key], entry_id=entry)
    return lines


def _build_shared_key(ruling: Ruling | None, entry: int, acts: Mapping[int, list[Act]]) -> object:
    """Return the same key for entries with the same line.

    These are equal bulletins decided alike, without acts.
    """
    if ruling is None or entry in acts:
        return entry
    decision = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
    return ruling.key, ruling.in_time, ruling.status, ruling.reason, decision


def _compute_line(facts: _Facts, entry: int, score: TurnScore, deciding_body: str) -> ScoreLine:
    """Return one line; ``deciding_body``: one of ``DECIDING_BODIES``, or empty."""
    ruling, acts = facts.rulings.get(entry), facts.acts.get(entry, [])
    word = ref = ""
    if ruling is not None and score.sanction != Sanction.ZERO and not score.average:
        word, ref = find_awarded_move(ruling)
    return ScoreLine(
        entry_id=entry,
        points=score.points,
        gross=score.gross,
        sanction=score.sanction,
        average=score.average,
        warnings=score.warnings,
        word=word,
        ref=ref,
        article=find_article(ruling, acts, score),
        explanation=Explanation.build(
            facts.turn, list_parts(ruling, acts, score, deciding_body=deciding_body)
        ),
    )


def _lock_later_turns(turn: Turn, entries: Collection[int]) -> list[Turn]:
    """Return the later turns of the game that may depend on decisions about ``entries`` here.

    They are locked before the game.
    """
    lines = Score.objects.filter(
        turn__game=turn.game_id, turn__ordinal__gt=turn.ordinal, entry__in=entries
    )
    dependent = lines.exclude(sanction=Sanction.NONE, average=False, warnings=0)
    ordinals = sorted(set(dependent.values_list("turn__ordinal", flat=True)))
    if not ordinals:
        return []
    dependent_turns = Turn.objects.filter(
        game=turn.game_id, ordinal__in=ordinals, state__in=list(COLLECTED_TURN_STATES)
    )
    return lock_turns(dependent_turns.select_related("game__tournament"))


def update_later_turns(
    turn: Turn, entries: Collection[int], *, by: User | None, now: datetime
) -> None:
    """Update the later turns of the game after notifications to ``entries`` changed.

    ``turn``, where they changed, is locked.
    """
    for other in _lock_later_turns(turn, entries):
        _update_dependent_turn(other, entries, by=by, now=now)


def _update_dependent_turn(
    turn: Turn, entries: Collection[int], *, by: User | None, now: datetime
) -> None:
    """Update averages and numbers of warnings on ``turn`` after a decision on an earlier one."""
    rulings = get_current_rulings(turn, entries)
    automatic_acts = settle_averages(turn, rulings.values(), now=now)
    if automatic_acts:
        affected = {act.entry_id for act in automatic_acts}
        _post_turn(turn, {}, affected, by=by, now=now, data=digest_automatic_acts(automatic_acts))
    _renew_slips(turn, rulings, now=now)


def renew_slip_of_case(turn: Turn, entry: int, *, now: datetime) -> None:
    """Renew the slip after a case about the bulletin changed; ``turn`` is locked."""
    _renew_slips(turn, get_current_rulings(turn, [entry]), now=now, wait=False)


def _renew_slips(
    turn: Turn, rulings: Mapping[int, Ruling], *, now: datetime, wait: bool = True
) -> None:
    if renew_slips(turn, _decide_lines(turn, rulings), now=now):
        publish_counts(turn=turn, entries=rulings.keys(), now=now, wait=wait)
