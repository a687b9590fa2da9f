"""Everything found on a bulletin by itself, collected before anything is decided."""

from collections.abc import Iterator

from .bulletin import ILLEGIBLE, SheetState
from .case import Case
from .codes import FindingCode
from .location import prolongs
from .placements import Placement
from .proposal import Proposal
from .verdict import Finding

_STATES = {
    SheetState.MISSING: (FindingCode.BULLETIN_MISSING, "5.7"),
    SheetState.BLANK: (FindingCode.BULLETIN_BLANK, "5.7"),
    SheetState.LATE: (FindingCode.BULLETIN_LATE, "5.7"),
    SheetState.EXCHANGED: (FindingCode.BULLETIN_EXCHANGED, "5.7"),
    SheetState.SEVERAL: (FindingCode.BULLETINS_SEVERAL, "5.7"),
    SheetState.ILLEGIBLE: (FindingCode.WORD_ILLEGIBLE, "5.7"),
    SheetState.HARD_TO_READ: (FindingCode.HARD_TO_READ, "5.5"),
}
#: No slip of a player, or an empty one: nothing on it is worth a remark.
_NOTHING_TO_READ = frozenset({SheetState.MISSING, SheetState.BLANK})


def collect(case: Case) -> tuple[Finding, ...]:
    """The findings that hold whatever is decided; deciding adds its own.

    They quote nothing that bulletins with equal keys may write differently.
    """
    return tuple(_collect(case))


def _collect(case: Case) -> Iterator[Finding]:
    state = case.bulletin.state
    if state in _STATES:
        yield Finding(*_STATES[state])
    if state in _NOTHING_TO_READ:
        return
    yield from _sheet(case)
    yield from _score(case)
    yield from _reference(case)
    for proposal in case.proposals:
        if not proposal.is_admitted:
            yield Finding.of(FindingCode.WORD_NOT_ADMITTED, "5.1", word=proposal.word)
    if case.word:
        yield from _places(case.word.proposal)


def _sheet(case: Case) -> Iterator[Finding]:
    drawing = case.drawing
    if drawing.struck:
        yield Finding.of(FindingCode.LETTERS_STRUCK, "5.4", letters=drawing.struck.upper())
    if not drawing.marks:
        yield Finding(FindingCode.NOTHING_WRITTEN, "5.7")
    elif not drawing.runs:
        letters = "".join(drawing.marks.values()).upper()
        yield Finding.of(FindingCode.NO_WORD, "1.1", letters=letters)
    elif len(case.proposals) > 1:
        words = tuple(proposal.word for proposal in case.proposals)
        yield Finding.of(FindingCode.SEVERAL_WORDS, "5.4.2.b", words=words)


def _score(case: Case) -> Iterator[Finding]:
    bulletin = case.bulletin
    article = "5.4.2.a" if case.position.is_first else "5.3.2"
    if not bulletin.has_score:
        yield Finding(FindingCode.SCORE_ABSENT, article)
    elif bulletin.claim is None:
        yield Finding(FindingCode.SCORE_ILLEGIBLE, article)


def _reference(case: Case) -> Iterator[Finding]:
    bulletin = case.bulletin
    if case.position.is_first:
        if bulletin.has_reference:
            read = str(bulletin.place) if bulletin.place else ILLEGIBLE
            yield Finding.of(FindingCode.REFERENCE_IGNORED, "5.4.2.a", reference=read)
    elif not bulletin.has_reference:
        yield Finding(FindingCode.REFERENCE_ABSENT, "4.3.1")
    elif bulletin.place is None:
        yield Finding(FindingCode.REFERENCE_ILLEGIBLE, "4.3.1")


def _places(proposal: Proposal) -> Iterator[Finding]:
    prolonging = [one for one in proposal.placements if prolongs(proposal, one) and one.is_valid]
    for placement in prolonging:
        yield Finding.of(
            FindingCode.PROLONGATION, "5.3", place=placement.ref, words=placement.placed
        )
    place = proposal.bulletin.place
    if place is None:
        return
    if prolonging:
        if place not in [placement.place for placement in prolonging]:
            yield Finding.of(FindingCode.REFERENCE_IGNORED, "5.3", reference=str(place))
        return
    if place.direction != proposal.direction:
        yield Finding.of(
            FindingCode.REFERENCE_INVERTED,
            "5.3",
            reference=str(place),
            direction=str(proposal.direction),
        )
    if not proposal.named:
        yield Finding.of(FindingCode.PLACE_IMPOSSIBLE, "5.3", place=str(place))
    if not any(placement.is_valid for placement in proposal.named):
        for placement in proposal.named:
            yield from _faults(placement)
    if inverted := proposal.doubly_inverted:
        yield Finding.of(FindingCode.BOTH_INVERTED, "5.3", reference=str(place), place=inverted.ref)


def _faults(placement: Placement) -> Iterator[Finding]:
    """What is wrong with the place that the reference names."""
    ref = placement.ref
    if not placement.is_formable:
        letters = "".join(sorted(placement.missing.elements()))
        yield Finding.of(FindingCode.LETTERS_NOT_DRAWN, "5.4.1.d", place=ref, letters=letters)
    elif not placement.has_contact:
        yield Finding.of(FindingCode.PLACE_ISOLATED, "1.1", place=ref)
    elif placement.bad_crosses:
        words = placement.bad_words
        yield Finding.of(FindingCode.CROSS_NOT_ADMITTED, "5.2.3", place=ref, words=words)
