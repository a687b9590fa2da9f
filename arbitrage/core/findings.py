"""The findings on a bulletin that do not depend on any decision."""

from collections.abc import Iterator

from engine.board.place import Place
from engine.regulation.topics import Topic

from .bulletin import ILLEGIBLE, SheetState
from .codes import FindingCode
from .judged_bulletin import JudgedBulletin
from .reading.location import is_prolongation
from .reading.played_word import PlayedWord
from .sheets.position import Placement
from .verdict import Finding

_STATE_FINDINGS = {
    SheetState.MISSING: (FindingCode.BULLETIN_MISSING, Topic.NULLITY),
    SheetState.BLANK: (FindingCode.BULLETIN_BLANK, Topic.NULLITY),
    SheetState.LATE: (FindingCode.BULLETIN_LATE, Topic.NULLITY),
    SheetState.EXCHANGED: (FindingCode.BULLETIN_EXCHANGED, Topic.NULLITY),
    SheetState.SEVERAL: (FindingCode.BULLETINS_SEVERAL, Topic.NULLITY),
    SheetState.ILLEGIBLE: (FindingCode.WORD_ILLEGIBLE, Topic.NULLITY),
    SheetState.HARD_TO_READ: (FindingCode.HARD_TO_READ, Topic.PRESENTATION),
}
#: The player handed in no bulletin, or an empty one: there are no other findings.
_NOTHING_TO_READ = frozenset({SheetState.MISSING, SheetState.BLANK})


def list_findings(judged_bulletin: JudgedBulletin) -> tuple[Finding, ...]:
    """Return the findings that hold whatever is decided; the rules add others.

    They quote nothing that bulletins with equal keys may write differently.
    """
    return tuple(_list_in_order(focus_on_unlayable_run(judged_bulletin)))


def focus_on_unlayable_run(judged_bulletin: JudgedBulletin) -> JudgedBulletin:
    """Return the bulletin focused on its best run if grid and rack let no word be laid."""
    return (
        judged_bulletin
        if judged_bulletin.words_played or not judged_bulletin.best_unlayable_run
        else judged_bulletin.focus_on(judged_bulletin.best_unlayable_run)
    )


def _list_in_order(judged_bulletin: JudgedBulletin) -> Iterator[Finding]:
    state = judged_bulletin.bulletin.state
    if state in _STATE_FINDINGS:
        yield Finding(*_STATE_FINDINGS[state])
    if state in _NOTHING_TO_READ:
        return
    yield from _list_sheet_findings(judged_bulletin)
    yield from _list_score_findings(judged_bulletin)
    yield from _list_reference_findings(judged_bulletin)
    for played_word in judged_bulletin.words_played:
        if not played_word.is_admitted:
            yield Finding.with_data(
                FindingCode.WORD_NOT_ADMITTED, Topic.VALIDITY, word=played_word.word
            )
    if judged_bulletin.word_awards:
        yield from _list_place_findings(judged_bulletin.word_awards.played_word)


def _list_sheet_findings(judged_bulletin: JudgedBulletin) -> Iterator[Finding]:
    drawing = judged_bulletin.drawing
    if drawing.struck:
        yield Finding.with_data(
            FindingCode.LETTERS_STRUCK, Topic.STRUCK, letters=drawing.struck.upper()
        )
    if not drawing.marks:
        yield Finding(FindingCode.NOTHING_WRITTEN, Topic.NULLITY)
    elif not drawing.runs:
        letters = "".join(drawing.marks.values()).upper()
        yield Finding.with_data(FindingCode.NO_WORD, Topic.WORDS, letters=letters)
    elif len(judged_bulletin.words_played) > 1:
        words = tuple(played_word.word for played_word in judged_bulletin.words_played)
        yield Finding.with_data(FindingCode.SEVERAL_WORDS, Topic.SEVERAL_WORDS, words=words)


def _list_score_findings(judged_bulletin: JudgedBulletin) -> Iterator[Finding]:
    bulletin = judged_bulletin.bulletin
    topic = Topic.FIRST_TURN if judged_bulletin.position.is_first else Topic.SCORE
    if not bulletin.has_score:
        yield Finding(FindingCode.SCORE_ABSENT, topic)
    elif bulletin.claim is None:
        yield Finding(FindingCode.SCORE_ILLEGIBLE, topic)


