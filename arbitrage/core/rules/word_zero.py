"""The motive of a bulletin without any acceptable solution (5.4.1.a, c, d and 5.7)."""

from collections.abc import Callable, Iterable

from engine.board.place import SIZE, Place
from engine.regulation.topics import Topic

from ..codes import FindingCode, Motive
from ..judged_bulletin import JudgedBulletin
from ..payments import decide_zero
from ..reading.incomplete import (
    Completion,
    find_changed_last_letter,
    find_completion,
    find_completion_at_reference,
)
from ..reading.played_word import PlayedWord
from ..reading.raccord import trace_raccord
from ..sheets.placements import list_fitting, list_placements, placement_at
from ..sheets.position import Placement, line_of, place_in_line
from ..verdict import Finding, Verdict
from ..word import Word


def no_acceptable_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide a word that neither location nor score designates: zero, from the second turn on."""
    word = judged.word
    if not word:
        return None
    played = word.played
    completed = (
        find_completion_at_reference(played) if played.is_admitted else find_completion(played)
    )
    if completed:
        return incomplete_word(played.word, completed)
    if not played.is_admitted:
        return _no_word_of_the_list(word)
    for applies, topic, motive in _FAULTS:
        if applies(word):
            return decide_zero(topic, motive, findings=_bad_raccord(word), readings=word.scoring)
    return _not_located(word)


def _no_word_of_the_list(word: Word) -> Verdict:
    if changed := find_changed_last_letter(word.played):
        finding = _copied_wrongly(word.played.word, changed)
        return decide_zero(Topic.LAST_LETTER_CHANGED, Motive.NOT_ADMITTED, findings=[finding])
    topic = Topic.GLUED_LETTER if _is_glued(word) else Topic.NULLITY
    return word_not_admitted(lacks_letters=_lacks_letters(word), topic=topic)


def _not_located(word: Word) -> Verdict:
    """Return the zero of a word that neither reference, letters of the grid nor score locate."""
    elsewhere = _other_direction(word.played)
    if word.location.both_modes:
        topic = Topic.WRONG_BOTH_MODES
    elif elsewhere:
        topic = Topic.WRONG_DIRECTION
    elif any(placement.is_formable for placement in word.played.named_placements):
        topic = Topic.NOTHING_ACCEPTABLE
    else:
        topic = Topic.WRONG_PLACE if word.played.bulletin.place else Topic.UNLOCATED
    return decide_zero(topic, Motive.LOCATION, findings=elsewhere or _score_nowhere(word.played))


def word_not_admitted(*, lacks_letters: bool, topic: Topic = Topic.NULLITY) -> Verdict:
    """Return the zero of a word that is not admitted.

    Both motives are named: the average of 5.9 depends on whether there was another error.
    """
    if lacks_letters:
        return decide_zero(topic, Motive.NOT_ADMITTED, Motive.WRONG_LETTER)
    return decide_zero(topic, Motive.NOT_ADMITTED)


def not_from_the_rack(placements: Iterable[Placement]) -> Verdict:
    """Return the zero of an *erreur de lettre*, or of more tiles than the format lets be laid
    (3.8.2).
    """
    if any(placement.has_too_many for placement in placements):
        return decide_zero(Topic.TOO_MANY_TILES, Motive.IMPOSSIBLE_PLACE)
    return decide_zero(Topic.WRONG_LETTER, Motive.WRONG_LETTER)


def incomplete_word(written: str, completed: Completion) -> Verdict:
    """Return the zero of a word that is not written in full (4.2)."""
    finding = Finding.with_data(
        FindingCode.WORD_INCOMPLETE,
        Topic.IN_FULL,
        word=written,
        completed=completed.word,
        place=str(completed.place),
    )
    return decide_zero(completed.topic, Motive.INCOMPLETE, findings=[finding])


def _copied_wrongly(written: str, completed: Completion) -> Finding:
    """Return a finding that a letter of the grid is written as another (4.2)."""
    return Finding.with_data(
        FindingCode.LAST_LETTER_CHANGED,
        Topic.IN_FULL,
        word=written,
        completed=completed.word,
        place=str(completed.place),
    )


def _is_glued(word: Word) -> bool:
    """Return True if there is an extra letter before or after a good word.

    It lies at the place named for the letters written, or for the good word.
    """
    played = word.played
    place = played.bulletin.place
    if place is None:
        return False
    for direction in played.cell_directions:
        index, start = line_of(Place(place.row, place.col, direction))
        behind, front = played.word[:-1], played.word[1:]
        for rest, offset in ((behind, start), (front, start + 1), (front, start)):
            if len(rest) > 1 and offset < SIZE:
                placement = placement_at(
                    played.position, rest, place_in_line(direction, index, offset)
                )
                if placement and placement.is_valid:
                    return True
    return False


def _means_inverted_place(word: Word) -> bool:
    """Return True if reference and direction are both inverted, and the score is that of the place
    meant.
    """
    inverted = word.played.doubly_inverted
    return inverted is not None and bool(inverted.scoring(word.played.claim))


def _forms_bad_word(word: Word) -> bool:
    """Return True if the place named, or the only one of the grid letters, has a bad cross word."""
    if any(
        placement.is_formable and placement.has_contact and placement.bad_crosses
        for placement in word.played.named_placements
    ):
        return True
    raccord = word.location.raccord
    return len(raccord) == 1 and bool(raccord[0].placement.bad_crosses)


def _bad_raccord(word: Word) -> tuple[Finding, ...]:
    """Return the words that are not admitted at the only place that grid letters designate
    (5.9).
    """
    raccord = word.location.raccord
    if len(raccord) != 1 or not raccord[0].placement.bad_crosses:
        return ()
    place = raccord[0].placement
    code = FindingCode.CROSS_NOT_ADMITTED
    return (Finding.with_data(code, Topic.CROSS_WORDS, place=place.ref, words=place.bad_words),)


def _lays_too_many(word: Word) -> bool:
    """Return True if the word has more tiles than the format lets be laid (3.8.2).

    It fits at the reference, or anywhere if there is none.
    """
    played = word.played
    if played.bulletin.place:
        return any(placement.has_too_many for placement in played.named_placements)
    fitting_placements = list_fitting(played.position, played.word, played.direction)
    return not played.is_formable and any(
        placement.has_too_many for placement in fitting_placements
    )


def _lacks_letters(word: Word) -> bool:
    """Return True if the word fits at the reference, or anywhere without one, but for the rack
    (B-17).

    A word that touches nothing there, or whose score is that of another place, is only misplaced.
    """
    played = word.played
    if played.scoring or _other_direction(played):
        return False
    if played.named_placements:
        if any(placement.is_formable for placement in played.named_placements):
            return False
        touching = any(placement.has_contact for placement in played.named_placements)
        return touching or not played.is_formable
    if played.bulletin.place or played.is_formable:
        return False
    return any(
        True
        for direction in (played.direction, played.direction.other)
        for _ in list_fitting(played.position, played.word, direction)
    )


def _raccord_lacks_letters(word: Word) -> bool:
    """Return True if all letters beside the word are raccord where it fits but for the rack, and
    nowhere else.
    """
    played = word.played
    count = len(played.joined)
    if count < played.edition.correction.tolerated_raccord_letters.value:
        return False
    explaining = [
        placement
        for placement in list_fitting(played.position, played.word, played.direction)
        if trace_raccord(played, placement).outer == count
    ]
    return bool(explaining) and not any(placement.is_formable for placement in explaining)


def _is_on_the_grid(word: Word) -> bool:
    """Return True if a placed word is copied without any letter of the rack: no word played
    (5.2.1).
    """
    played = word.played
    placed = played.position.placed_words(played.direction, len(played.word))
    return not played.is_formable and any(text == played.word for _, text in placed)


def _cannot_be_laid(word: Word) -> bool:
    """Return True if the word can be laid nowhere (*erreur de grille*)."""
    return not word.played.is_formable


def _is_doubly_inverted(word: Word) -> bool:
    """Return True if reference and direction are both inverted, with another score."""
    return word.played.doubly_inverted is not None


def _other_direction(played: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the score claimed exists only for the word in the other direction
    (5.3.3).
    """
    if played.claim is None:
        return ()
    places = tuple(
        placement.ref
        for placement in list_placements(played.position, played.word, played.direction.other)
        if placement.is_valid and placement.scoring(played.claim)
    )
    if not places:
        return ()
    return (
        Finding.with_data(FindingCode.SCORE_OTHER_DIRECTION, Topic.WRONG_DIRECTION, places=places),
    )


def _score_nowhere(played: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the score claimed is that of no place (5.3.3)."""
    if played.claim is None or played.scoring:
        return ()
    return (Finding.with_data(FindingCode.SCORE_NOWHERE, Topic.SCORE_ONLY, claimed=played.claim),)


_FAULTS: tuple[tuple[Callable[[Word], bool], Topic, Motive], ...] = (
    (_means_inverted_place, Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION),
    (_raccord_lacks_letters, Topic.WRONG_LETTER, Motive.WRONG_LETTER),
    (_forms_bad_word, Topic.NULLITY, Motive.NOT_ADMITTED),
    (_lays_too_many, Topic.TOO_MANY_TILES, Motive.IMPOSSIBLE_PLACE),
    (_lacks_letters, Topic.WRONG_LETTER, Motive.WRONG_LETTER),
    (_is_on_the_grid, Topic.NULLITY, Motive.IMPOSSIBLE_PLACE),
    (_cannot_be_laid, Topic.IMPOSSIBLE_PLACE, Motive.IMPOSSIBLE_PLACE),
    (_is_doubly_inverted, Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION),
)
