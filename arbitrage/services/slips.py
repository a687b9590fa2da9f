"""Slips: made automatically from decisions, stamped with how each was delivered."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.slip import NO_NOTICE, Details, Notice, build_details
from arbitrage.core.verdict import Verdict
from arbitrage.models import Act, ActKind, Ruling, RulingStatus, Slip
from arbitrage.queries.appeals import find_entries_before_commission
from arbitrage.queries.averages import judge_if_admitted
from arbitrage.queries.bulletins.received import list_received_from
from arbitrage.queries.rulings import find_waiting_entries
from arbitrage.queries.second_looks import find_double_arbitrated_entries
from arbitrage.queries.slips import count_warnings_before, to_sent_notice
from tournament.models import Turn
from tournament.services.play.scoreboard import ScoreLine

_ZERO_ACT_KINDS = frozenset({ActKind.ZERO, ActKind.CHEATING})


@dataclass(frozen=True, slots=True)
class TurnDecisions:
    """The decisions on a turn about some entries; ``without`` are entries without a line."""

    lines: Mapping[int, ScoreLine]
    without: Collection[int]
    rulings: Mapping[int, Ruling]
    acts: Mapping[int, list[Act]]

    def is_notable(self, entry: int) -> bool:
        """Return True if the slip may have content."""
        line = self.lines.get(entry)
        is_clean = line is None or (line.sanction == Sanction.NONE and not line.warnings)
        return not is_clean or entry in self.acts


def renew_slips(turn: Turn, decisions: TurnDecisions, *, now: datetime) -> int:
    """Make the slips whose content differs from those in force; return how many.

    A ruling that waits for somebody changes no slip yet, except that a slip notes a bulletin before
    the commission (2017: 5.3.2).
    """
    entries = decisions.lines.keys() | set(decisions.without)
    versions_by_entry = _list_versions(turn, entries)
    doubled_entries = find_double_arbitrated_entries(turn, decisions.rulings.values())
    notable_entries = {entry for entry in entries if decisions.is_notable(entry)}
    before_commission = find_entries_before_commission(turn, entries)
    entries_concerned = (
        versions_by_entry.keys() | notable_entries | before_commission | doubled_entries & entries
    )
    if not entries_concerned:
        return 0
    maker = _SlipMaker(turn, decisions, entries_concerned, doubled_entries, before_commission)
    slips = []
    for entry in sorted(entries_concerned):
        versions = versions_by_entry.get(entry, [])
        slip = maker.build_slip(entry, versions[-1] if versions else None)
        if slip is None or not _is_different(slip, versions[-1] if versions else None):
            continue
        slip.version, slip.made_at = len(versions) + 1, now
        slip.rectifies = any(
            _is_correction(slip, version)
            for version in versions
            if to_sent_notice(version).notified_at or version.printed_at
        )
        slips.append(slip)
    Slip.objects.bulk_create(slips, batch_size=500)
    return len(slips)


def _list_versions(turn: Turn, entries: Collection[int]) -> dict[int, list[Slip]]:
    by_entry: defaultdict[int, list[Slip]] = defaultdict(list)
    for slip in Slip.objects.filter(turn=turn, entry__in=entries).order_by("version"):
        by_entry[slip.entry_id].append(slip)
    return dict(by_entry)


def _is_different(slip: Slip, previous: Slip | None) -> bool:
    if previous is None:
        return bool(slip.content != NO_NOTICE.to_dict())
    names = ("content", "word", "ref", "claimed")
    return any(
        _to_json_value(getattr(slip, name)) != _to_json_value(getattr(previous, name))
        for name in names
    )


def _is_correction(slip: Slip, earlier_slip: Slip) -> bool:
    """Return True if the slip differs in more than the commission flag."""
    ignored = {"commission": False}
    if slip.content == NO_NOTICE.to_dict():
        return True
    return bool(
        _to_json_value({**slip.content, **ignored})
        != _to_json_value({**earlier_slip.content, **ignored})
    )


def _to_json_value(value: object) -> object:
    """Return the value as JSON returns it: pairs are lists, codes are text."""
    if isinstance(value, dict):
        return {key: _to_json_value(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json_value(member) for member in value]
    return str(value) if isinstance(value, str) else value


class _SlipMaker:
    """Makes the slips of one turn; shared data is read once."""

    def __init__(
        self,
        turn: Turn,
        decisions: TurnDecisions,
        entries_concerned: Collection[int],
        doubled_entries: Collection[int],
        commission: Collection[int],
    ) -> None:
        self.turn, self.decisions, self.doubled_entries, self.commission = (
            turn,
            decisions,
            doubled_entries,
            commission,
        )
        ruled = [entry for entry in entries_concerned if entry in decisions.rulings]
        self._waiting_entries = find_waiting_entries(turn, ruled) if ruled else set()
        lines = [decisions.lines[entry] for entry in entries_concerned if entry in decisions.lines]
        warned = {line.entry_id for line in lines if line.warnings}
        warned |= decisions.acts.keys() & set(entries_concerned)
        self._warnings_before = count_warnings_before(turn, warned) if warned else {}
        zeros = [line.entry_id for line in lines if line.sanction == Sanction.ZERO]
        self._claims = {
            received.entry_id: received.bulletin.claim
            for received in list_received_from(turn, zeros)
            if received.bulletin.claim is not None
        }
        beside_average = [
            line for line in lines if line.average and line.sanction == Sanction.WARNING
        ]
        averaged = [decisions.rulings[line.entry_id] for line in beside_average]
        #: Verdicts on bulletins that have both an average and a warning.
        self._verdicts_if_admitted = judge_if_admitted(turn, averaged)
        self._details: dict[tuple[object, ...], Details] = {}

    def build_slip(self, entry: int, previous: Slip | None) -> Slip | None:
        """Return the slip that replaces ``previous``; None while nothing is decided."""
        notice = self._build_notice(entry, previous)
        if notice is None:
            return None
        if notice.is_empty:
            return Slip(turn=self.turn, entry_id=entry, content=NO_NOTICE.to_dict())
        line = self.decisions.lines.get(entry)
        is_sanctioned = line is not None and notice.sanction is not Sanction.NONE
        return Slip(
            turn=self.turn,
            entry_id=entry,
            content=notice.to_dict(),
            word=line.word if line is not None and is_sanctioned else "",
            ref=line.ref if line is not None and is_sanctioned else "",
            claimed=self._claims.get(entry) if is_sanctioned else None,
        )

    def _build_notice(self, entry: int, previous: Slip | None) -> Notice | None:
        acts = self.decisions.acts.get(entry, [])
        ruling, line = self.decisions.rulings.get(entry), self.decisions.lines.get(entry)
        conduct = tuple(act.reason for act in acts if act.kind == ActKind.WARNING)
        # A warning of a ruling that waits is not counted yet.
        is_waiting = line is None or entry in self._waiting_entries
        warnings = len(conduct) if line is None or is_waiting else line.warnings
        number = self._warnings_before.get(entry, 0) + warnings if warnings else 0
        commission = entry in self.commission
        base = Notice(number=number, conduct=conduct, commission=commission)
        nullified = [act for act in acts if act.kind in _ZERO_ACT_KINDS]
        if nullified:
            zero = nullified[0]
            return replace(base, sanction=Sanction.ZERO, reason=zero.reason, article=zero.article)
        if ruling is None:
            return base
        if line is None or is_waiting:
            if commission:
                by_text = ruling.verdict["commission"]
                return replace(base, article=ruling.article if by_text else "")
            was_in_commission = previous is not None and previous.content["commission"]
            return base if conduct or was_in_commission else None
        return self._build_notice_of_ruling(base, ruling, line, acts)

    def _build_notice_of_ruling(
        self, base: Notice, ruling: Ruling, line: ScoreLine, acts: Iterable[Act]
    ) -> Notice:
        sanction = Sanction(line.sanction)
        motives = self._list_motives(ruling)
        is_changed = ruling.status == RulingStatus.CHANGED
        is_removed = any(act.kind == ActKind.REMOVAL for act in acts)
        is_doubled = ruling.entry_id in self.doubled_entries
        has_content = sanction is not Sanction.NONE or line.average or is_removed or is_doubled
        shows_points = sanction is Sanction.PENALTY or line.average or is_doubled
        return replace(
            base,
            sanction=sanction,
            motives=motives if has_content else (),
            points=line.points if shows_points else 0,
            removed=is_removed,
            average=line.average,
            double=is_doubled,
            reason=ruling.reason if is_changed and has_content else "",
            article=line.article if has_content else "",
            details=self._get_details(ruling, motives) if has_content else Details(),
        )

    def _list_motives(self, ruling: Ruling) -> tuple[Motive, ...]:
        """Return the motives of the decision, and of the warning beside an average."""
        motives = tuple(map(Motive, ruling.motives))
        if if_admitted := self._verdicts_if_admitted.get(ruling.entry_id):
            motives = tuple(dict.fromkeys((*motives, *if_admitted.motives)))
        return motives

    def _get_details(self, ruling: Ruling, motives: tuple[Motive, ...]) -> Details:
        """Return the details, built once for equal bulletins."""
        key = (ruling.key, bool(ruling.in_time), motives)
        if key not in self._details:
            verdict = Verdict.from_dict(ruling.verdict)
            if if_admitted := self._verdicts_if_admitted.get(ruling.entry_id):
                findings = (*verdict.findings, *if_admitted.findings)
                verdict = replace(verdict, findings=findings)
            self._details[key] = build_details(verdict, motives)
        return self._details[key]
