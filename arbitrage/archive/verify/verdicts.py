"""The rulings, judged again from the bulletins and the regulation."""

from dataclasses import replace
from datetime import timedelta

from arbitrage.archive.core.play import PaperBulletinRow, RulingRow, SentBulletinRow
from arbitrage.archive.core.reading import to_dict
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine, TurnRecord
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.core.allowed_decisions import AllowedDecisions
from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Sanction
from arbitrage.core.correct import correct
from arbitrage.core.errors import CorrectionError
from arbitrage.core.journal_digests import compute_bulletin_digest
from arbitrage.core.ruling_codes import (
    DECIDED_STATUSES,
    NO_BULLETIN,
    BulletinOrigin,
    RulingStatus,
    compute_key,
    get_hand_in_status,
    is_ruling_outdated,
    propose_fields,
    propose_status,
    read_handed_in_bulletin,
    read_typed_bulletin,
)
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from tournament.core.canonical import from_utc_text
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    PlayMedium,
    TurnState,
)

#: Maximum delay between the arrival of a bulletin and its storage; a correction may run in between.
MAX_STORAGE_DELAY = timedelta(minutes=1)
#: Fields compared in verdicts that predate the chain.
_LEGACY_FIELDS = ("decided", "points", "gross", "sanction", "motives")
RULING_FIELDS = ("points", "gross", "sanction", "motives", "article")


type BulletinLine = NumberedLine[SentBulletinRow] | NumberedLine[PaperBulletinRow]


