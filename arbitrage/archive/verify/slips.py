"""Slips (5.9): printed, handed over, asked for on paper as the journal tells, and the last one of
each player says the sanction of the scoreboard."""

from dataclasses import dataclass

from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.verify.record import ArchiveRecord, At, GameRecord
from arbitrage.archive.verify.report import Matter, Report
from arbitrage.core.codes import Sanction
from arbitrage.core.decided import Status
from tournament.core.events import EventKind
from tournament.core.states import TurnState

#: What a row says that takes back the gesture before it of the same account.
_UNDONE = "undone"
_STAMPS = ("printed_at", "handed_at", "handed_by", "wanted")


@dataclass(slots=True)
class _Went:
    """How a slip went out; ``named`` is the last row about it."""

    named: At[JournalRow] | None = None
    printed_at: str | None = None
    handed_at: str | None = None
    handed_by: str | None = None
    wanted: bool = False

    def take(self, done: str, row: JournalRow | None) -> None:
        """``row`` None: not after all."""
        match done:
            case "printed":
                self.printed_at = row.at if row else None
            case "handed":
                self.handed_at, self.handed_by = (row.at, row.by) if row else (None, None)
            case "wanted":
                self.wanted = row is not None


def check_slips(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """Every stamp of an arbiter is in the journal, and every slip that this names is there."""
    went, number = _told(game), game.row.number
    held = {at.row.uid: at for at in record.slips if at.row.game == number}
    for uid in went.keys() - held.keys():
        if record.is_whole:
            report.lie(Matter.SLIP, went[uid].named, uid, None, name="slips")
    for uid, at in held.items():
        told = went.get(uid, _Went())
        good = [
            report.compare(Matter.SLIP, at, name, getattr(at.row, name), getattr(told, name))
            for name in _STAMPS
        ]
        if all(good) and uid in went:
            report.count(number, 0, "slips")


def check_told(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    """A sanction that a player was told last of a turn is the one that he has."""
    last = {
        (at.row.turn, at.row.entry): at for at in record.slips if at.row.game == game.row.number
    }
    for (ordinal, entry), slip in last.items():
        turn, told = game.turns[ordinal], slip.row.content["sanction"]
        score, ruling = turn.scores.get(entry), turn.in_force.get(entry)
        waits = ruling is None or ruling.row.status == Status.UNDECIDED
        if told == Sanction.NONE or score is None or waits:
            continue
        if turn.row.state != TurnState.CANCELLED:
            report.compare(Matter.TOLD, slip, "sanction", told, score.row.sanction)


def _told(game: GameRecord) -> dict[str, _Went]:
    """By uid, the slips that the journal names."""
    went: dict[str, _Went] = {}
    last: dict[str | None, JournalRow] = {}
    for at in game.journal:
        row = at.row
        if row.kind != EventKind.SLIPS:
            continue
        undone = last.pop(row.by, None) if row.data["done"] == _UNDONE else None
        last[row.by] = row
        for uid in row.data["slips"]:
            slip = went.setdefault(uid, _Went())
            slip.named = at
            if undone is None:
                slip.take(row.data["done"], row)
            else:
                slip.take(undone.data["done"], None)
    return went
