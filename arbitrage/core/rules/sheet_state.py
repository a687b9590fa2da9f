"""Zeros that the state of the slip decides alone (5.7), and sheets without a word."""

from ..bulletin import SheetState
from ..case import Case
from ..codes import Motive, Undecided
from ..payments import undecided, zero
from ..verdict import Verdict

_ZEROS = {
    SheetState.MISSING: Motive.BLANK_OR_MISSING,
    SheetState.BLANK: Motive.BLANK_OR_MISSING,
    SheetState.LATE: Motive.LATE,
    SheetState.EXCHANGED: Motive.EXCHANGED,
    SheetState.SEVERAL: Motive.SEVERAL_BULLETINS,
    SheetState.ILLEGIBLE: Motive.ILLEGIBLE,
}


def refused(case: Case) -> Verdict | None:
    """Missing, blank, late, exchanged, one of several, or illegible: zero whatever it says."""
    motive = _ZEROS.get(case.bulletin.state)
    return zero("5.7", motive) if motive else None


def nothing_written(case: Case) -> Verdict | None:
    """What is crossed out does not exist (5.4): a sheet without letters is a blank one."""
    return None if case.drawing.marks else zero("5.7", Motive.BLANK_OR_MISSING)


def no_word(case: Case) -> Verdict | None:
    """Single letters make no word of two letters (1.1), let alone one written in full (4.2)."""
    return None if case.runs else zero("5.7", Motive.INCOMPLETE)


def letters_beside_first_word(case: Case) -> Verdict | None:
    """There is nothing on the grid yet that they could be raccord to: left to the arbiter."""
    if not case.position.is_first or case.is_one_word:
        return None
    return undecided(Undecided.FIRST_TURN_LETTERS, "5.4.2.a")
