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
from ..word_awards import WordAwards
from .zero_motives import decide_incomplete_word


def decide_split_word(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide the two ends of a prolongation with blank squares between them: not in full (4.2).

    Points follow the scale of the edition. If one of them can be played itself, the score must
    be that of the whole.
    """
    if (
        judged_bulletin.focus
        or judged_bulletin.position.is_first
        or judged_bulletin.drawing.two_ends is None
    ):
        return None
    is_score_needed = any(played_word.is_playable for played_word in judged_bulletin.words_played)
    completions = [
        completion
        for completion in list_split_completions(
            judged_bulletin.position, judged_bulletin.drawing, judged_bulletin.edition
        )
        if (placement := find_placement(judged_bulletin.position, completion))
        and (placement.list_claimed_choices(judged_bulletin.bulletin.claim) or not is_score_needed)
    ]
    if not completions:
        return None
    written = "".join(judged_bulletin.drawing.two_ends[1:])
    return _award_prolongation(judged_bulletin, completions) or decide_incomplete_word(
        written.upper(), completions[0]
    )


def decide_prolongation(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a placed word of which only some letters are written beside those added to it.

    If the letters written can be played themselves, or be laid at the reference, the score must be
    that of the whole; a word that plays nowhere cannot be the one meant.
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or word_awards.awards or word_awards.played_word.joined_squares:
        return None
    run, position = word_awards.played_word.run, judged_bulletin.position
    is_score_needed = (
        word_awards.played_word.is_playable or word_awards.played_word.is_playable_at_reference
    )
    completions = [
        candidate
        for candidate in list_prolongations(position, run, judged_bulletin.edition)
        if (placement := find_placement(position, candidate))
        and (placement.list_claimed_choices(word_awards.played_word.claim) or not is_score_needed)
    ]
    return _award_prolongation(judged_bulletin, completions)


def _award_prolongation(
    judged_bulletin: JudgedBulletin, completions: list[Completion]
) -> Verdict | None:
    """Return the verdict on the completion whose score is claimed, else the least (4.3.3)."""
    awards = [
        (played_word, award)
        for completion in completions
        for played_word in (_complete_word(judged_bulletin, completion),)
        if (award := _award(played_word, completion))
    ]
    if not awards:
        return None
    exact = [pair for pair in awards if pair[1].is_claim_exact]
    played_word, chosen_award = min(exact or awards, key=lambda pair: pair[1].reading.points)
    return decide_award(
        played_word, chosen_award, [award for _, award in awards if award is not chosen_award]
    )


def _complete_word(judged_bulletin: JudgedBulletin, completion: Completion) -> PlayedWord:
    """Return the word as if the whole of it were written."""
    run = Run(completion.word, completion.circles, completion.place.direction, (0, 0))
    return PlayedWord(
        judged_bulletin.position,
        judged_bulletin.bulletin,
        judged_bulletin.edition,
        judged_bulletin.drawing,
        run,
        is_turned=judged_bulletin.is_turned,
    )


def _award(played_word: PlayedWord, completion: Completion) -> Award | None:
    placement = find_placement(played_word.position, completion)
    scale = _find_scale(played_word, completion)
    if not placement or not placement.is_valid or not scale:
        return None
    ends = [shared for shared in completion.shared if shared is not None]
    if min(ends) < 1 or completion.written_count < scale.warned_from:
        return None
    least_at_each_end = scale.unsanctioned_from_at_each_end if len(ends) > 1 else 1
    is_unsanctioned = (
        scale.unsanctioned_from is not None
        and completion.written_count >= scale.unsanctioned_from
        and min(ends) >= least_at_each_end
    )
    extra_motives = set() if is_unsanctioned else {Motive.SHORT_RACCORD}
    return award_place(
        played_word,
        placement,
        Route.RACCORD,
        extra_motives=extra_motives | {Motive.INVERSION}
        if played_word.is_turned
        else extra_motives,
        clean_topic=Topic.PARTIAL_PROLONGATION,
        short_topic=Topic.SHORT_PROLONGATION,
    )


def _find_scale(played_word: PlayedWord, completion: Completion) -> ProlongationRule | None:
    scales = played_word.edition.correction.prolongations.value
    return next(
        (scale for scale in scales if completion.placed_length >= scale.min_word_length), None
    )


def decide_last_letter(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a last letter that is on the grid and left out or changed.

    A penalty, if the word is located and the score is that of the whole word.
    """
    word_awards = judged_bulletin.word_awards
    if not word_awards or word_awards.awards:
        return None
    for complete_word in _list_words_with_last_letter(word_awards.played_word):
        award = _award_last_letter(complete_word)
        if award:
            return decide_award(complete_word, award)
    return None


def _award_last_letter(whole_word: PlayedWord) -> Award | None:
    for placement, word in _list_located(whole_word):
        if len(placement.word) - 1 not in placement.new_indexes and placement.list_claimed_choices(
            whole_word.claim
        ):
            choice = placement.list_claimed_choices(whole_word.claim)[0]
            shown_word = placement.write_with_jokers(choice)
            award = award_with_penalty(
                whole_word, placement, choice.points, shown_word, Topic.LAST_LETTER
            )
            finding = Finding.with_data(
                FindingCode.WORD_INCOMPLETE,
                Topic.LAST_LETTER,
                word=word,
                completed=whole_word.word,
                place=placement.ref,
            )
            return replace(award, findings=(*award.findings, finding))
    return None


def _list_located(whole_word: PlayedWord) -> Iterator[tuple[Placement, str]]:
    """Yield the places designated; the added letter does not count as a raccord letter."""
    location = WordAwards(whole_word).location
    written = whole_word.word[:-1]
    for placement in location.referenced:
        yield placement, written
    for raccord in location.valid_raccords:
        if raccord.count > whole_word.edition.correction.tolerated_raccord_letters.value:
            yield raccord.placement, written


def _list_words_with_last_letter(played_word: PlayedWord) -> Iterator[PlayedWord]:
    values, run = played_word.edition.correction, played_word.run
    drawing, last = played_word.drawing, run.squares[-1]
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
            if whole != run.word and whole in played_word.position.words:
                marks = drawing.marks | {square: letter}
                yield replace(
                    played_word,
                    drawing=Drawing(marks, drawing.struck),
                    run=replace(run, word=whole),
                )
