"""Zeros that the state of the bulletin decides alone (5.7), and sheets without a word."""

from engine.regulation.topics import Topic

from ..awards import decide_zero, to_proposal, to_zero
from ..bulletin import SheetState
from ..codes import Motive, Sanction, UndecidedReason
from ..judged_bulletin import JudgedBulletin
from ..verdict import Verdict

_ZEROS = {
    SheetState.MISSING: Motive.BLANK_OR_MISSING,
    SheetState.BLANK: Motive.BLANK_OR_MISSING,
    SheetState.LATE: Motive.LATE,
    SheetState.EXCHANGED: Motive.EXCHANGED,
    SheetState.SEVERAL: Motive.SEVERAL_BULLETINS,
    SheetState.ILLEGIBLE: Motive.ILLEGIBLE,
}


def decide_refused(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a bulletin missing, blank, late, exchanged, one of several, or illegible: zero."""
    motive = _ZEROS.get(judged_bulletin.bulletin.state)
    return decide_zero(Topic.NULLITY, motive) if motive else None


def decide_nothing_written(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a sheet without letters: zero, as a blank one; crossed-out ones are none (5.4)."""
    return (
        None
        if judged_bulletin.drawing.marks
        else decide_zero(Topic.NULLITY, Motive.BLANK_OR_MISSING)
    )


def decide_no_word(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide single letters: zero, they make no word (1.1, 4.2)."""
    return None if judged_bulletin.runs else decide_zero(Topic.NULLITY, Motive.INCOMPLETE)


def decide_letters_beside_first_word(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide letters beside the first word: an empty grid has no raccord letters.

    The arbiter decides, and is proposed the word without them. Separate words are several
    solutions.
    """
    if (
        not judged_bulletin.position.is_first
        or judged_bulletin.focus
        or judged_bulletin.has_one_word
        or judged_bulletin.has_separate_words
    ):
        return None
    verdict_of_run = judged_bulletin.focus_on(judged_bulletin.runs[0]).decide()
    if verdict_of_run.decided and verdict_of_run.sanction == Sanction.ZERO:
        return verdict_of_run
    zeros = (
        to_zero(reading, Topic.NULLITY, Motive.SEVERAL_SOLUTIONS)
        for reading in verdict_of_run.readings[:1]
    )
    return to_proposal(verdict_of_run, UndecidedReason.FIRST_TURN_LETTERS, Topic.FIRST_TURN, *zeros)
