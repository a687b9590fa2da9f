"""Classic matches, replayed from their events: letters from the seed, totals, winners, match
points."""

from collections import defaultdict
from typing import Any

from arbitrage.archive.core.matches import (
    ClockEventRow,
    EventRow,
    MatchEventRow,
    MatchGameRow,
    MatchResultRow,
    MatchRow,
    TableClockRow,
)
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.verify.record import NumberedLine, list_numbered, to_milliseconds
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from engine.rules.bag import Bag
from engine.rules.draw import draw_letters
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import Winner, find_winner, has_result
from tournament.classic.core.match import (
    MatchGameResult,
    MatchOutcome,
    build_result,
    compute_result,
)
from tournament.classic.core.rounds.sheets import build_results
from tournament.classic.core.score_sheet import compute_shown_scores
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState, build_game_state
from tournament.classic.core.table_clock import apply as apply_to_clock, build_table_clock
from tournament.classic.core.terms import MatchTerms
from tournament.classic.core.transitions import apply
from tournament.core import chain
from tournament.core.errors import RoomError

#: Errors caused by an event with impossible values.
_IMPOSSIBLE = (RoomError, LookupError, ValueError, TypeError, AttributeError, AssertionError)
#: Field of the letters that were drawn at random, by command.
_DRAWN_FIELDS = {
    Command.TOSS: "letter",
    Command.DRAW: "letters",
    Command.EXCHANGE: "drawn",
    Command.REMOVE_EXCESS: "letters",
}