class VerdictCheck:
    """Checks the rulings of one turn, judged again on ``position``."""

    def __init__(
        self,
        record: ArchiveRecord,
        game: GameRecord,
        turn: TurnRecord,
        position: JudgedPosition,
        report: Report,
    ) -> None:
        self._record, self._game, self._turn = record, game, turn
        self._position, self._report = position, report
        self._turn_key = game.row.number, turn.row.ordinal
        self._verdicts: dict[str, Verdict] = {}

    def check(self) -> None:
        for versions in self._turn.rulings.values():
            previous: RulingRow | None = None
            for number, line in enumerate(versions, start=1):
                self._report.compare(
                    DiscrepancyKind.VERSION, line, "version", line.row.version, number
                )
                self._check_ruling(line, previous)
                previous = line.row
        if TurnState(self._turn.row.state) in COLLECTED_TURN_STATES:
            self._check_judged()
            self._check_in_time()
            self._check_typed()
        self._report.count(*self._turn_key, "bulletins", len(self._turn.rulings_in_force))
        self._report.count(*self._turn_key, "distinct", len(self._verdicts))

    def judge(self, bulletin: Bulletin) -> Verdict:
        """Return the verdict on a bulletin of the turn; equal ones are judged once."""
        key = compute_key(bulletin)
        if key not in self._verdicts:
            self._verdicts[key] = correct(self._position, bulletin, self._record.edition)
        return self._verdicts[key]

    def find_bulletin(self, ruling: RulingRow) -> Bulletin | None:
        """Return the bulletin that was judged; None if a tablet has handed in another one since."""
        source = self._find_source(ruling)
        if ruling.origin == BulletinOrigin.NOTHING:
            bulletin = NO_BULLETIN
        elif source is None:
            return None
        elif isinstance(source.row, PaperBulletinRow):
            bulletin = read_typed_bulletin(source.row, source.row.state)
        else:
            bulletin = read_handed_in_bulletin(
                source.row, is_late=ruling.origin == BulletinOrigin.LATE
            )
        return replace(bulletin, state=SheetState.OK) if ruling.in_time else bulletin

    def _find_source(self, ruling: RulingRow) -> BulletinLine | None:
        if ruling.origin == BulletinOrigin.PAPER:
            versions = self._turn.papers.get(ruling.entry, [])
            return next(
                (version for version in versions if version.row.version == ruling.rev), None
            )
        bulletin = self._find_sent(ruling)
        return bulletin if bulletin is not None and bulletin.row.rev == ruling.rev else None

    def _find_sent(self, ruling: RulingRow) -> NumberedLine[SentBulletinRow] | None:
        """Return the bulletin of a tablet that the archive has: the last one sent."""
        sent_bulletins = {
            BulletinOrigin.TABLET: self._turn.tablet_bulletins,
            BulletinOrigin.LATE: self._turn.late_bulletins,
        }
        return sent_bulletins.get(BulletinOrigin(ruling.origin), {}).get(ruling.entry)

    def _is_replaced(self, ruling: RulingRow) -> bool:
        """Return True if a tablet has handed in again since: the archive has only the last bulletin
        of each."""
        bulletin = self._find_sent(ruling)
        return bulletin is not None and bulletin.row.rev > ruling.rev

    def _check_ruling(self, line: NumberedLine[RulingRow], previous: RulingRow | None) -> None:
        row, report = line.row, self._report
        source = self._find_source(row)
        if row.origin == BulletinOrigin.NOTHING:
            report.compare(DiscrepancyKind.RECEIVED, line, "received", row.received, "")
        elif source is not None and (row.received or row.gesture):
            digest = compute_bulletin_digest(
                to_dict(source.row), is_paper=row.origin == BulletinOrigin.PAPER
            )
            report.compare(DiscrepancyKind.RECEIVED, source, "received", digest, row.received)
        elif source is None and not self._is_replaced(row):
            report.add(DiscrepancyKind.ABSENT, line, row.rev, None, name="rev")
        try:
            bulletin = self.find_bulletin(row)
        except CorrectionError as error:
            report.add(DiscrepancyKind.RECEIVED, source or line, str(error), None)
            return
        if bulletin is None:
            report.count(*self._turn_key, "replaced")
            bulletin_verdict = self._verdicts.get(row.key)
        elif report.compare(DiscrepancyKind.KEY, line, "key", row.key, compute_key(bulletin)):
            bulletin_verdict = self.judge(bulletin)
        else:
            return
        if bulletin_verdict is not None and not self._compare_verdicts(line, bulletin_verdict):
            return
        self._check_decision(line, previous)

    def _compare_verdicts(self, line: NumberedLine[RulingRow], verdict: Verdict) -> bool:
        """Return True if the verdicts agree, else add a discrepancy. Verdicts that predate the
        chain have fewer fields."""
        stated, computed = line.row.verdict, verdict.to_dict()
        if line.row.gesture is None:
            stated, computed = (
                {name: values[name] for name in _LEGACY_FIELDS} for values in (stated, computed)
            )
        if stated == computed:
            self._report.count(*self._turn_key, "verdicts")
            return True
        names = [name for name in computed if stated.get(name) != computed[name]]
        differences = [{name: values.get(name) for name in names} for values in (stated, computed)]
        self._report.add(DiscrepancyKind.VERDICT, line, *differences, name="verdict")
        return False

    def _check_decision(self, line: NumberedLine[RulingRow], previous: RulingRow | None) -> None:
        row, report = line.row, self._report
        verdict = Verdict.from_dict(row.verdict)
        proposal = propose_fields(verdict)
        stated = {name: getattr(row, name) for name in RULING_FIELDS}
        if row.status not in DECIDED_STATUSES:
            status = propose_status(verdict, came_since=row.came_since)
            report.compare(DiscrepancyKind.STATUS, line, "status", row.status, status)
            report.compare(DiscrepancyKind.DECISION, line, "points", stated, proposal)
        elif row.status == RulingStatus.CHANGED:
            self._check_change(line, verdict)
        elif stated != proposal:
            # A person confirmed the ruling of another person that differs from the proposal.
            earlier = (
                {name: getattr(previous, name) for name in RULING_FIELDS} if previous else None
            )
            report.compare(DiscrepancyKind.DECISION, line, "points", stated, earlier)

    def _check_change(self, line: NumberedLine[RulingRow], verdict: Verdict) -> None:
        row, edition = line.row, self._record.edition
        decisions = AllowedDecisions.from_verdict(verdict, edition)
        allowed = decisions.list_points(Sanction(row.sanction))
        if row.points not in allowed and not row.reason:
            self._report.add(
                DiscrepancyKind.NO_REASON, line, row.points, sorted(allowed), name="points"
            )
        penalty = edition.sanctions.penalty.value if row.sanction == Sanction.PENALTY else 0
        # A reading that was adopted has its own gross score.
        gross_scores = {reading.gross for reading in decisions.options}
        if row.gross not in {row.points + penalty, *gross_scores}:
            self._report.add(
                DiscrepancyKind.DECISION, line, row.gross, row.points + penalty, name="gross"
            )

    # Bulletins that are not judged yet.

    def _check_judged(self) -> None:
        """Check that the ruling in force judges the bulletin that counts, unless that one may
        wait."""
        turn = self._turn
        in_force = turn.rulings_in_force
        for entry in {*turn.tablet_bulletins, *turn.late_bulletins, *turn.papers}:
            counted_bulletin = self._find_counting(entry)
            if counted_bulletin is None:
                continue
            origin, line, bulletin = counted_bulletin
            ruling = in_force.get(entry)
            rev = line.row.version if isinstance(line.row, PaperBulletinRow) else line.row.rev
            if ruling is not None and not is_ruling_outdated(
                origin, rev, compute_key(bulletin), ruling.row
            ):
                continue
            if self._can_wait(origin, line, ruling):
                self._report.count(*self._turn_key, "to-judge")
            else:
                judged_rev = ruling.row.rev if ruling is not None else None
                self._report.add(DiscrepancyKind.UNJUDGED, line, rev, judged_rev, name="rev")

    def _can_wait(
        self,
        origin: BulletinOrigin,
        line: BulletinLine,
        ruling: NumberedLine[RulingRow] | None,
    ) -> bool:
        """Return True if the correction may not have seen the bulletin yet: it judges all bulletins
        of a turn at once, except of entries that are withdrawn (6.2); when they return, another
        correction is asked for. Once the word is revealed no bulletin can arrive in time; late ones
        and those on paper can."""
        is_withdrawn = self._record.entries[line.row.entry].row.withdrawn
        if is_withdrawn or self._turn.row.corrected_at is None:
            return True
        is_corrected = self._game.is_over or bool(self._turn.rulings)
        is_placed = TurnState(self._turn.row.state) in PLACED_TURN_STATES
        if is_placed and is_corrected and origin == BulletinOrigin.TABLET:
            return False
        if ruling is None:
            return True
        return from_utc_text(ruling.row.at) - from_utc_text(line.row.at) <= MAX_STORAGE_DELAY

    def _check_in_time(self) -> None:
        """Check that bulletins in time arrived before the turn was closed."""
        closed_at = self._turn.row.closed_at
        for line in self._turn.tablet_bulletins.values():
            if closed_at is not None and line.row.at > closed_at:
                self._report.add(DiscrepancyKind.AT, line, line.row.at, closed_at, name="at")

    def _check_typed(self) -> None:
        """Check that the state of bulletins on paper is the one counted for the number of
        players."""
        typed, participations = self._turn.typed_bulletins, self._turn.participations
        for entry, line in participations.items():
            state = str(get_hand_in_status(typed[entry].row.state)) if entry in typed else ""
            self._report.compare(DiscrepancyKind.TYPED, line, "typed", line.row.typed, state)
        for entry in typed.keys() - participations.keys():
            self._report.add(DiscrepancyKind.TYPED, typed[entry], typed[entry].row.state, None)

    def _find_counting(self, entry: str) -> tuple[BulletinOrigin, BulletinLine, Bulletin] | None:
        """Return the bulletin of an entry that counts: the one on paper, else the one in time, else
        the late one unless one on paper is awaited."""
        turn = self._turn
        try:
            if (paper := turn.typed_bulletins.get(entry)) is not None:
                return BulletinOrigin.PAPER, paper, read_typed_bulletin(paper.row, paper.row.state)
            if (bulletin := turn.tablet_bulletins.get(entry)) is not None:
                return (
                    BulletinOrigin.TABLET,
                    bulletin,
                    read_handed_in_bulletin(bulletin.row, is_late=False),
                )
            late, participation = turn.late_bulletins.get(entry), turn.participations.get(entry)
            if late is None or (
                participation is not None and participation.row.plays_on == PlayMedium.PAPER
            ):
                return None
            return BulletinOrigin.LATE, late, read_handed_in_bulletin(late.row, is_late=True)
        except CorrectionError:
            return None  # reported by ``_check_ruling``
