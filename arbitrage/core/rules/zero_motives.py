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
from ..sheets.placements import find_placement_at, list_fitting_placements, list_placements
from ..sheets.position import Placement, to_line, to_place
from ..verdict import Finding, Verdict
from ..word_awards import WordAwards


def decide_no_acceptable_solution(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a word that neither location nor score designates: zero, from the second turn on."""
    word_awards = judged_bulletin.word_awards
    if not word_awards:
        return None
    played_word = word_awards.played_word
    completion = (
        find_completion_at_reference(played_word)
        if played_word.is_admitted
        else find_completion(played_word)
    )
    if completion:
        return decide_incomplete_word(played_word.word, completion)
    if not played_word.is_admitted:
        return _decide_not_admitted(word_awards)
    for has_fault, topic, motive in _FAULTS:
        if has_fault(word_awards):
            return decide_zero(
                topic,
                motive,
                findings=_list_bad_raccord_findings(word_awards),
                readings=word_awards.score_awards,
            )
    return _decide_not_located(word_awards)


def _decide_not_admitted(word_awards: WordAwards) -> Verdict:
    if changed := find_changed_last_letter(word_awards.played_word):
        finding = _build_changed_letter_finding(word_awards.played_word.word, changed)
        return decide_zero(Topic.LAST_LETTER_CHANGED, Motive.NOT_ADMITTED, findings=[finding])
    topic = Topic.GLUED_LETTER if _has_extra_letter(word_awards) else Topic.NULLITY
    return decide_word_not_admitted(
        has_missing_letters=_has_missing_letters(word_awards), topic=topic
    )


def _decide_not_located(word_awards: WordAwards) -> Verdict:
    """Return the zero of a word that neither reference, letters of the grid nor score locate."""
    findings = _list_other_direction_findings(word_awards.played_word)
    if word_awards.location.has_both_modes:
        topic = Topic.WRONG_BOTH_MODES
    elif findings:
        topic = Topic.WRONG_DIRECTION
    elif any(
        placement.is_formable for placement in word_awards.played_word.placements_at_reference
    ):
        topic = Topic.NOTHING_ACCEPTABLE
    else:
        topic = Topic.WRONG_PLACE if word_awards.played_word.bulletin.place else Topic.UNLOCATED
    return decide_zero(
        topic,
        Motive.LOCATION,
        findings=findings or _list_score_nowhere_findings(word_awards.played_word),
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
    if any(placement.has_too_many_tiles for placement in placements):
        return decide_zero(Topic.TOO_MANY_TILES, Motive.IMPOSSIBLE_PLACE)
    return decide_zero(Topic.WRONG_LETTER, Motive.WRONG_LETTER)


def decide_incomplete_word(written_word: str, completion: Completion) -> Verdict:
    """Return the zero of a word that is not written in full (4.2)."""
    finding = Finding.with_data(
        FindingCode.WORD_INCOMPLETE,
        Topic.IN_FULL,
        word=written_word,
        completed=completion.word,
        place=str(completion.place),
    )
    return decide_zero(completion.topic, Motive.INCOMPLETE, findings=[finding])


def _build_changed_letter_finding(written_word: str, completion: Completion) -> Finding:
    """Return a finding that a letter of the grid is written as another (4.2)."""
    return Finding.with_data(
        FindingCode.LAST_LETTER_CHANGED,
        Topic.IN_FULL,
        word=written_word,
        completed=completion.word,
        place=str(completion.place),
    )


def _has_extra_letter(word_awards: WordAwards) -> bool:
    """Return True if there is an extra letter before or after a good word.

    It lies at the place named for the letters written, or for the good word.
    """
    played_word = word_awards.played_word
    place = played_word.bulletin.place
    if place is None:
        return False
    for direction in played_word.directions_at_reference:
        index, start = to_line(Place(place.row, place.col, direction))
        behind, front = played_word.word[:-1], played_word.word[1:]
        for rest, offset in ((behind, start), (front, start + 1), (front, start)):
            if len(rest) > 1 and offset < SIZE:
                placement = find_placement_at(
                    played_word.position, rest, to_place(direction, index, offset)
                )
                if placement and placement.is_valid:
                    return True
    return False


def _is_claimed_where_inverted(word_awards: WordAwards) -> bool:
    """Return True if reference and direction are inverted and the place meant is claimed."""
    inverted = word_awards.played_word.doubly_inverted_placement
    return inverted is not None and bool(
        inverted.list_claimed_choices(word_awards.played_word.claim)
    )


def _has_bad_word(word_awards: WordAwards) -> bool:
    """Return True if the place named, or the only one of the grid letters, has a bad cross word."""
    if any(
        placement.is_formable and placement.has_contact and placement.bad_cross_words
        for placement in word_awards.played_word.placements_at_reference
    ):
        return True
    raccords = word_awards.location.raccords
    return len(raccords) == 1 and bool(raccords[0].placement.bad_cross_words)


def _list_bad_raccord_findings(word_awards: WordAwards) -> tuple[Finding, ...]:
    """Return a finding on the bad words at the only place that grid letters designate (5.9)."""
    raccords = word_awards.location.raccords
    if len(raccords) != 1 or not raccords[0].placement.bad_cross_words:
        return ()
    placement = raccords[0].placement
    code = FindingCode.CROSS_NOT_ADMITTED
    return (
        Finding.with_data(code, Topic.CROSS_WORDS, place=placement.ref, words=placement.bad_words),
    )


def _has_too_many_tiles(word_awards: WordAwards) -> bool:
    """Return True if the word has more tiles than the format lets be laid (3.8.2).

    It fits at the reference, or anywhere if there is none.
    """
    played_word = word_awards.played_word
    if played_word.bulletin.place:
        return any(
            placement.has_too_many_tiles for placement in played_word.placements_at_reference
        )
    fitting_placements = list_fitting_placements(
        played_word.position, played_word.word, played_word.direction
    )
    return not played_word.is_layable_somewhere and any(
        placement.has_too_many_tiles for placement in fitting_placements
    )


def _has_missing_letters(word_awards: WordAwards) -> bool:
    """Return True if only letters of the rack lack for the word (B-17).

    At the reference, or anywhere without one. A word that touches nothing there, or whose score is
    that of another place, is only misplaced.
    """
    played_word = word_awards.played_word
    if played_word.claimed_placements or _list_other_direction_findings(played_word):
        return False
    if played_word.placements_at_reference:
        if any(placement.is_formable for placement in played_word.placements_at_reference):
            return False
        touching = any(placement.has_contact for placement in played_word.placements_at_reference)
        return touching or not played_word.is_layable_somewhere
    if played_word.bulletin.place or played_word.is_layable_somewhere:
        return False
    return any(
        True
        for direction in (played_word.direction, played_word.direction.other)
        for _ in list_fitting_placements(played_word.position, played_word.word, direction)
    )


def _has_raccord_with_missing_letters(word_awards: WordAwards) -> bool:
    """Return True if all letters beside the word are raccord only where the rack lacks letters."""
    played_word = word_awards.played_word
    count = len(played_word.joined_squares)
    if count < played_word.edition.correction.tolerated_raccord_letters.value:
        return False
    explaining = [
        placement
        for placement in list_fitting_placements(
            played_word.position, played_word.word, played_word.direction
        )
        if trace_raccord(played_word, placement).outer_count == count
    ]
    return bool(explaining) and not any(placement.is_formable for placement in explaining)


def _is_on_the_grid(word_awards: WordAwards) -> bool:
    """Return True if a placed word is copied without a letter of the rack (5.2.1)."""
    played_word = word_awards.played_word
    placed = played_word.position.list_placed_words(played_word.direction, len(played_word.word))
    return not played_word.is_layable_somewhere and any(
        text == played_word.word for _, text in placed
    )


def _is_unlayable(word_awards: WordAwards) -> bool:
    """Return True if the word can be laid nowhere (*erreur de grille*)."""
    return not word_awards.played_word.is_layable_somewhere


def _is_doubly_inverted(word_awards: WordAwards) -> bool:
    """Return True if reference and direction are both inverted, with another score."""
    return word_awards.played_word.doubly_inverted_placement is not None


def _list_other_direction_findings(played_word: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the claim is a score of the other direction only (5.3.3)."""
    if played_word.claim is None:
        return ()
    places = tuple(
        placement.ref
        for placement in list_placements(
            played_word.position, played_word.word, played_word.direction.other
        )
        if placement.is_valid and placement.list_claimed_choices(played_word.claim)
    )
    if not places:
        return ()
    return (
        Finding.with_data(FindingCode.SCORE_OTHER_DIRECTION, Topic.WRONG_DIRECTION, places=places),
    )


def _list_score_nowhere_findings(played_word: PlayedWord) -> tuple[Finding, ...]:
    """Return a finding if the score claimed is that of no place (5.3.3)."""
    if played_word.claim is None or played_word.claimed_placements:
        return ()
    return (
        Finding.with_data(FindingCode.SCORE_NOWHERE, Topic.SCORE_ONLY, claimed=played_word.claim),
    )


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
