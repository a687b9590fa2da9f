"""Corrects a turn: equal bulletins once, one proposed ruling for each, scores on the board."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.correct import correct
from arbitrage.core.editions import EDITIONS
from arbitrage.core.position import Position
from arbitrage.core.sheet import Sheet
from arbitrage.core.verdict import Verdict
from arbitrage.models import PaperBulletin, Ruling, Status
from arbitrage.queries import current_papers, current_rulings
from arbitrage.services.posting import deciding, post
from arbitrage.services.rulings import DECIDED, decision_in
from tournament.core.states import TurnState
from tournament.lexica import lexicon_of
from tournament.models import Bulletin as HandedBulletin
from tournament.models import Entry, LateBulletin, Turn
from tournament.queries.position import board_before, format_of

COLLECTED = frozenset({TurnState.CLOSED, TurnState.REVEALED, TurnState.DONE})


@dataclass(frozen=True, slots=True)
class Slip:
    """What lies before the arbiter for one entry; ``rev`` is 0 when nothing was handed in."""

    entry_id: int
    rev: int
    bulletin: Bulletin
    #: When an arbiter typed it in, if it came on paper; ``rev`` is then its version.
    typed_at: datetime | None = None

    @property
    def in_time(self) -> bool:
        """Whether the table's tablet handed it in before the end (4.1)."""
        return self.typed_at is None and self.bulletin.state is SheetState.OK

    @property
    def key(self) -> str:
        """The same text for equal bulletins of a turn."""
        text = json.dumps(self.bulletin.key(), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


NOTHING = Slip(0, 0, Bulletin(Sheet.from_text(""), "", "", SheetState.MISSING))


def slips_of(turn: Turn) -> list[Slip]:
    """One slip for every entry in play: its bulletin on paper, else the one in time, else the
    late one, else none."""
    entries = Entry.objects.filter(tournament=turn.game.tournament_id, withdrawn=False)
    return _slips(turn, list(entries.order_by("table__number").values_list("pk", flat=True)))


def slip_of(turn: Turn, entry: Entry) -> Slip:
    """The slip of one entry, in play or not."""
    return _slips(turn, [entry.pk])[0]


def _slips(turn: Turn, entries: list[int]) -> list[Slip]:
    papers = current_papers(turn, entries)
    handed = {b.entry_id: b for b in HandedBulletin.objects.filter(turn=turn, entry__in=entries)}
    late = {b.entry_id: b for b in LateBulletin.objects.filter(turn=turn, entry__in=entries)}
    return [
        _slip(entry, papers.get(entry), handed.get(entry), late.get(entry)) for entry in entries
    ]


def _slip(
    entry: int,
    paper: PaperBulletin | None,
    held: HandedBulletin | None,
    late: LateBulletin | None,
) -> Slip:
    if paper is not None:
        return Slip(entry, paper.version, bulletin_of(paper), paper.at)
    written = held or late
    if written is None:
        return replace(NOTHING, entry_id=entry)
    sheet = Sheet.from_text("\n".join(written.rows), "\n".join(written.struck))
    state = SheetState.OK if held else SheetState.LATE
    return Slip(entry, written.rev, Bulletin(sheet, written.reference, written.score, state))


def bulletin_of(paper: PaperBulletin) -> Bulletin:
    """What the correction reads of a bulletin typed in."""
    sheet = Sheet(tuple(paper.rows), tuple(paper.struck))
    return Bulletin(sheet, paper.reference, paper.score, SheetState(paper.state))


def position_of(turn: Turn) -> Position:
    lexicon, fmt = lexicon_of(turn.game), format_of(turn.game)
    return Position(board_before(turn), turn.rack, turn.number, lexicon, fmt)


def judge(turn: Turn, slips: Iterable[Slip]) -> dict[str, Verdict]:
    """The verdict on each distinct bulletin, by its key."""
    position = position_of(turn)
    edition = EDITIONS[turn.game.tournament.edition]
    distinct = {slip.key: slip.bulletin for slip in slips}
    return {key: correct(position, bulletin, edition) for key, bulletin in distinct.items()}


def correct_turn(*, turn_id: int, now: datetime) -> int:
    """Write a ruling for every bulletin that has none for its revision yet: the software's
    proposal, or what an arbiter has made of all its equals meanwhile.

    May be run again at any time: what was judged or decided stays. Returns how many rulings
    were written.
    """
    found = Turn.objects.filter(pk=turn_id, state__in=COLLECTED).first()
    if found is None:
        return 0
    with deciding(found) as turn:
        if turn.state not in COLLECTED:  # cancelled meanwhile
            return 0
        # Read under the lock: two corrections at once must not put an older revision on top.
        slips = slips_of(turn)
        held = current_rulings(turn)
        open_slips = [slip for slip in slips if _is_open(slip, held.get(slip.entry_id))]
        verdicts, changes = judge(turn, open_slips), _shared_changes(held.values())
        rulings = []
        for slip in open_slips:
            before, change = held.get(slip.entry_id), changes.get(slip.key)
            rulings.append(_ruling(turn, slip, verdicts[slip.key], before, change, now))
        Ruling.objects.bulk_create(rulings, batch_size=500)
        if rulings or turn.corrected_at is None:
            post(turn=turn, rulings=rulings, corrected=True, now=now)
    return len(rulings)


def is_missing(*, turn_id: int, entries: Collection[int]) -> bool:
    """Whether a correction of the turn would have something to say about one of ``entries``.

    What it has said is committed: whoever gets False need not ask for it.
    """
    turn = Turn.objects.filter(pk=turn_id, state__in=COLLECTED).first()
    if turn is None:
        return False
    held = current_rulings(turn, entries)
    return any(_is_open(slip, held.get(slip.entry_id)) for slip in _slips(turn, list(entries)))


def _is_open(slip: Slip, ruling: Ruling | None) -> bool:
    """After an arbiter's decision a slip is judged again only if it says something else and was
    typed in later, or handed in before the end and stored later; a late one changes nothing."""
    if ruling is None:
        return True
    if ruling.status in DECIDED:
        typed_later = slip.typed_at is not None and slip.typed_at > ruling.at
        return (typed_later or slip.in_time) and ruling.key != slip.key
    return (ruling.rev, ruling.key) != (slip.rev, slip.key)


def _shared_changes(held: Iterable[Ruling]) -> dict[str, Ruling]:
    """By key of the bulletin, a change by an arbiter that all equal bulletins have in common.

    One that comes in later must not get another verdict than they. To have handed in nothing is
    no bulletin: why it is missing is decided for each.
    """
    by_key: defaultdict[str, list[Ruling]] = defaultdict(list)
    for ruling in held:
        by_key[ruling.key].append(ruling)
    by_key.pop(NOTHING.key, None)
    return {
        key: first
        for key, (first, *others) in by_key.items()
        if first.status == Status.CHANGED
        and all(decision_in(other) == decision_in(first) for other in others)
    }


def _ruling(
    turn: Turn,
    slip: Slip,
    verdict: Verdict,
    before: Ruling | None,
    change: Ruling | None,
    now: datetime,
) -> Ruling:
    overtaken = slip.in_time and before is not None and before.status in DECIDED
    eye = verdict.needs_eye or not verdict.decided or overtaken
    proposed = {"status": Status.UNDECIDED if eye else Status.PROPOSED, **decision_of(verdict)}
    if overtaken:
        proposed["reason"] = gettext("Enregistré après la décision, mais remis à temps.")
    return Ruling(
        turn=turn,
        entry_id=slip.entry_id,
        version=before.version + 1 if before else 1,
        rev=slip.rev,
        key=slip.key,
        verdict=verdict.to_dict(),
        by=change.by if change else None,
        at=now,
        **(decision_in(change) if change else proposed),
    )


def decision_of(verdict: Verdict) -> dict[str, Any]:
    """The fields of a ruling that follow from the software's verdict, or from its proposal."""
    decision = verdict.decision
    return {
        "points": decision.points,
        "gross": decision.gross,
        "sanction": str(decision.sanction),
        "motives": [str(motive) for motive in decision.motives],
        "article": decision.article,
    }
