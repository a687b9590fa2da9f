"""Which motive a bulletin without any acceptable solution gets (5.4.1.a, c, d and 5.7)."""

from collections.abc import Callable

from ..codes import FindingCode, Motive
from ..incomplete import Completion, completion
from ..payments import zero
from ..placements import fitting, placements
from ..proposal import Proposal
from ..verdict import Finding, Verdict
from ..word import Word


def no_solution(word: Word) -> Verdict:
    """The zero of a word that has no acceptable solution from the second turn on."""
    proposal = word.proposal
    if not proposal.is_admitted:
        completed = completion(proposal)
        if completed:
            return incomplete_word(proposal.word, completed)
        return word_not_admitted(lacks_letters=_lacks_letters(word))
    for applies, article, motive in _FAULTS:
        if applies(word):
            return zero(article, motive, findings=_bad_raccord(word))
    return zero("5.4.1.a", Motive.LOCATION, findings=_other_direction(proposal))


def word_not_admitted(*, lacks_letters: bool) -> Verdict:
    """Both motives are named: the average of 5.9 depends on whether there was another error."""
    if lacks_letters:
        return zero("5.7", Motive.NOT_ADMITTED, Motive.WRONG_LETTER)
    return zero("5.7", Motive.NOT_ADMITTED)


def letters_not_drawn() -> Verdict:
    """*Erreur de lettre*."""
    return zero("5.4.1.d", Motive.WRONG_LETTER)


def incomplete_word(written: str, completed: Completion) -> Verdict:
    """The word is not written in full (4.2)."""
    finding = Finding.of(
        FindingCode.WORD_INCOMPLETE,
        "4.2",
        word=written,
        completed=completed.word,
        place=str(completed.place),
    )
    return zero("5.7", Motive.INCOMPLETE, findings=[finding])


def _means_inverted_place(word: Word) -> bool:
    """Reference and direction are both inverted, and the score is that of the place meant."""
    inverted = word.proposal.doubly_inverted
    return inverted is not None and bool(inverted.scoring(word.proposal.claim))


def _forms_bad_word(word: Word) -> bool:
    """The place that is named, or the only one that grid letters tell, has a bad cross word."""
    if any(
        placement.is_formable and placement.has_contact and placement.bad_crosses
        for placement in word.proposal.named
    ):
        return True
    raccord = word.location.raccord
    return len(raccord) == 1 and bool(raccord[0].placement.bad_crosses)


def _bad_raccord(word: Word) -> tuple[Finding, ...]:
    """The words that are not admitted at the only place that grid letters tell (5.9)."""
    raccord = word.location.raccord
    if len(raccord) != 1 or not raccord[0].placement.bad_crosses:
        return ()
    place = raccord[0].placement
    code = FindingCode.CROSS_NOT_ADMITTED
    return (Finding.of(code, "5.2.3", place=place.ref, words=place.bad_words),)


def _lacks_letters(word: Word) -> bool:
    """It fits where it is named, or somewhere if nothing is named, but for the rack (B-17)."""
    proposal = word.proposal
    if proposal.named:
        return not any(placement.is_formable for placement in proposal.named)
    if proposal.bulletin.place or proposal.is_formable:
        return False
    return any(
        True
        for direction in (proposal.direction, proposal.direction.other)
        for _ in fitting(proposal.position, proposal.word, direction)
    )


def _cannot_be_laid(word: Word) -> bool:
    """*Erreur de grille*: neither where it is named nor anywhere else."""
    return not word.proposal.is_formable


def _is_doubly_inverted(word: Word) -> bool:
    """Reference and direction are both inverted, with another score."""
    return word.proposal.doubly_inverted is not None


def _other_direction(proposal: Proposal) -> tuple[Finding, ...]:
    """The score claimed exists, but only for the word written in the other direction (5.3.3)."""
    if proposal.claim is None:
        return ()
    places = tuple(
        placement.ref
        for placement in placements(proposal.position, proposal.word, proposal.direction.other)
        if placement.is_valid and placement.scoring(proposal.claim)
    )
    if not places:
        return ()
    return (Finding.of(FindingCode.SCORE_OTHER_DIRECTION, "5.3.3", places=places),)


_FAULTS: tuple[tuple[Callable[[Word], bool], str, Motive], ...] = (
    (_means_inverted_place, "5.4.1.a", Motive.DOUBLE_INVERSION),
    (_forms_bad_word, "5.7", Motive.NOT_ADMITTED),
    (_lacks_letters, "5.4.1.d", Motive.WRONG_LETTER),
    (_cannot_be_laid, "5.4.1.c", Motive.IMPOSSIBLE_PLACE),
    (_is_doubly_inverted, "5.4.1.a", Motive.DOUBLE_INVERSION),
)
