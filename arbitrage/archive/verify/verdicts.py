"""Every ruling against what was handed in and the regulation: equal bulletins are judged once."""

from dataclasses import replace
from datetime import timedelta

from arbitrage.archive.core.play import ActRow, HandedRow, PaperRow, RulingRow
from arbitrage.archive.core.reading import as_line
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord, TurnRecord
from arbitrage.archive.verify.report import HumanDecision, Matter, Report, Ruled
from arbitrage.core.allowed_decisions import Allowed
from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Sanction
from arbitrage.core.correct import correct
from arbitrage.core.decided import (
    DECIDED,
    NO_BULLETIN,
    Origin,
    Status,
    handed,
    handed_as,
    is_overtaken,
    key_of,
    proposed_fields,
    proposed_status,
    typed,
)
from arbitrage.core.errors import CorrectionError
from arbitrage.core.journal_digests import digest_of_received
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.verdict import Verdict
from tournament.core.canonical import as_moment
from tournament.core.chain import ERASED
from tournament.core.states import (
    COLLECTED_TURN_STATES,
    PLACED_TURN_STATES,
    PlaysOn,
    TurnState,
)

#: A bulletin is written some seconds after it came in at the most, and may be corrected then.
STORED_WITHIN = timedelta(minutes=1)
#: What is compared of a verdict from before the chain.
_OLD = ("decided", "points", "gross", "sanction", "motives")
_RULED = ("points", "gross", "sanction", "motives", "article")


