"""Games between two, folded again: letters from the seed, totals, winners, points of match."""

from collections import defaultdict
from typing import Any

from arbitrage.archive.core.matches import MatchEventRow, MatchGameRow, MatchResultRow, MatchRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.verify.record import At, lines_of
from arbitrage.archive.verify.report import Matter, Report
from engine.rules.bag import Bag
from engine.rules.draw import seeded_draw
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import Winner, winner
from tournament.classic.core.match import MatchGameResult, is_over, match_result, result_for
from tournament.classic.core.rounds.sheets import results_of
from tournament.classic.core.score_sheet import shown_scores
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState, new_game
from tournament.classic.core.terms import MatchTerms
from tournament.classic.core.transitions import apply
from tournament.core import chain
from tournament.core.canonical import as_moment
from tournament.core.errors import RoomError

#: What a line of an event may hold that nothing can have.
_IMPOSSIBLE = (RoomError, LookupError, ValueError, TypeError, AttributeError, AssertionError)
#: Which letters of an event chance has given.
_GIVEN = {
    Command.TOSS: "letter",
    Command.DRAW: "letters",
    Command.EXCHANGE: "drawn",
    Command.REMOVE_EXCESS: "letters",
}


class Matches:
    """Of a whole tournament."""

    def __init__(self, archive: Archive, report: Report) -> None:
        self._report = report
        self._matches = lines_of(archive, MatchRow, "matches")
        self._games: defaultdict[str, list[At[MatchGameRow]]] = defaultdict(list)
        for game in lines_of(archive, MatchGameRow, "match_games"):
            self._games[game.row.match].append(game)
        self._events: defaultdict[str, list[At[MatchEventRow]]] = defaultdict(list)
        for event in lines_of(archive, MatchEventRow, "match_events"):
            self._events[event.row.game].append(event)

        #: What officers wrote of a match, the last one last.
        self._written: defaultdict[str, list[At[MatchResultRow]]] = defaultdict(list)
        for result in lines_of(archive, MatchResultRow, "match_results"):
            self._written[result.row.match].append(result)

    def check(self) -> None:
        for match in self._matches:
            results = []
            for game in self._games[match.row.uid]:
                result = self._game(game)
                if result is not None:
                    results.append(result)
            self._result(match, results)

    def _game(self, game: At[MatchGameRow]) -> MatchGameResult | None:
        """Its result, if it is over. What cannot have happened is a lie, and the last one."""
        row, events = game.row, self._events[game.row.uid]
        self._report.compare(Matter.STATE, game, "seq", row.seq, len(events))
        starter = Side(row.starter_given) if row.starter_given else None
        state = new_game(MatchTerms.read(row.terms), starter=starter, at=_millis(row.opened_at))
        for number, event in enumerate(events, start=1):
            if event.row.seq != number:
                self._report.lie(Matter.ROW_MISSING, event, event.row.seq, number)
                return None
            self._texts(event, "match_events")
            try:
                state = self._after(state, event, bytes.fromhex(row.seed))
            except _IMPOSSIBLE as error:
                self._report.lie(Matter.MATCH_EVENT, event, str(error), None)
                return None
        return self._said(game, state)

    def _after(self, state: MatchState, event: At[MatchEventRow], seed: bytes) -> MatchState:
        row = event.row
        told = Event(Command(row.command), Actor(row.actor), _millis(row.at), row.data)
        name = _GIVEN.get(told.command)
        if name is not None and not state.terms.real_tiles:
            found = _drawn(state, told, seed, len(row.data[name]))
            self._report.compare(Matter.LETTERS, event, name, row.data[name], found)
        return apply(state, told)

    def _said(self, game: At[MatchGameRow], state: MatchState) -> MatchGameResult | None:
        row, total = game.row, shown_scores(state)
        who = winner(state) if state.is_decided else None
        found: dict[str, Any] = {
            "phase": str(state.phase),
            "score_x": total[0],
            "score_y": total[1],
            "winner": str(who or ""),
        }
        for name, value in found.items():
            self._report.compare(Matter.STATE, game, name, getattr(row, name), value)
        known = state.is_decided and (who is not None or bool(state.losers))
        self._report.compare(Matter.STATE, game, "over_at", row.over_at is not None, known)
        return MatchGameResult(who, total) if known else None

    def _result(self, match: At[MatchRow], results: list[MatchGameResult]) -> None:
        row = match.row
        if row.y is None:
            return  # a bye: its points are the tournament's to give
        terms = MatchTerms.read(row.terms)
        written = self._written[row.uid]
        for one in written:
            self._texts(one, "match_results")
        said = [row.winner, row.points_x, row.points_y, row.difference]
        worked_out: list[Any] = ["", None, None, None]
        found = None
        if written:
            sheet = written[-1].row
            winner = Winner(sheet.winner) if sheet.winner else None
            found = result_for(terms, results_of(sheet.games), winner)
        elif is_over(terms, results):
            found = match_result(terms, results)
        if found is not None:
            worked_out = [str(found.winner or ""), *found.points, found.difference[0]]
        self._report.compare(Matter.MATCH, match, "winner", said, worked_out)

    def _texts(self, event: At[MatchEventRow] | At[MatchResultRow], member: str) -> None:
        """A text that was erased says so."""
        for name in chain.TEXTS[member]:
            if name in event.row.erased:
                text = getattr(event.row, name)
                self._report.compare(Matter.TEXT, event, name, text, chain.ERASED)


def _drawn(state: MatchState, event: Event, seed: bytes, n: int) -> str:
    letters = state.bag
    if event.command is Command.REMOVE_EXCESS:
        player = state.of(event.mover.other)
        letters = player.down if event.data.get("among") == "drawn" else player.letters
    return seeded_draw(seed, state.draws, Bag(letters), n)


def _millis(text: str) -> int:
    return round(as_moment(text).timestamp() * 1000)


def check_matches(archive: Archive, report: Report) -> None:
    Matches(archive, report).check()
