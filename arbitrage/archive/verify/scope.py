"""The scope of an archive of one turn: the turn exists, and no line belongs to another one."""

from collections.abc import Iterator
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.core.row import PerTurnRow
from arbitrage.archive.core.rows import MEMBERS, WHOLE_TOURNAMENT_MEMBERS
from arbitrage.archive.verify.record import NumberedLine
from arbitrage.archive.verify.report import DiscrepancyKind, Report

#: Members with the lines of the turn's game, and those with lines of the turn only.
_GAME_MEMBERS = ("games", "seats", "contenders", "turns", "journal")
_TURN_MEMBERS = tuple(name for name, row in MEMBERS.items() if issubclass(row, PerTurnRow))


def check_scope(archive: Archive, report: Report) -> None:
    """Check the scope: a file that declares one turn is checked less thoroughly than a whole
    tournament."""
    scope = archive.manifest.scope
    if scope.is_whole:
        return
    scope_key = (scope.game, scope.turn)
    if scope_key not in {(turn.game, turn.ordinal) for turn in archive.rows["turns"]}:
        report.add(
            DiscrepancyKind.SCOPE, None, list(scope_key), None, member="manifest", name="scope"
        )
    for line, stated in _list_out_of_scope(archive, scope_key):
        report.add(DiscrepancyKind.SCOPE, line, stated, list(scope_key))


def _list_out_of_scope(
    archive: Archive, scope_key: tuple[Any, Any]
) -> Iterator[tuple[NumberedLine[Any], Any]]:
    """Yield the lines that belong to another game or turn, with that game and turn."""
    game, turn = scope_key
    for member in _GAME_MEMBERS:
        for number, row in enumerate(archive.rows[member], start=1):
            game_number = row.number if member == "games" else row.game
            if game_number != game:
                yield NumberedLine(member, number, row), [game_number]
            elif member == "turns" and row.ordinal > turn:
                yield NumberedLine(member, number, row), [game_number, row.ordinal]
    for member in _TURN_MEMBERS:
        for number, row in enumerate(archive.rows[member], start=1):
            if (row.game, row.turn) != scope_key:
                yield NumberedLine(member, number, row), [row.game, row.turn]
    for member in WHOLE_TOURNAMENT_MEMBERS:
        for number, row in enumerate(archive.rows[member], start=1):
            yield NumberedLine(member, number, row), []
