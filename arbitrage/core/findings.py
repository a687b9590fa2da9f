"""Everything found on a bulletin by itself, collected before anything is decided."""

from collections.abc import Iterator

from engine.regulation.topics import Topic

from .bulletin import ILLEGIBLE, SheetState
from .case import Case
from .codes import FindingCode
from .reading.location import prolongs
from .reading.played_word import PlayedWord
from .sheets.position import Placement
from .verdict import Finding

_STATES = {
    SheetState.MISSING: (FindingCode.BULLETIN_MISSING, Topic.NULLITY),
    SheetState.BLANK: (FindingCode.BULLETIN_BLANK, Topic.NULLITY),
    SheetState.LATE: (FindingCode.BULLETIN_LATE, Topic.NULLITY),
    SheetState.EXCHANGED: (FindingCode.BULLETIN_EXCHANGED, Topic.NULLITY),
    SheetState.SEVERAL: (FindingCode.BULLETINS_SEVERAL, Topic.NULLITY),
    SheetState.ILLEGIBLE: (FindingCode.WORD_ILLEGIBLE, Topic.NULLITY),
    SheetState.HARD_TO_READ: (FindingCode.HARD_TO_READ, Topic.PRESENTATION),
}
#: No bulletin of a player, or an empty one: nothing on it is worth a remark.
_NOTHING_TO_READ = frozenset({SheetState.MISSING, SheetState.BLANK})


def collect(case: Case) -> tuple[Finding, ...]:
    """The findings that hold whatever is decided; deciding adds its own.

    They quote nothing that bulletins with equal keys may write differently.
    """
    return tuple(_collect(judged(case)))


def judged(case: Case) -> Case:
    """The case with the run that is judged where grid and rack let none be laid."""
    return case if case.words_played or not case.meant else case.focused(case.meant)


def _collect(case: Case) -> Iterator[Finding]:
    state = case.bulletin.state
    if state in _STATES:
        yield Finding(*_STATES[state])
    if state in _NOTHING_TO_READ:
        return
    yield from _sheet(case)
    yield from _score(case)
    yield from _reference(case)
    for played in case.words_played:
        if not played.is_admitted:
            yield Finding.of(FindingCode.WORD_NOT_ADMITTED, Topic.VALIDITY, word=played.word)
    if case.word:
        yield from _places(case.word.played)


def _sheet(case: Case) -> Iterator[Finding]:
    drawing = case.drawing
    if drawing.struck:
        yield Finding.of(FindingCode.LETTERS_STRUCK, Topic.STRUCK, letters=drawing.struck.upper())
    if not drawing.marks:
        yield Finding(FindingCode.NOTHING_WRITTEN, Topic.NULLITY)
    elif not drawing.runs:
        letters = "".join(drawing.marks.values()).upper()
        yield Finding.of(FindingCode.NO_WORD, Topic.WORDS, letters=letters)
    elif len(case.words_played) > 1:
        words = tuple(played.word for played in case.words_played)
        yield Finding.of(FindingCode.SEVERAL_WORDS, Topic.SEVERAL_WORDS, words=words)


def _score(case: Case) -> Iterator[Finding]:
    bulletin = case.bulletin
    topic = Topic.FIRST_TURN if case.position.is_first else Topic.SCORE
    if not bulletin.has_score:
        yield Finding(FindingCode.SCORE_ABSENT, topic)
    elif bulletin.claim is None:
        yield Finding(FindingCode.SCORE_ILLEGIBLE, topic)


def _reference(case: Case) -> Iterator[Finding]:
    bulletin = case.bulletin
    if case.position.is_first:
        if bulletin.has_reference:
            read = str(bulletin.place or bulletin.off_grid or ILLEGIBLE)
            yield Finding.of(FindingCode.REFERENCE_IGNORED, Topic.FIRST_TURN, reference=read)
    elif not bulletin.has_reference:
        yield Finding(FindingCode.REFERENCE_ABSENT, Topic.REFERENCE)
    elif bulletin.off_grid:
        place = str(bulletin.off_grid)
        yield Finding.of(FindingCode.PLACE_IMPOSSIBLE, Topic.PLACE, place=place)
    elif bulletin.place is None:
        yield Finding(FindingCode.REFERENCE_ILLEGIBLE, Topic.REFERENCE)


def _places(played: PlayedWord) -> Iterator[Finding]:
    prolonging = [one for one in played.placements if prolongs(played, one) and one.is_valid]
    for placement in prolonging:
        yield Finding.of(
            FindingCode.PROLONGATION,
            Topic.EXACT_PROLONGATION,
            place=placement.ref,
            words=placement.placed,
        )
    place = played.bulletin.place
    if place is None:
        return
    if prolonging and not played.turned:
        if place not in [placement.place for placement in prolonging]:
            yield Finding.of(
                FindingCode.REFERENCE_IGNORED, Topic.EXACT_PROLONGATION, reference=str(place)
            )
        return
    if played.is_inverted:
        written = played.direction.other if played.turned else played.direction
        yield Finding.of(
            FindingCode.REFERENCE_INVERTED,
            Topic.INVERSION,
            reference=str(place),
            direction=str(written),
        )
    if not any(placement.is_valid for placement in played.named):
        if place not in [placement.place for placement in played.named]:
            yield Finding.of(FindingCode.PLACE_IMPOSSIBLE, Topic.PLACE, place=str(place))
        for placement in played.named:
            yield from _faults(placement)
    if inverted := played.doubly_inverted:
        yield Finding.of(
            FindingCode.BOTH_INVERTED,
            Topic.DOUBLE_INVERSION,
            reference=str(place),
            place=inverted.ref,
        )


def _faults(placement: Placement) -> Iterator[Finding]:
    """What is wrong with the place that the reference names."""
    ref = placement.ref
    if placement.has_too_many:
        yield Finding.of(
            FindingCode.TOO_MANY_TILES,
            Topic.TOO_MANY_TILES,
            place=ref,
            count=len(placement.new),
            most=placement.position.fmt.max_play,
        )
    elif not placement.is_formable:
        yield not_drawn(placement)
    elif not placement.has_contact:
        yield Finding.of(FindingCode.PLACE_ISOLATED, Topic.WORDS, place=ref)
    elif placement.bad_crosses:
        words = placement.bad_words
        yield Finding.of(FindingCode.CROSS_NOT_ADMITTED, Topic.CROSS_WORDS, place=ref, words=words)


def not_drawn(placement: Placement) -> Finding:
    """The letters that the place needs and the rack lacks."""
    return Finding.of(
        FindingCode.LETTERS_NOT_DRAWN,
        Topic.WRONG_LETTER,
        place=placement.ref,
        letters="".join(sorted(placement.missing.elements())),
        jokers=placement.position.jokers,
    )
