"""Corrects a turn: equal bulletins once, one proposed ruling for each, then the scores."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from arbitrage.core.correct import correct
from arbitrage.core.ruling_codes import propose_fields, propose_status
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED_STATUSES, Ruling, RulingStatus
from arbitrage.queries.appeals import find_entries_decided_by_commission
from arbitrage.queries.bulletins.received import (
    NO_RECEIVED_BULLETIN,
    ReceivedBulletin,
    is_to_be_judged,
    list_received,
)
from arbitrage.queries.position import load_judged_position
from arbitrage.queries.rulings import copy_decision_fields, get_current_rulings
from arbitrage.services.journal_digests import store_rulings
from arbitrage.services.posting import post_rulings
from arbitrage.services.turn_lock import lock_turn
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Turn
from tournament.services.play.closing import mark_uncorrected


def judge_bulletins(turn: Turn, all_received: Iterable[ReceivedBulletin]) -> dict[str, Verdict]:
    """Return the verdict on each distinct bulletin, by its key."""
    position = load_judged_position(turn)
    edition = turn.game.tournament.regulation
    distinct = {
        received_bulletin.key: received_bulletin.bulletin for received_bulletin in all_received
    }
    return {key: correct(position, bulletin, edition) for key, bulletin in distinct.items()}


def correct_turn(*, turn_id: int, now: datetime) -> int:
    """Write a ruling for every bulletin that has none yet (``is_to_be_judged``); return how many.

    The ruling is the software's proposal, or an arbiter's decision on all equal bulletins. May be
    run again at any time: existing rulings and decisions stay.
    """
    collected_turn = Turn.objects.filter(pk=turn_id, state__in=COLLECTED_TURN_STATES).first()
    if collected_turn is None:
        return 0
    with lock_turn(collected_turn) as turn:
        if turn.state not in COLLECTED_TURN_STATES:  # cancelled meanwhile
            return 0
        # Read under the lock, so that two corrections at once cannot write an older revision later.
        # Bulletins that left these rows are among those read after them.
        straggler_ids = list(turn.stragglers.values_list("pk", flat=True))
        current = get_current_rulings(turn)
        to_judge = [
            received_bulletin
            for received_bulletin in list_received(turn)
            if is_to_be_judged(received_bulletin, current.get(received_bulletin.entry_id))
        ]
        final_entries = find_entries_decided_by_commission(turn, current.values())
        shared = (ruling for pk, ruling in current.items() if pk not in final_entries)
        verdicts, changes = judge_bulletins(turn, to_judge), _find_shared_changes(shared)
        verdict_data = {key: verdict.to_dict() for key, verdict in verdicts.items()}
        rulings = []
        for received_bulletin in to_judge:
            previous, change = (
                current.get(received_bulletin.entry_id),
                changes.get(received_bulletin.key),
            )
            verdict = verdicts[received_bulletin.key]
            ruling = _build_ruling(turn, received_bulletin, verdict, previous, change, now)
            ruling.verdict = verdict_data[received_bulletin.key]  # one for all equal bulletins
            rulings.append(ruling)
        bound = store_rulings(rulings)
        if rulings or turn.corrected_at is None:
            post_rulings(turn=turn, rulings=rulings, corrected=True, now=now, data=bound)
        turn.stragglers.filter(pk__in=straggler_ids).delete()
    return len(rulings)


def is_correction_missing(*, turn_id: int, entries: Collection[int]) -> bool:
    """Return True if the turn is not corrected yet, or a correction would write about ``entries``.

    Its rulings are committed: when False, no correction has to be requested.
    """
    turn = Turn.objects.filter(pk=turn_id, state__in=COLLECTED_TURN_STATES).first()
    if turn is None:
        return False
    if turn.corrected_at is None:
        return True
    current = get_current_rulings(turn, entries)
    all_received = list_received(turn, list(entries))
    return any(
        is_to_be_judged(received_bulletin, current.get(received_bulletin.entry_id))
        for received_bulletin in all_received
    )


def reopen_correction(*, turn_id: int, entries: Collection[int]) -> bool:
    """Mark the turn as not corrected if ``is_correction_missing``; return True then.

    Wait for a correction being written, which may have read the bulletins already.
    """
    with lock_turn(Turn(pk=turn_id)):
        is_needed = is_correction_missing(turn_id=turn_id, entries=entries)
        if is_needed:
            mark_uncorrected(turn_id)
    return is_needed


def _find_shared_changes(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """Return by key the arbiters' change that all equal bulletins share.

    ``rulings`` leaves out decisions of the commission. An equal bulletin that comes later must not
    get another verdict. A missing bulletin has no equals, and neither has a late one that counts:
    each is decided by itself.
    """
    by_key: defaultdict[str, list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        if not ruling.in_time:
            by_key[ruling.key].append(ruling)
    by_key.pop(NO_RECEIVED_BULLETIN.key, None)
    return {
        key: first
        for key, (first, *others) in by_key.items()
        if first.status == RulingStatus.CHANGED
        and all(copy_decision_fields(other) == copy_decision_fields(first) for other in others)
    }


def _build_ruling(
    turn: Turn,
    received_bulletin: ReceivedBulletin,
    verdict: Verdict,
    previous: Ruling | None,
    change: Ruling | None,
    now: datetime,
) -> Ruling:
    came_since = previous is not None and previous.status in DECIDED_STATUSES
    status = propose_status(verdict, came_since=came_since)
    proposal = {"status": status, "came_since": came_since, **propose_fields(verdict)}
    return Ruling(
        turn=turn,
        entry_id=received_bulletin.entry_id,
        version=previous.version + 1 if previous else 1,
        origin=received_bulletin.origin,
        rev=received_bulletin.rev,
        key=received_bulletin.key,
        received=received_bulletin.digest,
        by=change.by if change else None,
        at=now,
        **(copy_decision_fields(change) if change else proposal),
    )
