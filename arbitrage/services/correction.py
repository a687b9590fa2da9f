"""Corrects a turn: equal bulletins once, one proposed ruling for each, scores on the board."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime

from arbitrage.core.correct import correct
from arbitrage.core.decided import proposed_fields, proposed_status
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED, Ruling, Status
from arbitrage.queries.appeals import spoken
from arbitrage.queries.position import judged_position
from arbitrage.queries.received_bulletins import NOTHING, Received, is_open, received_for
from arbitrage.queries.rulings import current_rulings, ruled_fields
from arbitrage.services.deciding import deciding
from arbitrage.services.journal_digests import store_rulings
from arbitrage.services.posting import post
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Turn
from tournament.services.play.closing import forget_correction


def judge(turn: Turn, all_received: Iterable[Received]) -> dict[str, Verdict]:
    """The verdict on each distinct bulletin, by its key."""
    position = judged_position(turn)
    edition = turn.game.tournament.regulation
    distinct = {received.key: received.bulletin for received in all_received}
    return {key: correct(position, bulletin, edition) for key, bulletin in distinct.items()}


def correct_turn(*, turn_id: int, now: datetime) -> int:
    """Write a ruling for every bulletin that has none yet (``is_open``): the software's
    proposal, or what an arbiter has made of all its equals meanwhile.

    May be run again at any time: what was judged or decided stays. Returns how many rulings
    were written.
    """
    found = Turn.objects.filter(pk=turn_id, state__in=COLLECTED_TURN_STATES).first()
    if found is None:
        return 0
    with deciding(found) as turn:
        if turn.state not in COLLECTED_TURN_STATES:  # cancelled meanwhile
            return 0
        # Read under the lock: two corrections at once must not put an older revision on top. What
        # has left one of these is among the bulletins read after them.
        seen = list(turn.stragglers.values_list("pk", flat=True))
        held = current_rulings(turn)
        to_judge = [one for one in received_for(turn) if is_open(one, held.get(one.entry_id))]
        final = spoken(turn, held.values())
        shared = (one for pk, one in held.items() if pk not in final)
        verdicts, changes = judge(turn, to_judge), _shared_changes(shared)
        told = {key: verdict.to_dict() for key, verdict in verdicts.items()}
        rulings = []
        for received in to_judge:
            before, change = held.get(received.entry_id), changes.get(received.key)
            verdict = verdicts[received.key]
            ruling = _ruling(turn, received, verdict, before, change, now)
            ruling.verdict = told[received.key]  # one for all equal bulletins
            rulings.append(ruling)
        bound = store_rulings(rulings)
        if rulings or turn.corrected_at is None:
            post(turn=turn, rulings=rulings, corrected=True, now=now, data=bound)
        turn.stragglers.filter(pk__in=seen).delete()
    return len(rulings)


def is_missing(*, turn_id: int, entries: Collection[int]) -> bool:
    """Whether a correction of the turn is due, or would have something to say about one of
    ``entries``.

    What it has said is committed: whoever gets False need not ask for it.
    """
    turn = Turn.objects.filter(pk=turn_id, state__in=COLLECTED_TURN_STATES).first()
    if turn is None:
        return False
    if turn.corrected_at is None:
        return True
    held = current_rulings(turn, entries)
    found = received_for(turn, list(entries))
    return any(is_open(one, held.get(one.entry_id)) for one in found)


def reopen(*, turn_id: int, entries: Collection[int]) -> bool:
    """Whether a correction is due as in ``is_missing``: then the turn is not corrected any more.

    Waits for a correction that is being written, which may have seen what is missing.
    """
    with deciding(Turn(pk=turn_id)):
        missing = is_missing(turn_id=turn_id, entries=entries)
        if missing:
            forget_correction(turn_id)
    return missing


def _shared_changes(held: Iterable[Ruling]) -> dict[str, Ruling]:
    """By key of the bulletin, a change by an arbiter that all equal bulletins have in common;
    what the commission has decided is left out of ``held``.

    One that comes in later must not get another verdict than they. To have handed in nothing is
    no bulletin: why it is missing is decided for each, as is why a late one counts.
    """
    by_key: defaultdict[str, list[Ruling]] = defaultdict(list)
    for ruling in held:
        if not ruling.in_time:
            by_key[ruling.key].append(ruling)
    by_key.pop(NOTHING.key, None)
    return {
        key: first
        for key, (first, *others) in by_key.items()
        if first.status == Status.CHANGED
        and all(ruled_fields(other) == ruled_fields(first) for other in others)
    }


def _ruling(
    turn: Turn,
    received: Received,
    verdict: Verdict,
    before: Ruling | None,
    change: Ruling | None,
    now: datetime,
) -> Ruling:
    came_since = before is not None and before.status in DECIDED
    status = proposed_status(verdict, came_since=came_since)
    proposed = {"status": status, "came_since": came_since, **proposed_fields(verdict)}
    return Ruling(
        turn=turn,
        entry_id=received.entry_id,
        version=before.version + 1 if before else 1,
        origin=received.origin,
        rev=received.rev,
        key=received.key,
        received=received.digest,
        by=change.by if change else None,
        at=now,
        **(ruled_fields(change) if change else proposed),
    )
