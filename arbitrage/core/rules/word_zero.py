"""The motive of a bulletin without any acceptable solution (5.4.1.a, c, d and 5.7)."""

from collections.abc import Callable, Iterable

from engine.board.place import SIZE, Place
from engine.regulation.topics import Topic

from ..awards import decide_zero
from ..codes import FindingCode, Motive
from ..judged_bulletin import JudgedBulletin
from ..reading.incomplete import (
    Completion,
    find_changed_last_letter,
    find_completion,
    find_completion_at_reference,
)
from ..reading.played_word import PlayedWord
from ..reading.raccord import trace_raccord
from ..sheets.placements import find_placement_at, list_fitting, list_placements
from ..sheets.position import Placement, to_line, to_place
from ..verdict import Finding, Verdict
from ..word import WordAwards


def decide_no_acceptable_solution(judged: JudgedBulletin) -> Verdict | None:
    """Decide a word that neither location nor score designates: zero, from the second turn on."""
    word = judged.word
    if not word:
        return None
    played = word.played
    completed = (
        find_completion_at_reference(played) if played.is_admitted else find_completion(played)
    )
    if completed:
        return decide_incomplete_word(played.word, completed)
    if not played.is_admitted:
        return _decide_not_admitted(word)
    for has_fault, topic, motive in _FAULTS:
        if has_fault(word):
            return decide_zero(
                topic,
                motive,
                findings=_list_bad_raccord_findings(word),
                readings=word.score_awards,
            )
    return _decide_not_located(word)


def _decide_not_admitted(word: WordAwards) -> Verdict:
    if changed := find_changed_last_letter(word.played):
        finding = _build_changed_letter_finding(word.played.word, changed)
        return decide_zero(Topic.LAST_LETTER_CHANGED, Motive.NOT_ADMITTED, findings=[finding])
    topic = Topic.GLUED_LETTER if _has_extra_letter(word) else Topic.NULLITY
    return decide_word_not_admitted(has_missing_letters=_has_missing_letters(word), topic=topic)


def _decide_not_located(word: WordAwards) -> Verdict:
    """Return the zero of a word that neither reference, letters of the grid nor score locate."""
    findings = _list_other_direction_findings(word.played)
    if word.location.has_both_modes:
        topic = Topic.WRONG_BOTH_MODES
    elif findings:
        topic = Topic.WRONG_DIRECTION
    elif any(placement.is_formable for placement in word.played.named_placements):
        topic = Topic.NOTHING_ACCEPTABLE
    else:
        topic = Topic.WRONG_PLACE if word.played.bulletin.place else Topic.UNLOCATED
    return decide_zero(
        topic, Motive.LOCATION, findings=findings or _list_score_nowhere_findings(word.played)
    )


def decide_word_not_admitted(*, has_missing_letters: bool, topic: Topic = Topic.NULLITY) -> Verdict:
    """Return the zero of a word that is not admitted.

    Both motives are named: the average of 5.9 depends on whether there was another error.
    """
    if has_missing_letters:
        return decide_zero(topic, Motive.NOT_ADMITTED, Motive.WRONG_LETTER)
    return decide_zero(topic, Motive.NOT_ADMITTED)


def decide_not_from_rack(placements: Iterable[Placement]) -> Verdict:
    """Return the zero of an *erreur de lettre*, or of more tiles than the format allows (3.8.2)."""
    if any(placement.has_too_many for placement in placements):
        return decide_zero(Topic.TOO_MANY_TILES, Motive.IMPOSSIBLE_PLACE)
    return decide_zero(Topic.WRONG_LETTER, Motive.WRONG_LETTER)


def decide_incomplete_word(written: str, completed: Completion) -> Verdict:
    """Return the zero of a word that is not written in full (4.2)."""
    finding = Finding.with_data(
        FindingCode.WORD_INCOMPLETE,
        Topic.IN_FULL,
        word=written,
        completed=completed.word,
        place=str(completed.place),
    )
    return decide_zero(completed.topic, Motive.INCOMPLETE, findings=[finding])


def _build_changed_letter_finding(written: str, completed: Completion) -> Finding:
    """Return a finding that a letter of the grid is written as another (4.2)."""
    return Finding.with_data(
        FindingCode.LAST_LETTER_CHANGED,
        Topic.IN_FULL,
        word=written,
        completed=completed.word,
        place=str(completed.place),
    )


def _has_extra_letter(word: WordAwards) -> bool:
    """Return True if there is an extra letter before or after a good word.

    It lies at the place named for the letters written, or for the good word.
    """
    played = word.played
    place = played.bulletin.place
    if place is None:
        return False
    for direction in played.cell_directions:
        index, start = to_line(Place(place.row, place.col, direction))
        behind, front = played.word[:-1], played.word[1:]
        for rest, offset in ((behind, start), (front, start + 1), (front, start)):
            if len(rest) > 1 and offset < SIZE:
                placement = find_placement_at(
                    played.position, rest, to_place(direction, index, offset)
                )
                if placement and placement.is_valid:
                    return True
    return False


