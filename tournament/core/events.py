"""What happens in a game: the kinds of journal rows and of the events made of them."""

from enum import StrEnum


class EventKind(StrEnum):
    """What a row of the journal tells, and why an event was sent."""

    GAME = "game"
    DRAWN = "drawn"
    ANNOUNCED = "announced"
    #: The judge gave the turn another playing time.
    TIMED = "timed"
    OPENED = "opened"
    SHORTENED = "shortened"
    CLOSED = "closed"
    SOLVED = "solved"
    PAPER = "paper"
    CORRECTED = "corrected"
    REVEALED = "revealed"
    #: The word retained leaves the grid: the judge chooses again.
    TAKEN_BACK = "taken_back"
    SCORED = "scored"
    #: Numbers of a turn's bulletins changed, and nothing that the room may see of them yet.
    COUNTED = "counted"
    #: Somebody plays on a tablet or on paper from now on, or is not there.
    PLAYS_ON = "plays-on"
    #: A case was brought before the commission, spoken of or closed.
    CASE = "case"
    DONE = "done"
    CANCELLED = "cancelled"
    #: An arbiter printed or handed over slips, or took it back.
    SLIPS = "slips"
    #: Somebody looked at a bulletin a second time, or a difference was settled.
    LOOK = "look"
    #: Another device leads the game.
    DESK = "desk"
    #: Somebody read a sealed game; in the journal only, nobody is told.
    UNSEALED = "unsealed"
    #: The database's clock was set, and the room's went on; in the journal only.
    CLOCK = "clock"
