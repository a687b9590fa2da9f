"""Kinds of journal rows, and of the events built from them."""

from enum import StrEnum


class EventKind(StrEnum):
    """Kind of a journal row, and reason of the event sent for it."""

    GAME_CHANGED = "game"
    RACK_DRAWN = "drawn"
    #: The judge typed again, before the hall saw them, letters that had been typed wrong.
    RACK_RETYPED = "retyped"
    RACK_ANNOUNCED = "announced"
    #: They were typed again after the hall saw them, before the turn was opened.
    RACK_RECTIFIED = "rectified"
    #: The judge changed the playing time of the turn.
    TIME_CHANGED = "timed"
    TURN_OPENED = "opened"
    TIME_SHORTENED = "shortened"
    TURN_CLOSED = "closed"
    TURN_SOLVED = "solved"
    PAPER_TYPED = "paper"
    TURN_CORRECTED = "corrected"
    TURN_REVEALED = "revealed"
    #: The judge has read out the solution: the pause of 3.1 begins.
    SOLUTION_READ_OUT = "read_out"
    #: The retained word was removed from the grid: the judge chooses again.
    WORD_TAKEN_BACK = "taken_back"
    STANDINGS_CHANGED = "scored"
    #: Numbers of a turn's bulletins changed, but nothing that the hall may see yet.
    COUNTS_CHANGED = "counted"
    #: An entry plays on a tablet or on paper from now on, or is absent.
    MEDIUM_CHANGED = "plays-on"
    #: A case was brought before the commission, discussed or closed.
    CASE_CHANGED = "case"
    TURN_COMPLETED = "done"
    TURN_CANCELLED = "cancelled"
    #: An arbiter printed or handed over slips, or cancelled that.
    SLIPS_HANDLED = "slips"
    #: An arbiter gave a second verdict on a bulletin, or a difference was resolved.
    LOOK_CHANGED = "look"
    #: Another device leads the game.
    DESK_TAKEN_OVER = "desk"
    #: A centre reports that it is ready or not, an incident, ...; the judge goes on without one.
    CENTRE_REPORTED = "centre"
    #: Somebody read a sealed game; in the journal only, no event is sent.
    SEAL_OPENED = "unsealed"
    #: The database's clock was changed, and the clock of the room corrected; in the journal only.
    CLOCK_CORRECTED = "clock"


#: Rows whose ``attempts`` give the letters of a turn.
DRAW_EVENTS = (EventKind.RACK_DRAWN, EventKind.RACK_RETYPED, EventKind.RACK_RECTIFIED)