class Verdicts:
    """The rulings of one turn, judged before ``position``."""

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
        self._where = game.row.number, turn.row.ordinal
        self._known: dict[str, Verdict] = {}

    def check(self) -> None:
        for versions in self._turn.rulings.values():
            before: RulingRow | None = None
            for number, at in enumerate(versions, start=1):
                self._report.compare(Matter.VERSION, at, "version", at.row.version, number)
                self._check(at, before)
                before = at.row
        if TurnState(self._turn.row.state) in COLLECTED_TURN_STATES:
            self._check_judged()
            self._check_in_time()
            self._check_typed()
        self._report.count(*self._where, "bulletins", len(self._turn.in_force))
        self._report.count(*self._where, "distinct", len(self._known))

    def verdict(self, bulletin: Bulletin) -> Verdict:
        """Of a bulletin of the turn; of equal ones it is looked for once."""
        key = key_of(bulletin)
        if key not in self._known:
            self._known[key] = correct(self._position, bulletin, self._record.edition)
        return self._known[key]

    def bulletin_of(self, ruling: RulingRow) -> Bulletin | None:
        """What was judged; None where a tablet has handed in another one since."""
        written = self._written(ruling)
        if ruling.origin == Origin.NOTHING:
            bulletin = NO_BULLETIN
        elif written is None:
            return None
        elif isinstance(written.row, PaperRow):
            bulletin = typed(written.row, written.row.state)
        else:
            bulletin = handed(written.row, late=ruling.origin == Origin.LATE)
        return replace(bulletin, state=SheetState.OK) if ruling.in_time else bulletin

    def _written(self, ruling: RulingRow) -> At[HandedRow] | At[PaperRow] | None:
        turn, entry = self._turn, ruling.entry
        if ruling.origin == Origin.PAPER:
            versions = turn.papers.get(entry, [])
            return next((one for one in versions if one.row.version == ruling.rev), None)
        tablets = {Origin.TABLET: turn.tablets, Origin.LATE: turn.late}
        held = tablets.get(Origin(ruling.origin), {}).get(entry)
        return held if held is not None and held.row.rev == ruling.rev else None

    def _is_replaced(self, ruling: RulingRow) -> bool:
        """Whether a tablet has handed in again since: the file has its last bulletin alone."""
        turn = self._turn
        tablets = {Origin.TABLET: turn.tablets, Origin.LATE: turn.late}
        held = tablets.get(Origin(ruling.origin), {}).get(ruling.entry)
        return held is not None and held.row.rev > ruling.rev

    def _check(self, at: At[RulingRow], before: RulingRow | None) -> None:
        row, report = at.row, self._report
        written = self._written(row)
        if row.origin == Origin.NOTHING:
            report.compare(Matter.RECEIVED, at, "received", row.received, "")
        elif written is not None and (row.received or row.gesture):
            found = digest_of_received(as_line(written.row), paper=row.origin == Origin.PAPER)
            report.compare(Matter.RECEIVED, written, "received", found, row.received)
        elif written is None and not self._is_replaced(row):
            report.lie(Matter.ABSENT, at, row.rev, None, name="rev")
        try:
            bulletin = self.bulletin_of(row)
        except CorrectionError as error:
            report.lie(Matter.RECEIVED, written or at, str(error), None)
            return
        if bulletin is None:
            report.count(*self._where, "replaced")
            bulletin_verdict = self._known.get(row.key)
        elif report.compare(Matter.KEY, at, "key", row.key, key_of(bulletin)):
            bulletin_verdict = self.verdict(bulletin)
        else:
            return
        if bulletin_verdict is not None and not self._same_verdict(at, bulletin_verdict):
            return
        self._check_decision(at, before)

    def _same_verdict(self, at: At[RulingRow], found: Verdict) -> bool:
        """Of a ruling from before the chain what counts: the software had fewer words then."""
        said, told = at.row.verdict, found.to_dict()
        if at.row.gesture is None:
            said, told = ({name: one[name] for name in _OLD} for one in (said, told))
        if said == told:
            self._report.count(*self._where, "verdicts")
            return True
        names = [name for name in told if said.get(name) != told[name]]
        shown = [{name: one.get(name) for name in names} for one in (said, told)]
        self._report.lie(Matter.VERDICT, at, *shown, name="verdict")
        return False

    def _check_decision(self, at: At[RulingRow], before: RulingRow | None) -> None:
        row, report = at.row, self._report
        verdict = Verdict.from_dict(row.verdict)
        due, said = proposed_fields(verdict), {name: getattr(row, name) for name in _RULED}
        if row.status not in DECIDED:
            status = proposed_status(verdict, came_since=row.came_since)
            report.compare(Matter.STATUS, at, "status", row.status, status)
            report.compare(Matter.DECISION, at, "points", said, due)
        elif row.status == Status.CHANGED:
            self._check_change(at, verdict)
        elif said != due:
            # Somebody confirmed what another had decided otherwise.
            held = {name: getattr(before, name) for name in _RULED} if before else None
            report.compare(Matter.DECISION, at, "points", said, held)

    def _check_change(self, at: At[RulingRow], verdict: Verdict) -> None:
        row, edition = at.row, self._record.edition
        allowed = Allowed.of(verdict, edition).points(Sanction(row.sanction))
        if row.points not in allowed and not row.reason:
            self._report.lie(Matter.NO_REASON, at, row.points, sorted(allowed), name="points")
        penalty = edition.sanctions.penalty.value if row.sanction == Sanction.PENALTY else 0
        # A reading that was taken over has its own.
        grosses = {way.gross for way in Allowed.of(verdict, edition).ways}
        if row.gross not in {row.points + penalty, *grosses}:
            self._report.lie(Matter.DECISION, at, row.gross, row.points + penalty, name="gross")

    # What is not judged yet.

    def _check_judged(self) -> None:
        """Whatever counts is what the ruling in force is about, or waits to be judged."""
        turn = self._turn
        held = turn.in_force
        for entry in {*turn.tablets, *turn.late, *turn.papers}:
            counting = self._counting(entry)
            if counting is None:
                continue
            origin, at, bulletin = counting
            ruling = held.get(entry)
            rev = at.row.version if isinstance(at.row, PaperRow) else at.row.rev
            if ruling is not None and not is_overtaken(origin, rev, key_of(bulletin), ruling.row):
                continue
            if self._may_wait(origin, at, ruling):
                self._report.count(*self._where, "to-judge")
            else:
                judged = ruling.row.rev if ruling is not None else None
                self._report.lie(Matter.UNJUDGED, at, rev, judged, name="rev")

    def _may_wait(
        self, origin: Origin, at: At[HandedRow] | At[PaperRow], ruling: At[RulingRow] | None
    ) -> bool:
        """Whether the correction may not have had it yet: it takes the whole room at once. None
        comes in time any more once the word is shown; a late one, or one typed in, may."""
        corrected = self._game.over or bool(self._turn.rulings)
        placed = TurnState(self._turn.row.state) in PLACED_TURN_STATES
        if placed and corrected and origin == Origin.TABLET:
            return False
        if ruling is None:
            return True
        return as_moment(ruling.row.at) - as_moment(at.row.at) <= STORED_WITHIN

    def _check_in_time(self) -> None:
        """What counts as handed in time came before the turn was closed."""
        closed_at = self._turn.row.closed_at
        for at in self._turn.tablets.values():
            if closed_at is not None and at.row.at > closed_at:
                self._report.lie(Matter.AT, at, at.row.at, closed_at, name="at")

    def _check_typed(self) -> None:
        """What counts towards the number of players is what the bulletins on paper say."""
        typed, took = self._turn.typed, self._turn.took_part
        for entry, at in took.items():
            found = str(handed_as(typed[entry].row.state)) if entry in typed else ""
            self._report.compare(Matter.TYPED, at, "typed", at.row.typed, found)
        for entry in typed.keys() - took.keys():
            self._report.lie(Matter.TYPED, typed[entry], typed[entry].row.state, None)

    def _counting(self, entry: str) -> tuple[Origin, At[HandedRow] | At[PaperRow], Bulletin] | None:
        """The bulletin of an entry that counts: on paper, else in time, else late, unless the one
        on paper is awaited."""
        turn = self._turn
        try:
            if (paper := turn.typed.get(entry)) is not None:
                return Origin.PAPER, paper, typed(paper.row, paper.row.state)
            if (held := turn.tablets.get(entry)) is not None:
                return Origin.TABLET, held, handed(held.row, late=False)
            late, took = turn.late.get(entry), turn.took_part.get(entry)
            if late is None or (took is not None and took.row.plays_on == PlaysOn.PAPER):
                return None
            return Origin.LATE, late, handed(late.row, late=True)
        except CorrectionError:
            return None  # said where it is judged

    # What people decided otherwise.

    def tell_decisions(self) -> None:
        for entry, at in self._turn.in_force.items():
            row = at.row
            if row.in_time:
                self._tell("in-time", row.in_time_article, row, row.in_time)
            due = proposed_fields(Verdict.from_dict(row.verdict))
            spoken = self._turn.spoken(entry) if row.status in DECIDED else ""
            changed = any(getattr(row, name) != due[name] for name in _RULED)
            if spoken or (row.status in DECIDED and changed):
                what = Ruled(row.points, row.sanction, due["points"], due["sanction"])
                self._tell(spoken or "ruling", what, row, row.reason)
            elif row.status == Status.UNDECIDED:
                self._report.count(*self._where, "undecided")
            elif row.status == Status.CONFIRMED:
                self._report.count(*self._where, "confirmed")
        for acts in self._turn.standing.values():
            for act in acts:
                kind = f"{act.row.kind}-by-rule" if act.row.automatic else act.row.kind
                self._tell(kind, act.row.article, act.row, act.row.reason)

    def _tell(self, kind: str, what: Ruled | str, row: RulingRow | ActRow, reason: str) -> None:
        by = self._record.names.get(row.by, row.by) if row.by is not None else ""
        decision = HumanDecision(*self._where, kind, what, by, reason)
        if reason == ERASED:
            self._report.count(*self._where, "erased-reasons")
        self._report.decided(decision, row.entry)
