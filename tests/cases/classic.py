"""The classic game's answers to its golden cases: events in French, one after the other."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.board.board import Board
from engine.board.place import Place
from engine.board.scoring import find_tiles_needed, score
from engine.rules.classic.letters import RACK_SIZE, UNSEEN
from tests.cases.classic_events import EVENTS
from tests.cases.classic_tablet import Tablet
from tournament.classic.core.clock import Clock, PlayerClock, TimeControl, build_player_clock
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import compute_scores, find_winner
from tournament.classic.core.match import check_players, compute_max_games, find_starter
from tournament.classic.core.moves import give_turn
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import RulingKind
from tournament.classic.core.sides import OFFICERS, Actor, Side
from tournament.classic.core.state import (
    MatchMove,
    MatchState,
    MoveKind,
    build_game_state,
    set_starter,
)
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import apply, apply_expiries
from tournament.core.errors import ClassicRefused

type Inputs = Mapping[str, Any]
type Outcome = dict[str, Any]

CLOCKS = {
    "pendule": ClockKind.CHESS,
    "chronometres": ClockKind.MOVE,
    "credit_global": ClockKind.GLOBAL,
}
ACTORS = {"arbitre": Actor.ARBITER, "directeur": Actor.DIRECTOR, "temps": Actor.TIME}
#: Gestures that a case may separate from the move that they end, one command in the product: by
#: gesture, those that may follow.
FOLLOWING = {
    "passer": ("tourner", "pendule"),
    "changer": ("tourner", "pendule"),
    "remettre": ("tourner", "pendule"),
    "tourner": ("pendule",),
}
#: Time if the case gives none: it never runs out.
LONG_S = 4 * 3600


def classic(inputs: Inputs, _edition: str) -> Outcome:
    table = Table(inputs)
    accepted = [table.accepts(event) for event in inputs["events"]]
    return {"accepted": accepted, **table.outcome()}


class Table:
    """A match of two players in the situation of a case."""

    def __init__(self, inputs: Inputs) -> None:
        self.words: Mapping[str, bool] = inputs["admissible"] or {}
        self.at = 0
        self.state = _start(inputs)
        self.following: dict[str, tuple[str, ...]] = {}
        self.slip_refused = False
        self.tablet = Tablet()

    def accepts(self, event: Inputs) -> bool:
        """Apply an event; return False, without change, if it is refused."""
        slip = event["do"] == "bulletin_contestation"
        try:
            self._do(event)
        except ClassicRefused:
            self.slip_refused = slip or self.slip_refused
            return False
        self.slip_refused = self.slip_refused and not slip
        return True

    def _set_aside(self, do: str) -> None:
        """Dismiss a challenge of a word that was not just played: the game goes on (5.2)."""
        if do not in ("bulletin_contestation", "sanction", "verdict"):
            self.state = apply(self.state, Event(Command.DISMISS, Actor.ARBITER, self.at))
            self.slip_refused = False

    def _do(self, event: Inputs) -> None:
        by, do = event["by"], event["do"]
        if self.state.phase is MatchPhase.CHALLENGE and self.slip_refused:
            self._set_aside(do)
        before = self.state
        if self.tablet.apply_gesture(before, event):
            return
        if do in _OF_THE_CASE:
            _OF_THE_CASE[do](self, event)
        elif do == "expire" and self._is_no_news(event):
            return
        else:
            command, data = EVENTS[_command_of(do)](
                before, self.tablet.complete_exchange(event), self.words
            )
            actor = ACTORS.get(by) or Actor(by)
            try:
                self.state = apply(before, Event(command, actor, self.at, data))
            except ClassicRefused:
                if do not in self.following.get(by, ()):
                    raise
        self.tablet.clear_after(before, self.state)
        rest = self.following.get(by, ())
        waits = FOLLOWING.get(do, ()) if self.state.play_phase is MatchPhase.PLAY else ()
        follows = rest[rest.index(do) + 1 :] if do in rest else waits
        self.following = {by: follows} if by in list(Side) else self.following

    def _is_no_news(self, event: Inputs) -> bool:
        """Return True if the product already handled the expiry.

        The bell of a move's clock, after the move, has no effect (6.3.2); nor has a clock at zero.
        """
        if event["by"] != "temps" or not event.get("player"):
            return False
        side = Side(event["player"])
        if self.state.clock.get_player_clock(side).control is TimeControl.MOVE:
            return side is not self.state.to_move
        return self.state.is_out_of_time(side)

    def pass_time(self, event: Inputs) -> None:
        if event["by"] != "temps":
            raise ClassicRefused("not-yours")
        self.at += event["seconds"] * 1000
        state, _ = apply_expiries(self.state, self.at)
        self.state = replace(state, clock=state.clock.advance_to(self.at))

    def open_game(self, event: Inputs) -> None:
        _officer(event)
        check_players(event["players"])

    def next_game(self, event: Inputs) -> None:
        """Begin the next game of a match of two winning games (3.2)."""
        _officer(event)
        number, loser = event["number"], event.get("first_toss_loser")
        if not 1 <= number <= compute_max_games(MatchTerms(games_to_win=2)):
            raise ClassicRefused("match-over")
        starter = find_starter(number, Side(loser) if loser else None)
        fresh = replace(
            build_game_state(self.state.terms), clock=self.state.clock, bag=UNSEEN * 102
        )
        self.state = set_starter(fresh, starter) if starter else fresh

    def _on_rack(self, side: Side) -> int:
        """Return the letters on the rack: without those laid on the grid, even before an announced
        score; with those drawn, until the others are put back."""
        if side is not self.state.to_move:
            return self.state.get_player(side).letter_count
        laid = self.tablet.laid
        tiles = find_tiles_needed(self.state.board, laid[0], Place.parse(laid[1])) if laid else ""
        return self.state.get_player(side).letter_count - len(tiles) + self.tablet.in_hand

    def outcome(self) -> Outcome:
        state = self.state
        over, winning_side = state.is_over, find_winner(state)
        goes_on = not over and state.phase is not MatchPhase.SUSPENDED
        x, y = compute_scores(state)
        verdicts = [ruling for ruling in state.rulings if ruling.kind is RulingKind.VERDICT]
        answers = dict(verdicts[-1].answers) if verdicts else {}
        return {
            "scores": {"X": x, "Y": y},
            "rack_sizes": {str(side): self._on_rack(side) for side in Side},
            "bag": len(state.bag) - self.tablet.in_hand,
            "to_move": state.to_move if goes_on else None,
            "clocks_s": {str(side): _seconds(state, side) for side in Side},
            "over": over,
            "winner": {"equal": "ex_aequo"}.get(str(winning_side), winning_side) if over else None,
            "detail": {
                "starter": state.starter,
                "toss_needed": state.play_phase is MatchPhase.TOSS,
                "clock_running": state.clock.running_side,
                "game_started": state.has_started,
                "verdict": {
                    word: "admis" if admitted else "non admis" for word, admitted in answers.items()
                },
                "move_kept": bool(answers) and all(answers.values()),
                "bag_letters": state.bag.replace(UNSEEN, "") or len(state.bag),
                "excluded": sorted(state.excluded),
            },
        }


def _command_of(do: str) -> str:
    return "changer" if do == "remettre" else do


#: Events of the case or of the match, not of a game.
_OF_THE_CASE = {
    "ecoule": Table.pass_time,
    "ouvrir_partie": Table.open_game,
    "nouvelle_partie": Table.next_game,
}


def _officer(event: Inputs) -> None:
    if ACTORS.get(event["by"]) not in OFFICERS:
        raise ClassicRefused("not-yours")


def _seconds(state: MatchState, side: Side) -> float | None:
    hand = state.clock.get_player_clock(side)
    return hand.remaining_ms / 1000 if hand.control is TimeControl.GAME else None


def _start(inputs: Inputs) -> MatchState:
    start, kind = inputs["start"], CLOCKS[inputs["clock"]]
    terms = MatchTerms(clock=kind, time_s=LONG_S)
    state = replace(
        build_game_state(terms), clock=_clock(kind, start["clocks_s"]), bag=UNSEEN * start["bag"],
        points_before=(start["scores"]["X"], start["scores"]["Y"]),
    )  # fmt: skip
    to_move = Side(start["to_move"]) if start["to_move"] else None
    for side in Side:
        state = state.with_player(side, rack=start["racks"][side])
    if inputs["phase"] == "engagement":
        return _before_the_game(state, to_move)
    return _in_the_game(state, start, to_move or Side.X)


def _clock(kind: ClockKind, seconds: Mapping[str, int | None]) -> Clock:
    if kind is ClockKind.GLOBAL:
        return Clock(PlayerClock(), PlayerClock(), common_ms=LONG_S * 1000)
    if kind is ClockKind.MOVE:
        hand = build_player_clock(TimeControl.MOVE, LONG_S * 1000)
        return Clock(hand, hand)
    return Clock(_credit(seconds["X"]), _credit(seconds["Y"]))


def _credit(seconds: int | None) -> PlayerClock:
    return build_player_clock(TimeControl.GAME, (LONG_S if seconds is None else seconds) * 1000)


def _before_the_game(state: MatchState, starter: Side | None) -> MatchState:
    if starter is None:
        return state
    state = set_starter(state, starter)
    first, second = state.get_player(starter), state.get_player(starter.other)
    if first.letter_count < RACK_SIZE:
        return state
    state = state.with_player(starter, must_draw=False)
    if second.letter_count < RACK_SIZE:
        return state.with_player(starter.other, must_draw=True)
    return replace(state, play_phase=MatchPhase.START)


def _in_the_game(state: MatchState, start: Inputs, to_move: Side) -> MatchState:
    """Return the state in the middle of a game.

    The last word of the board is the opponent's last move, unless somebody has passed since; those
    before it were played in turn.
    """
    board, moves = Board.empty(), []
    words = start["board"] or []
    for index, rank in enumerate(reversed(range(len(words)))):
        word, ref = words[index].split()
        place = Place.parse(ref)
        points = score(board, word, place)
        side = to_move if rank % 2 else to_move.other
        moves.append(
            MatchMove(
                side, MoveKind.PLAY, 0, word, ref, find_tiles_needed(board, word, place),
                points, points, board_before=board,
            )
        )  # fmt: skip
        board = board.lay(word, place)
    passes = start["consecutive_passes"] or 0
    state = replace(
        state, play_phase=MatchPhase.PLAY, board=board, has_started=True, pass_count=passes,
        has_words_before=bool(moves) or any(state.points_before),
    )  # fmt: skip
    if moves:
        state = _just_played(state, moves, open_still=not passes)
    for side in Side:
        short = state.get_player(side).letter_count < RACK_SIZE and bool(state.bag)
        state = state.with_player(side, must_draw=short)
    ready = give_turn(state, to_move, 0)
    return replace(ready, clock=ready.clock.run_for(ready.running_side))


def _just_played(state: MatchState, moves: list[MatchMove], *, open_still: bool) -> MatchState:
    """Return the state after the moves: the start's points include theirs; the letters drawn
    after the last one are face down."""
    base, last = list(state.points_before), moves[-1]
    for move in moves:
        base[list(Side).index(move.side)] -= move.points
    player = state.get_player(last.side)
    n = len(last.tiles) if open_still and player.letter_count == RACK_SIZE else 0
    rack = player.rack
    state = state.with_player(
        last.side, rack=rack[: len(rack) - n], face_down=rack[len(rack) - n :]
    )
    window = len(moves) - 1 if open_still else None
    return replace(
        state, moves=tuple(moves), open_move_number=window, points_before=(base[0], base[1])
    )
