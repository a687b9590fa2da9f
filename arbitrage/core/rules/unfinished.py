"""Words not written in full for which an edition gives points all the same.

Up to 2019 a placed word that is prolonged may be cut short (2019: 1, 2017: 4.3.2); up to 2017 a
last letter that is on the grid may be left out, for a penalty (2017: 5.3.1, 2014: 5.3).
"""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase

from engine.regulation.topics import Topic
from engine.regulation.values import ProlongationRule

from ..awards import Award, award_place, award_with_penalty, decide_award
from ..codes import FindingCode, Motive, Route
from ..judged_bulletin import JudgedBulletin
from ..reading.incomplete import (
    Completion,
    find_placement,
    list_prolongations,
    list_split_completions,
)
from ..reading.played_word import PlayedWord
from ..sheets.drawing import Drawing, Run
from ..sheets.position import Placement
from ..verdict import Finding, Verdict
from ..word import WordAwards
from .word_zero import decide_incomplete_word


def decide_split_word(judged: JudgedBulletin) -> Verdict | None:
    """Decide the two ends of a prolongation with blank squares between them: not in full (4.2).

    Points follow the scale of the edition. If one of them can be played itself, the score must
    be that of the whole.
    """
    if judged.focus or judged.position.is_first or judged.drawing.two_ends is None:
        return None
    is_score_needed = any(played.is_playable for played in judged.words_played)
    completions = [
        completion
        for completion in list_split_completions(judged.position, judged.drawing, judged.edition)
        if (placement := find_placement(judged.position, completion))
        and (placement.list_claimed_choices(judged.bulletin.claim) or not is_score_needed)
    ]
    if not completions:
        return None
    written = "".join(judged.drawing.two_ends[1:])
    return _award_prolongation(judged, completions) or decide_incomplete_word(
        written.upper(), completions[0]
    )


def decide_prolongation(judged: JudgedBulletin) -> Verdict | None:
    """Decide a placed word of which only some letters are written beside those added to it.

    If the letters written can be played themselves, or be laid at the reference, the score must be
    that of the whole; a word that plays nowhere cannot be the one meant.
    """
    word = judged.word
    if not word or word.awards or word.played.joined_squares:
        return None
    run, position = word.played.run, judged.position
    is_score_needed = word.played.is_playable or word.played.is_playable_as_named
    completions = [
        candidate
        for candidate in list_prolongations(position, run, judged.edition)
        if (placement := find_placement(position, candidate))
        and (placement.list_claimed_choices(word.played.claim) or not is_score_needed)
    ]
    return _award_prolongation(judged, completions)


def _award_prolongation(judged: JudgedBulletin, completions: list[Completion]) -> Verdict | None:
    """Return the verdict on the completion whose score is claimed, else the least (4.3.3)."""
    awards = [
        (played, award)
        for completion in completions
        for played in (_complete_word(judged, completion),)
        if (award := _award(played, completion))
    ]
    if not awards:
        return None
    exact = [pair for pair in awards if pair[1].exact]
    played, chosen = min(exact or awards, key=lambda pair: pair[1].reading.points)
    return decide_award(played, chosen, [award for _, award in awards if award is not chosen])


def _complete_word(judged: JudgedBulletin, completion: Completion) -> PlayedWord:
    """Return the word as if the whole of it were written."""
    run = Run(completion.word, completion.circles, completion.place.direction, (0, 0))
    return PlayedWord(
        judged.position,
        judged.bulletin,
        judged.edition,
        judged.drawing,
        run,
        is_turned=judged.is_turned,
    )


def _award(played: PlayedWord, completion: Completion) -> Award | None:
    placement = find_placement(played.position, completion)
    scale = _find_scale(played, completion)
    if not placement or not placement.is_valid or not scale:
        return None
    ends = [shared for shared in completion.shared if shared is not None]
    if min(ends) < 1 or completion.written_count < scale.warned_from:
        return None
    least_at_each_end = scale.unsanctioned_from_at_each_end if len(ends) > 1 else 1
    is_free = (
        scale.unsanctioned_from is not None
        and completion.written_count >= scale.unsanctioned_from
        and min(ends) >= least_at_each_end
    )
    extra = set() if is_free else {Motive.SHORT_RACCORD}
    return award_place(
        played,
        placement,
        Route.RACCORD,
        extra=extra | {Motive.INVERSION} if played.is_turned else extra,
        clean=Topic.PARTIAL_PROLONGATION,
        short=Topic.SHORT_PROLONGATION,
    )


def _find_scale(played: PlayedWord, completion: Completion) -> ProlongationRule | None:
    scales = played.edition.correction.prolongations.value
    return next(
        (scale for scale in scales if completion.placed_length >= scale.min_word_length), None
    )


def decide_last_letter(judged: JudgedBulletin) -> Verdict | None:
    """Decide a last letter that is on the grid and left out or changed.

    A penalty, if the word is located and the score is that of the whole word.
    """
    word = judged.word
    if not word or word.awards:
        return None
    for whole_word in _list_words_with_last_letter(word.played):
        award = _award_last_letter(whole_word)
        if award:
            return decide_award(whole_word, award)
    return None


def _award_last_letter(whole: PlayedWord) -> Award | None:
    for placement, word in _list_located(whole):
        if len(placement.word) - 1 not in placement.new_indexes and placement.list_claimed_choices(
            whole.claim
        ):
            gross = placement.list_claimed_choices(whole.claim)[0]
            shown_word = placement.write_with_jokers(gross)
            award = award_with_penalty(
                whole, placement, gross.points, shown_word, Topic.LAST_LETTER
            )
            finding = Finding.with_data(
                FindingCode.WORD_INCOMPLETE,
                Topic.LAST_LETTER,
                word=word,
                completed=whole.word,
                place=placement.ref,
            )
            return replace(award, findings=(*award.findings, finding))
    return None


def _list_located(whole: PlayedWord) -> Iterator[tuple[Placement, str]]:
    """Yield the places designated; the added letter does not count as a raccord letter."""
    location = WordAwards(whole).location
    written = whole.word[:-1]
    for placement in location.referenced:
        yield placement, written
    for raccord in location.valid_raccords:
        if raccord.count > whole.edition.correction.tolerated_raccord_letters.value:
            yield raccord.placement, written


def _list_words_with_last_letter(played: PlayedWord) -> Iterator[PlayedWord]:
    values, run = played.edition.correction, played.run
    drawing, last = played.drawing, run.squares[-1]
    before = run.squares[-2]
    behind = (2 * last[0] - before[0], 2 * last[1] - before[1])
    options = []
    if values.omitted_last_letter_is_penalty.value and behind not in drawing.marks:
        options.append((run.word, behind))
    if values.changed_last_letter_is_penalty.value and len(run.word) > 2:
        options.append((run.word[:-1], last))
    for stem, square in options:
        for letter in ascii_uppercase:
            whole = stem + letter
            if whole != run.word and whole in played.position.words:
                marks = drawing.marks | {square: letter}
                yield replace(
                    played,
                    drawing=Drawing(marks, drawing.struck),
                    run=replace(run, word=whole),
                )
