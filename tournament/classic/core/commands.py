"""The commands of a game and their data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournament.classic.core.sides import Actor, Side
from tournament.core.errors import ClassicRefused


class Command(StrEnum):
    """A command of a game; the comment beside it lists its data."""

    # before the game: chapter 3
    TOSS = "toss"  # letter (written by the server)
    DRAW = "draw"  # n; letters (written by the server)
    # a turn: chapter 4
    PLAY = "play"  # word, ref, score: as announced
    TURN_BOARD = "turn"
    PRESS = "press"
    LOOK = "look"
    PASS = "pass"  # noqa: S105 - a turn that is passed
    EXCHANGE = "exchange"  # n, letters; drawn (written by the server)
    TAKE_BACK_RECORD = "unwrite"  # move (its number, from 0); only with real tiles
    # a challenge: chapter 5
    CHALLENGE = "challenge"
    SLIP = "slip"  # words
    VERDICT = "verdict"  # words: {word: admitted}
    DISMISS = "dismiss"
    # the score of a word (4.1.6)
    CONTEST_SCORE = "contest-score"  # move (its number, from 0), score (proposed, or None)
    AGREE_SCORE = "agree-score"  # score, if none was proposed
    DROP_CONTEST = "drop-contest"
    SET_SCORE = "set-score"  # move, score
    # sanctions and appeals: chapter 9
    SANCTION = "sanction"  # side, sanction; article, if not 9.2
    LIFT = "lift"  # ruling; words, if a verdict is revised; or abandon
    APPEAL = "appeal"  # ruling (its number, from 0; None: the last)
    DECIDE = "decide"  # decision; sanction, words, score or totals if it changes them
    REFER = "refer"
    TIME_PLAYER = "time-player"  # side (None: both), seconds, clock ("move" or "chess")
    # incidents: chapter 10
    REPORT_EXCESS = "report-excess"
    REMOVE_EXCESS = "remove-excess"  # n, among: "drawn" or "all"
    FIND_EXCESS = "find-excess"  # side
    UPSET = "upset"  # by an officer: side, restorable, sanction; by a player: nothing
    INCOMPLETE = "incomplete"  # by the director: side (None: not intentional)
    DECLARE_TOTALS = "declare-totals"  # X, Y; nothing: accepts the last word
    SETTLE_TOTALS = "settle-totals"  # X and Y, or sheet_missing: a side, or nothing
    LATE = "late"  # side, lost; else the opponent plays and waits
    ARRIVE = "arrive"
    PAUSE = "pause"
    LEAVE = "leave"
    RETURN = "return"
    CALL_ARBITER = "call-arbiter"  # about: the subject, one word
    ANSWER = "answer"
    ABANDON = "abandon"  # told: "arbiter", else it does not count
    HOLD = "hold"
    RESUME = "resume"
    SET_CLOCKS = "set-clocks"  # X and Y, or common: remaining seconds
    UNWATCHED = "unwatched"  # no process watched the clocks
    # the end
    TYPE_LETTERS = "type-letters"  # X, Y: remaining letters, with real tiles
    STOP = "stop"
    EXPIRE = "expire"  # side (None: the time of both)


#: Data that the sender of a command may give; the server adds the rest.
FIELDS: Mapping[Command, frozenset[str]] = {
    command: frozenset(names.split())
    for command, names in {
        Command.DRAW: "n",
        Command.PLAY: "word ref score",
        Command.EXCHANGE: "n letters",
        Command.TAKE_BACK_RECORD: "move",
        Command.SLIP: "words",
        Command.VERDICT: "words",
        Command.CONTEST_SCORE: "move score",
        Command.AGREE_SCORE: "score",
        Command.SET_SCORE: "move score",
        Command.SANCTION: "side sanction article",
        Command.LIFT: "ruling words abandon",
        Command.CALL_ARBITER: "about",
        Command.APPEAL: "ruling",
        Command.DECIDE: "ruling decision sanction words score X Y",
        Command.TIME_PLAYER: "side seconds clock",
        Command.REMOVE_EXCESS: "n among",
        Command.FIND_EXCESS: "side",
        Command.UPSET: "side restorable sanction",
        Command.INCOMPLETE: "side",
        Command.DECLARE_TOTALS: "X Y",
        Command.SETTLE_TOTALS: "X Y sheet_missing",
        Command.LATE: "side lost",
        Command.ARRIVE: "side",
        Command.LEAVE: "side",
        Command.RETURN: "side",
        Command.ANSWER: "side",
        Command.ABANDON: "side told",
        Command.SET_CLOCKS: "X Y common",
        Command.TYPE_LETTERS: "X Y",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Event:
    """A command, accepted or requested; ``at``: milliseconds of the room's time."""

    command: Command
    actor: Actor
    at: int = 0
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def acting_side(self) -> Side:
        """Return the player who acts. Raise ClassicRefused for an officer."""
        side = self.actor.side
        if side is None:
            raise ClassicRefused("not-yours", command=str(self.command))
        return side

    def read_side(self, name: str = "side") -> Side:
        """Return the side named in the data. Raise ClassicRefused if missing or invalid."""
        side = self.read_optional_side(name)
        if side is None:
            raise self.build_refusal(name)
        return side

    def read_optional_side(self, name: str = "side") -> Side | None:
        value = self.data.get(name)
        if value is None:
            return None
        if value not in list(Side):
            raise self.build_refusal(name)
        return Side(value)

    def read_number(self, name: str, low: int = 0, high: int = 9999) -> int:
        value = self.data.get(name)
        if type(value) is not int or not low <= value <= high:
            raise self.build_refusal(name)
        return value

    def read_text(self, name: str, max_length: int = 200) -> str:
        value = self.data.get(name)
        if not isinstance(value, str) or not value or len(value) > max_length:
            raise self.build_refusal(name)
        return value

    def read_bool(self, name: str) -> bool:
        value = self.data.get(name)
        if not isinstance(value, bool):
            raise self.build_refusal(name)
        return value

    def build_refusal(self, name: str) -> ClassicRefused:
        return ClassicRefused("malformed", command=str(self.command), field=name)