def _is_claimed_where_inverted(word: WordAwards) -> bool:
    """Return True if reference and direction are inverted and the place meant is claimed."""
    inverted = word.played.doubly_inverted
    return inverted is not None and bool(inverted.list_claimed_choices(word.played.claim))


def _has_bad_word(word: WordAwards) -> bool:
    """Return True if the place named, or the only one of the grid letters, has a bad cross word."""
    if any(
        placement.is_formable and placement.has_contact and placement.bad_crosses
        for placement in word.played.named_placements
    ):
        return True
    raccords = word.location.raccords
    return len(raccords) == 1 and bool(raccords[0].placement.bad_crosses)


def _list_bad_raccord_findings(word: WordAwards) -> tuple[Finding, ...]:
    """Return a finding on the bad words at the only place that grid letters designate (5.9)."""
    raccords = word.location.raccords
    if len(raccords) != 1 or not raccords[0].placement.bad_crosses:
        return ()
    place = raccords[0].placement
    code = FindingCode.CROSS_NOT_ADMITTED
    return (Finding.with_data(code, Topic.CROSS_WORDS, place=place.ref, words=place.bad_words),)


def _has_too_many_tiles(word: WordAwards) -> bool:
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


def _has_missing_letters(word: WordAwards) -> bool:
    """Return True if only letters of the rack lack for the word (B-17).

    At the reference, or anywhere without one. A word that touches nothing there, or whose score is
    that of another place, is only misplaced.
    """
    played = word.played
    if played.claimed_placements or _list_other_direction_findings(played):
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


def _has_raccord_with_missing_letters(word: WordAwards) -> bool:
    """Return True if all letters beside the word are raccord only where the rack lacks letters."""
    played = word.played
    count = len(played.joined_squares)
    if count < played.edition.correction.tolerated_raccord_letters.value:
        return False
    explaining = [
        placement
        for placement in list_fitting(played.position, played.word, played.direction)
        if trace_raccord(played, placement).outer_count == count
    ]
    return bool(explaining) and not any(placement.is_formable for placement in explaining)


def _is_on_the_grid(word: WordAwards) -> bool:
    """Return True if a placed word is copied without a letter of the rack (5.2.1)."""
    played = word.played
    placed = played.position.list_placed_words(played.direction, len(played.word))
    return not played.is_formable and any(text == played.word for _, text in placed)


def _is_unlayable(word: WordAwards) -> bool:
    """Return True if the word can be laid nowhere (*erreur de grille*)."""
    return not word.played.is_formable


def _is_doubly_inverted(word: WordAwards) -> bool:
    """Return True if reference and direction are both inverted, with another score."""
    return word.played.doubly_inverted is not None


def _list_other_direction_findings(played: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the claim is a score of the other direction only (5.3.3)."""
    if played.claim is None:
        return ()
    places = tuple(
        placement.ref
        for placement in list_placements(played.position, played.word, played.direction.other)
        if placement.is_valid and placement.list_claimed_choices(played.claim)
    )
    if not places:
        return ()
    return (
        Finding.with_data(FindingCode.SCORE_OTHER_DIRECTION, Topic.WRONG_DIRECTION, places=places),
    )


def _list_score_nowhere_findings(played: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the score claimed is that of no place (5.3.3)."""
    if played.claim is None or played.claimed_placements:
        return ()
    return (Finding.with_data(FindingCode.SCORE_NOWHERE, Topic.SCORE_ONLY, claimed=played.claim),)


_FAULTS: tuple[tuple[Callable[[WordAwards], bool], Topic, Motive], ...] = (
    (_is_claimed_where_inverted, Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION),
    (_has_raccord_with_missing_letters, Topic.WRONG_LETTER, Motive.WRONG_LETTER),
    (_has_bad_word, Topic.NULLITY, Motive.NOT_ADMITTED),
    (_has_too_many_tiles, Topic.TOO_MANY_TILES, Motive.IMPOSSIBLE_PLACE),
    (_has_missing_letters, Topic.WRONG_LETTER, Motive.WRONG_LETTER),
    (_is_on_the_grid, Topic.NULLITY, Motive.IMPOSSIBLE_PLACE),
    (_is_unlayable, Topic.IMPOSSIBLE_PLACE, Motive.IMPOSSIBLE_PLACE),
    (_is_doubly_inverted, Topic.DOUBLE_INVERSION, Motive.DOUBLE_INVERSION),
)
