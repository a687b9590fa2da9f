"""Zeros that the state of the bulletin decides alone (5.7), and sheets without a word."""

from engine.regulation.topics import Topic

from ..bulletin import SheetState
from ..codes import Motive, Sanction, Undecided
from ..judged_bulletin import JudgedBulletin
from ..payments import as_proposal, as_zero, decide_zero
from ..verdict import Verdict

_ZEROS = {
    SheetState.MISSING: Motive.BLANK_OR_MISSING,
    SheetState.BLANK: Motive.BLANK_OR_MISSING,
    SheetState.LATE: Motive.LATE,
    SheetState.EXCHANGED: Motive.EXCHANGED,
    SheetState.SEVERAL: Motive.SEVERAL_BULLETINS,
    SheetState.ILLEGIBLE: Motive.ILLEGIBLE,
}


def refused(judged: JudgedBulletin) -> Verdict | None:
    """Decide a bulletin missing, blank, late, exchanged, one of several, or illegible: zero."""
    motive = _ZEROS.get(judged.bulletin.state)
    return decide_zero(Topic.NULLITY, motive) if motive else None


def nothing_written(judged: JudgedBulletin) -> Verdict | None:
    """Decide a sheet without letters: crossed-out ones do not exist (5.4), so it is a blank one."""
    return None if judged.drawing.marks else decide_zero(Topic.NULLITY, Motive.BLANK_OR_MISSING)


def no_word(judged: JudgedBulletin) -> Verdict | None:
    """Decide single letters: they make no word of two letters (1.1), let alone one in full
    (4.2).
    """
    return None if judged.runs else decide_zero(Topic.NULLITY, Motive.INCOMPLETE)


def letters_beside_first_word(judged: JudgedBulletin) -> Verdict | None:
    """Decide letters beside the first word: no tiles are on the grid that they could be raccord to.

    The arbiter decides, and is proposed the word without them. Separate words are several
    solutions.
    """
    if not judged.position.is_first or judged.focus or judged.is_one_word or judged.is_words_apart:
        return None
    alone = judged.focused(judged.runs[0]).decide()
    if alone.decided and alone.sanction == Sanction.ZERO:
        return alone
    zeros = (
        as_zero(reading, Topic.NULLITY, Motive.SEVERAL_SOLUTIONS) for reading in alone.readings[:1]
    )
    return as_proposal(alone, Undecided.FIRST_TURN_LETTERS, Topic.FIRST_TURN, *zeros)