class MatchCheck:
    """Checks the matches of a tournament."""

    def __init__(self, archive: Archive, report: Report) -> None:
        self._report = report
        self._matches = list_numbered(archive, MatchRow, "matches")
        self._games: defaultdict[str, list[NumberedLine[MatchGameRow]]] = defaultdict(list)
        for game in list_numbered(archive, MatchGameRow, "match_games"):
            self._games[game.row.match].append(game)
        self._events: defaultdict[str, list[NumberedLine[MatchEventRow]]] = defaultdict(list)
        for event in list_numbered(archive, MatchEventRow, "match_events"):
            self._events[event.row.game].append(event)

        #: Results that officers recorded, by match, in the order recorded.
        self._recorded: defaultdict[str, list[NumberedLine[MatchResultRow]]] = defaultdict(list)
        for result in list_numbered(archive, MatchResultRow, "match_results"):
            self._recorded[result.row.match].append(result)

        self._clock_events: defaultdict[str, list[NumberedLine[ClockEventRow]]] = defaultdict(list)
        for line in list_numbered(archive, ClockEventRow, "clock_events"):
            self._clock_events[line.row.clock].append(line)
        self._clocks = list_numbered(archive, TableClockRow, "table_clocks")

    def check(self) -> None:
        for clock in self._clocks:
            self._check_clock(clock)
        for match in self._matches:
            states = [self._check_game(game) for game in self._games[match.row.uid]]
            self._check_result(match, [state for state in states if state and has_result(state)])

    def _check_game(self, game: NumberedLine[MatchGameRow]) -> MatchState | None:
        """Return the last state of the game, or None. Stop at the first event that cannot have
        happened."""
        row, events = game.row, self._events[game.row.uid]
        self._report.compare(DiscrepancyKind.STATE, game, "seq", row.seq, len(events))
        starter = Side(row.starter_given) if row.starter_given else None
        state = build_game_state(
            MatchTerms.from_json(row.terms), starter=starter, at=to_milliseconds(row.opened_at)
        )
        for number, event in enumerate(events, start=1):
            if event.row.seq != number:
                self._report.add(DiscrepancyKind.ROW_MISSING, event, event.row.seq, number)
                return None
            self._check_texts(event, "match_events")
            try:
                state = self._apply_event(state, event, bytes.fromhex(row.seed))
            except _IMPOSSIBLE as error:
                self._report.add(DiscrepancyKind.MATCH_EVENT, event, str(error), None)
                return None
        self._check_game_row(game, state)
        return state

    def _check_clock(self, clock: NumberedLine[TableClockRow]) -> None:
        """Replay the clock of a game on paper. Stop at the first event that cannot have
        happened."""
        row, events = clock.row, self._clock_events[clock.row.uid]
        self._report.compare(DiscrepancyKind.STATE, clock, "seq", row.seq, len(events))
        state = build_table_clock(
            MatchTerms.from_json(row.terms), at=to_milliseconds(row.opened_at)
        )
        for event in events:
            self._check_texts(event, "clock_events")
            try:
                state = apply_to_clock(state, _to_event(event.row))
            except _IMPOSSIBLE as error:
                self._report.add(DiscrepancyKind.MATCH_EVENT, event, str(error), None)
                return
        stated, called = [row.phase, row.called], state.call_command or ""
        computed = [str(state.phase), str(called)]
        self._report.compare(DiscrepancyKind.STATE, clock, "phase", stated, computed)

    def _apply_event(
        self, state: MatchState, event: NumberedLine[MatchEventRow], seed: bytes
    ) -> MatchState:
        row = event.row
        replayed = _to_event(row)
        name = _DRAWN_FIELDS.get(replayed.command)
        if name is not None and not state.terms.real_tiles:
            letters = _draw_again(state, replayed, seed, len(row.data[name]))
            self._report.compare(DiscrepancyKind.LETTERS, event, name, row.data[name], letters)
        return apply(state, replayed)

    def _check_game_row(self, game: NumberedLine[MatchGameRow], state: MatchState) -> None:
        row, scores = game.row, compute_shown_scores(state)
        winning_side = find_winner(state) if state.is_decided else None
        computed: dict[str, Any] = {
            "phase": str(state.phase),
            "score_x": scores[0],
            "score_y": scores[1],
            "winner": str(winning_side or ""),
        }
        for name, value in computed.items():
            self._report.compare(DiscrepancyKind.STATE, game, name, getattr(row, name), value)
        is_stated_over = row.over_at is not None
        self._report.compare(
            DiscrepancyKind.STATE, game, "over_at", is_stated_over, has_result(state)
        )

    def _check_result(
        self, match: NumberedLine[MatchRow], finished_games: list[MatchState]
    ) -> None:
        """Compare the result of the match with that of ``finished_games``, or with the one that
        an officer recorded."""
        row = match.row
        if row.y is None:
            return  # a bye: its points depend on the settings of the tournament
        terms = MatchTerms.from_json(row.terms)
        recorded_results = self._recorded[row.uid]
        for recorded in recorded_results:
            self._check_texts(recorded, "match_results")
        stated = [row.winner, row.points_x, row.points_y, row.difference]
        computed: list[Any] = ["", None, None, None]
        if recorded_results:
            sheet = recorded_results[-1].row
            recorded_winner = Winner(sheet.winner) if sheet.winner else None
            result: MatchOutcome | None = build_result(
                terms, build_results(sheet.games), recorded_winner
            )
        else:
            results = [
                MatchGameResult(find_winner(state), compute_shown_scores(state))
                for state in finished_games
            ]
            excluded = frozenset(side for state in finished_games for side in state.excluded)
            result = compute_result(terms, results, excluded)
        if result is not None:
            computed = [str(result.winner or ""), *result.points, result.difference[0]]
        self._report.compare(DiscrepancyKind.MATCH, match, "winner", stated, computed)

    def _check_texts(
        self, event: NumberedLine[EventRow] | NumberedLine[MatchResultRow], member: str
    ) -> None:
        """Check that texts that were erased are replaced by ERASED."""
        for name in chain.TEXT_FIELDS[member]:
            if name in event.row.erased:
                text = getattr(event.row, name)
                self._report.compare(DiscrepancyKind.TEXT, event, name, text, chain.ERASED_TEXT)


def _draw_again(state: MatchState, event: Event, seed: bytes, count: int) -> str:
    letters = state.bag
    if event.command is Command.REMOVE_EXCESS:
        player = state.get_player(event.acting_side.other)
        letters = player.face_down if event.data.get("among") == "drawn" else player.letters
    return draw_letters(seed, state.draw_count, Bag(letters), count)


def _to_event(row: EventRow) -> Event:
    return Event(Command(row.command), Actor(row.actor), to_milliseconds(row.at), row.data)
