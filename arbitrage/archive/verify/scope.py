"""An archive of one turn: it is there, and what was handed in and decided is of it alone."""

from collections.abc import Iterator
from typing import Any

from arbitrage.archive.core.reading import Archive
from arbitrage.archive.verify.record import At
from arbitrage.archive.verify.report import Matter, Report

#: Members that are of the game of the turn, and those that are of the turn alone.
_OF_GAME = ("games", "seats", "contenders", "turns", "journal")
_OF_TURN = (
    *("solutions", "bulletins", "late", "papers", "took_part", "rulings", "acts", "looks"),
    *("slips", "cases", "explanations", "scores"),
)
#: Members that only the whole tournament has.
_OF_WHOLE = (
    *("standings", "toppings", "topping_runs", "topping_events", "rounds", "matches"),
    *("match_games", "match_events", "match_results", "calls"),
)


def check_scope(archive: Archive, report: Report) -> None:
    """Whoever calls a tournament a turn has less of it looked at."""
    scope = archive.manifest.scope
    if scope.is_whole:
        return
    here = (scope.game, scope.turn)
    if here not in {(turn.game, turn.ordinal) for turn in archive.rows["turns"]}:
        report.lie(Matter.SCOPE, None, list(here), None, member="manifest", name="scope")
    for at, found in _elsewhere(archive, here):
        report.lie(Matter.SCOPE, at, found, list(here))


def _elsewhere(archive: Archive, here: tuple[Any, Any]) -> Iterator[tuple[At[Any], Any]]:
    """Lines of something else, and of what."""
    game, turn = here
    for member in _OF_GAME:
        for number, row in enumerate(archive.rows[member], start=1):
            of = row.number if member == "games" else row.game
            if of != game:
                yield At(member, number, row), [of]
            elif member == "turns" and row.ordinal > turn:
                yield At(member, number, row), [of, row.ordinal]
    for member in _OF_TURN:
        for number, row in enumerate(archive.rows[member], start=1):
            if (row.game, row.turn) != here:
                yield At(member, number, row), [row.game, row.turn]
    for member in _OF_WHOLE:
        for number, row in enumerate(archive.rows[member], start=1):
            yield At(member, number, row), []
