"""Slips (5.9): their printing, handing over and paper requests agree with the journal, and the last
slip of each player shows the sanction of the scoreboard."""

from dataclasses import dataclass

from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from arbitrage.core.codes import Sanction
from arbitrage.core.ruling_codes import RulingStatus
from tournament.core.events import EventKind
from tournament.core.states import TurnState

#: Value of ``done`` in a row that undoes the previous gesture of the same account.
_UNDONE = "undone"
#: Fields of a slip that the gestures in the journal set.
_STAMPS = ("printed_at", "handed_at", "handed_by", "wanted")


@dataclass(slots=True)
class _SlipHistory:
    """The gestures on a slip; ``last_line`` is the last journal row about it."""

    last_line: NumberedLine[JournalRow] | None = None
    printed_at: str | None = None
    handed_at: str | None = None
    handed_by: str | None = None
    wanted: bool = False

    def apply(self, action: str, row: JournalRow | None) -> None:
        """Record a gesture; ``row`` is None if it is undone."""
        match action:
            case "printed":
                self.printed_at = row.at if row else None
            case "handed":
                self.handed_at, self.handed_by = (row.at, row.by) if row else (None, None)
            case "wanted":
                self.wanted = row is not None


def check_slips(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Check that the stamps of each slip are in the journal, and that each slip of the journal
    exists."""
    histories, number = _replay_journal(game), game.row.number
    slips = {line.row.uid: line for line in record.slips if line.row.game == number}
    for uid in histories.keys() - slips.keys():
        if record.is_whole:
            report.add(DiscrepancyKind.SLIP, histories[uid].last_line, uid, None, name="slips")
    for uid, line in slips.items():
        history = histories.get(uid, _SlipHistory())
        agreements = [
            report.compare(
                DiscrepancyKind.SLIP, line, name, getattr(line.row, name), getattr(history, name)
            )
            for name in _STAMPS
        ]
        if all(agreements) and uid in histories:
            report.count(number, 0, "slips")


def check_slip_sanctions(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Check that the last slip of a player for a turn shows the sanction that they have."""
    last = {
        (line.row.turn, line.row.entry): line
        for line in record.slips
        if line.row.game == game.row.number
    }
    for (ordinal, entry), slip in last.items():
        turn, shown = game.turns[ordinal], slip.row.content["sanction"]
        score, ruling = turn.scores.get(entry), turn.rulings_in_force.get(entry)
        is_pending = ruling is None or ruling.row.status == RulingStatus.UNDECIDED
        if shown == Sanction.NONE or score is None or is_pending:
            continue
        if turn.row.state != TurnState.CANCELLED:
            report.compare(
                DiscrepancyKind.SLIP_SANCTION, slip, "sanction", shown, score.row.sanction
            )


def _replay_journal(game: GameRecord) -> dict[str, _SlipHistory]:
    """Return the histories of the slips by uid."""
    histories: dict[str, _SlipHistory] = {}
    last_rows: dict[str | None, JournalRow] = {}
    for line in game.journal:
        row = line.row
        if row.kind != EventKind.SLIPS_HANDLED:
            continue
        undone = last_rows.pop(row.by, None) if row.data["done"] == _UNDONE else None
        last_rows[row.by] = row
        for uid in row.data["slips"]:
            history = histories.setdefault(uid, _SlipHistory())
            history.last_line = line
            if undone is None:
                history.apply(row.data["done"], row)
            else:
                history.apply(undone.data["done"], None)
    return histories