def _list_reference_findings(judged_bulletin: JudgedBulletin) -> Iterator[Finding]:
    bulletin = judged_bulletin.bulletin
    if judged_bulletin.position.is_first:
        if bulletin.has_reference:
            reference = str(bulletin.place or bulletin.place_off_grid or ILLEGIBLE)
            yield Finding.with_data(
                FindingCode.REFERENCE_IGNORED, Topic.FIRST_TURN, reference=reference
            )
    elif not bulletin.has_reference:
        yield Finding(FindingCode.REFERENCE_ABSENT, Topic.REFERENCE)
    elif bulletin.place_off_grid:
        place = str(bulletin.place_off_grid)
        yield Finding.with_data(FindingCode.PLACE_IMPOSSIBLE, Topic.PLACE, place=place)
    elif bulletin.place is None:
        yield Finding(FindingCode.REFERENCE_ILLEGIBLE, Topic.REFERENCE)


def _list_place_findings(played_word: PlayedWord) -> Iterator[Finding]:
    prolonging_placements = [
        candidate
        for candidate in played_word.placements
        if is_prolongation(played_word, candidate) and candidate.is_valid
    ]
    for placement in prolonging_placements:
        yield Finding.with_data(
            FindingCode.PROLONGATION,
            Topic.EXACT_PROLONGATION,
            place=placement.ref,
            words=placement.prolonged_words,
        )
    place = played_word.bulletin.place
    if place is None:
        return
    if prolonging_placements and not played_word.is_turned:
        if place not in [placement.place for placement in prolonging_placements]:
            yield Finding.with_data(
                FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
            )
        return
    yield from _list_named_place_findings(played_word, place)


def _list_named_place_findings(played_word: PlayedWord, place: Place) -> Iterator[Finding]:
    """Yield how the reference is inverted, and what is wrong with the places that it names."""
    if played_word.is_inverted:
        direction = played_word.direction.other if played_word.is_turned else played_word.direction
        yield Finding.with_data(
            FindingCode.REFERENCE_INVERTED,
            Topic.INVERSION,
            reference=str(place),
            direction=str(direction),
        )
    if not any(placement.is_valid for placement in played_word.placements_at_reference):
        if place not in [placement.place for placement in played_word.placements_at_reference]:
            yield Finding.with_data(FindingCode.PLACE_IMPOSSIBLE, Topic.PLACE, place=str(place))
        for placement in played_word.placements_at_reference:
            yield from _list_faults(placement)
    if inverted := played_word.doubly_inverted_placement:
        yield Finding.with_data(
            FindingCode.BOTH_INVERTED,
            Topic.DOUBLE_INVERSION,
            reference=str(place),
            place=inverted.ref,
        )


def _list_faults(placement: Placement) -> Iterator[Finding]:
    """Yield what is wrong with the place that the reference names."""
    ref = placement.ref
    if placement.has_too_many_tiles:
        yield Finding.with_data(
            FindingCode.TOO_MANY_TILES,
            Topic.TOO_MANY_TILES,
            place=ref,
            count=len(placement.new_indexes),
            most=placement.position.fmt.max_play,
        )
    elif not placement.is_formable:
        yield build_letters_not_drawn(placement)
    elif not placement.has_contact:
        yield Finding.with_data(FindingCode.PLACE_ISOLATED, Topic.WORDS, place=ref)
    elif placement.bad_cross_words:
        words = placement.bad_words
        yield Finding.with_data(
            FindingCode.CROSS_NOT_ADMITTED, Topic.CROSS_WORDS, place=ref, words=words
        )


def build_letters_not_drawn(placement: Placement) -> Finding:
    """Return a finding on the letters that the place needs and the rack lacks."""
    return Finding.with_data(
        FindingCode.LETTERS_NOT_DRAWN,
        Topic.WRONG_LETTER,
        place=placement.ref,
        letters="".join(sorted(placement.missing_letters.elements())),
        jokers=placement.position.jokers,
    )
