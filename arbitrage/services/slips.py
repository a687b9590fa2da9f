"""Slips: made by themselves from what is decided; how each went out is stamped on it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.slip import NOTHING, Details, Notice, details_of
from arbitrage.core.verdict import Verdict
from arbitrage.models import Act, ActKind, Ruling, Slip, Status
from arbitrage.queries.appeals import in_commission
from arbitrage.queries.received_bulletins import received_of
from arbitrage.queries.rulings import waiting_entries
from arbitrage.queries.second_looks import doubled
from arbitrage.queries.slips import sent, warnings_before
from tournament.models import Turn
from tournament.services.play.scoreboard import ScoreLine

_NULLIFIED = frozenset({ActKind.ZERO, ActKind.CHEATING})


@dataclass(frozen=True, slots=True)
class Decided:
    """What is decided on a turn about some entries; ``without`` a line nothing is."""

    lines: Mapping[int, ScoreLine]
    without: Collection[int]
    rulings: Mapping[int, Ruling]
    acts: Mapping[int, list[Act]]

    def is_notable(self, entry: int) -> bool:
        """Whether a slip may have something to say of it."""
        line = self.lines.get(entry)
        clean = line is None or (line.sanction == Sanction.NONE and not line.warnings)
        return not clean or entry in self.acts


def renew_slips(turn: Turn, decided: Decided, *, now: datetime) -> int:
    """Make the slips that follow from what is ``decided`` and say something else than those in
    force; how many. A ruling that waits for somebody changes no slip until it stands, but that a
    bulletin is in commission is told as long as it is (2017: 5.3.2)."""
    entries = decided.lines.keys() | set(decided.without)
    held = _versions(turn, entries)
    double = doubled(turn, decided.rulings.values())
    notable = {entry for entry in entries if decided.is_notable(entry)}
    before_commission = in_commission(turn, entries)
    concerned = held.keys() | notable | before_commission | double & entries
    if not concerned:
        return 0
    maker = _Maker(turn, decided, concerned, double, before_commission)
    made = []
    for entry in sorted(concerned):
        versions = held.get(entry, [])
        slip = maker.slip(entry, versions[-1] if versions else None)
        if slip is None or not _differs(slip, versions[-1] if versions else None):
            continue
        slip.version, slip.made_at = len(versions) + 1, now
        slip.rectifies = any(
            _rectifies(slip, one) for one in versions if sent(one).told_at or one.printed_at
        )
        made.append(slip)
    Slip.objects.bulk_create(made, batch_size=500)
    return len(made)


def _versions(turn: Turn, entries: Collection[int]) -> dict[int, list[Slip]]:
    found: defaultdict[int, list[Slip]] = defaultdict(list)
    for slip in Slip.objects.filter(turn=turn, entry__in=entries).order_by("version"):
        found[slip.entry_id].append(slip)
    return dict(found)


def _differs(slip: Slip, before: Slip | None) -> bool:
    if before is None:
        return bool(slip.content != NOTHING.to_dict())
    said = ("content", "word", "ref", "claimed")
    return any(_plain(getattr(slip, name)) != _plain(getattr(before, name)) for name in said)


def _rectifies(slip: Slip, gone: Slip) -> bool:
    """Whether it says something else of the bulletin than that it is in commission, or no more."""
    aside = {"commission": False}
    if slip.content == NOTHING.to_dict():
        return True
    return bool(_plain({**slip.content, **aside}) != _plain({**gone.content, **aside}))


def _plain(value: object) -> object:
    """As JSON gives it back: pairs are lists, codes are text."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, str) else value


class _Maker:
    """Makes the slips of one turn; what several need is read once."""

    def __init__(
        self,
        turn: Turn,
        decided: Decided,
        concerned: Collection[int],
        double: Collection[int],
        commission: Collection[int],
    ) -> None:
        self.turn, self.decided, self.double, self.commission = turn, decided, double, commission
        judged = [entry for entry in concerned if entry in decided.rulings]
        self._waiting = waiting_entries(turn, judged) if judged else set()
        lines = [decided.lines[entry] for entry in concerned if entry in decided.lines]
        warned = {line.entry_id for line in lines if line.warnings}
        warned |= decided.acts.keys() & set(concerned)
        self._before = warnings_before(turn, warned) if warned else {}
        zeros = [line.entry_id for line in lines if line.sanction == Sanction.ZERO]
        self._claims = {
            one.entry_id: one.bulletin.claim
            for one in received_of(turn, zeros)
            if one.bulletin.claim is not None
        }
        self._details: dict[tuple[object, ...], Details] = {}

    def slip(self, entry: int, before: Slip | None) -> Slip | None:
        """What takes the place of ``before``; None while nothing about the entry stands."""
        notice = self._notice(entry, before)
        if notice is None:
            return None
        if notice.is_nothing:
            return Slip(turn=self.turn, entry_id=entry, content=NOTHING.to_dict())
        line = self.decided.lines.get(entry)
        stands = line is not None and notice.sanction is not Sanction.NONE
        return Slip(
            turn=self.turn,
            entry_id=entry,
            content=notice.to_dict(),
            word=line.word if line is not None and stands else "",
            ref=line.ref if line is not None and stands else "",
            claimed=self._claims.get(entry) if stands else None,
        )

    def _notice(self, entry: int, before: Slip | None) -> Notice | None:
        acts = self.decided.acts.get(entry, [])
        ruling, line = self.decided.rulings.get(entry), self.decided.lines.get(entry)
        conduct = tuple(act.reason for act in acts if act.kind == ActKind.WARNING)
        # One that only a ruling that waits would bring is not counted yet.
        waits = line is None or entry in self._waiting
        warnings = len(conduct) if line is None or waits else line.warnings
        number = self._before.get(entry, 0) + warnings if warnings else 0
        commission = entry in self.commission
        beside = Notice(number=number, conduct=conduct, commission=commission)
        nullified = [act for act in acts if act.kind in _NULLIFIED]
        if nullified:
            zero = nullified[0]
            return replace(beside, sanction=Sanction.ZERO, reason=zero.reason, article=zero.article)
        if ruling is None:
            return beside
        if line is None or waits:
            if commission:
                by_text = ruling.verdict["commission"]
                return replace(beside, article=ruling.article if by_text else "")
            told = before is not None and before.content["commission"]
            return beside if conduct or told else None
        return self._of_ruling(beside, ruling, line, acts)

    def _of_ruling(
        self, beside: Notice, ruling: Ruling, line: ScoreLine, acts: Iterable[Act]
    ) -> Notice:
        sanction = Sanction(line.sanction)
        motives = tuple(map(Motive, ruling.motives))
        changed = ruling.status == Status.CHANGED
        removed = any(act.kind == ActKind.REMOVAL for act in acts)
        double = ruling.entry_id in self.double
        told = sanction is not Sanction.NONE or line.average or removed or double
        priced = sanction is Sanction.PENALTY or line.average or double
        return replace(
            beside,
            sanction=sanction,
            motives=motives if told else (),
            points=line.points if priced else 0,
            removed=removed,
            average=line.average,
            double=double,
            reason=ruling.reason if changed and told else "",
            article=line.article if told else "",
            details=self._details_of(ruling, motives) if told else Details(),
        )

    def _details_of(self, ruling: Ruling, motives: tuple[Motive, ...]) -> Details:
        """Once for equal bulletins."""
        key = (ruling.key, bool(ruling.in_time), motives)
        if key not in self._details:
            self._details[key] = details_of(Verdict.from_dict(ruling.verdict), motives)
        return self._details[key]
