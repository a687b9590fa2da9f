"""What happens in a game: the kinds of journal rows and of the events made of them."""

from enum import StrEnum


class EventKind(StrEnum):
    """What a row of the journal tells, and why an event was sent."""

    GAME = "game"
    DRAWN = "drawn"
    ANNOUNCED = "announced"
    OPENED = "opened"
    SHORTENED = "shortened"
    CLOSED = "closed"
    SOLVED = "solved"
    PAPER = "paper"
    CORRECTED = "corrected"
    REVEALED = "revealed"
    SCORED = "scored"
    DONE = "done"
    CANCELLED = "cancelled"
    #: Somebody read a sealed game; in the journal only, nobody is told.
    UNSEALED = "unsealed"
    #: The database's clock was set, and the room's went on; in the journal only.
    CLOCK = "clock"
