"""Zeros that the state of the bulletin decides alone (5.7), and sheets without a word."""

from engine.regulation.topics import Topic

from ..bulletin import SheetState
from ..case import Case
from ..codes import Motive, Sanction, Undecided
from ..payments import as_zero, doubted, zero
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
    return zero(Topic.NULLITY, motive) if motive else None


def nothing_written(case: Case) -> Verdict | None:
    """What is crossed out does not exist (5.4): a sheet without letters is a blank one."""
    return None if case.drawing.marks else zero(Topic.NULLITY, Motive.BLANK_OR_MISSING)


def no_word(case: Case) -> Verdict | None:
    """Single letters make no word of two letters (1.1), let alone one written in full (4.2)."""
    return None if case.runs else zero(Topic.NULLITY, Motive.INCOMPLETE)


def letters_beside_first_word(case: Case) -> Verdict | None:
    """There is nothing on the grid yet that they could be raccord to: left to the arbiter, who is
    proposed the word without them. Words apart from each other are several solutions."""
    if not case.position.is_first or case.focus or case.is_one_word or case.is_words_apart:
        return None
    alone = case.focused(case.runs[0]).decide()
    if alone.decided and alone.sanction == Sanction.ZERO:
        return alone
    zeros = (as_zero(one, Topic.NULLITY, Motive.SEVERAL_SOLUTIONS) for one in alone.readings[:1])
    return doubted(alone, Undecided.FIRST_TURN_LETTERS, Topic.FIRST_TURN, *zeros)
