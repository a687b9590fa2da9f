"""Kinds of journal rows, and of the events built from them."""

from enum import StrEnum


class EventKind(StrEnum):
    """Kind of a journal row, and reason of the event sent for it."""

    GAME = "game"
    DRAWN = "drawn"
    #: The judge typed again, before the room saw them, letters that had been typed wrong.
    RETYPED = "retyped"
    ANNOUNCED = "announced"
    #: They were typed again after the room saw them, before the turn was opened.
    RECTIFIED = "rectified"
    #: The judge changed the playing time of the turn.
    TIMED = "timed"
    OPENED = "opened"
    SHORTENED = "shortened"
    CLOSED = "closed"
    SOLVED = "solved"
    PAPER = "paper"
    CORRECTED = "corrected"
    REVEALED = "revealed"
    #: The judge has read out the solution: the pause of 3.1 begins.
    READ_OUT = "read_out"
    #: The retained word was removed from the grid: the judge chooses again.
    TAKEN_BACK = "taken_back"
    SCORED = "scored"
    #: Numbers of a turn's bulletins changed, but nothing that the room may see yet.
    COUNTED = "counted"
    #: An entry plays on a tablet or on paper from now on, or is absent.
    PLAYS_ON = "plays-on"
    #: A case was brought before the commission, discussed or closed.
    CASE = "case"
    DONE = "done"
    CANCELLED = "cancelled"
    #: An arbiter printed or handed over slips, or cancelled that.
    SLIPS = "slips"
    #: An arbiter gave a second verdict on a bulletin, or a difference was resolved.
    LOOK = "look"
    #: Another device leads the game.
    DESK = "desk"
    #: A centre reports that it is ready or not, an incident, ...; the judge goes on without one.
    CENTRE = "centre"
    #: Somebody read a sealed game; in the journal only, no event is sent.
    UNSEALED = "unsealed"
    #: The database's clock was changed, and the clock of the room corrected; in the journal only.
    CLOCK = "clock"


#: Rows whose ``attempts`` give the letters of a turn.
DRAWS = (EventKind.DRAWN, EventKind.RETYPED, EventKind.RECTIFIED)
