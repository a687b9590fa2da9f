"""The phases of a game."""

from enum import StrEnum


class MatchPhase(StrEnum):
    TOSS = "toss"
    #: Both draw their seven letters.
    RACKS = "racks"
    #: The loser of the toss has to start the clock (3.6).
    START = "start"
    PLAY = "play"
    #: A score was announced; the board is turned next.
    ANNOUNCED = "announced"
    #: The board is turned; the clock is pressed next.
    TURNED = "turned"
    #: A challenge was announced; its slip is filled in next.
    CHALLENGE = "challenge"
    #: The arbiter answers the slip.
    SLIP = "slip"
    #: An arbiter settles a contested score.
    SCORE = "score"
    #: An arbiter has stopped the clock.
    HELD = "held"
    #: A player is excluded; the director decides what happens to the game (C-13).
    SUSPENDED = "suspended"
    #: The game is over; an arbiter types the remaining letters.
    LETTERS = "letters"
    #: The declared totals differ.
    TOTALS = "totals"
    OVER = "over"


#: Phases in which a clock runs.
RUNNING_PHASES = frozenset({MatchPhase.PLAY, MatchPhase.ANNOUNCED, MatchPhase.TURNED})


#: Phases in which the last move can be challenged (5.2).
CHALLENGEABLE_PHASES = frozenset({MatchPhase.PLAY, MatchPhase.TURNED, MatchPhase.OVER})
