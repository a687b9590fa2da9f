"""Words not written in full that an edition pays all the same.

Up to 2019 a placed word that is prolonged may be cut short (2019: 1, 2017: 4.3.2); up to 2017 a
last letter that is on the grid may be left out, for a penalty (2017: 5.3.1, 2014: 5.3).
"""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase

from engine.regulation.topics import Topic
from engine.regulation.values import ProlongationRule

from ..case import Case
from ..codes import FindingCode, Motive, Route
from ..payments import Payment, paid, pay_less, pay_place
from ..reading.incomplete import Completion, placement_of, prolongations, split_completions
from ..reading.played_word import PlayedWord
from ..sheets.drawing import Drawing, Run
from ..sheets.position import Placement
from ..verdict import Finding, Verdict
from ..word import Word
from .word_zero import incomplete_word


def split_word(case: Case) -> Verdict | None:
    """The two ends of a prolongation with squares left blank between them: not in full (4.2),
    but by the scale of the edition. If one of them can be played itself, the score must be that of
    the whole."""
    if case.focus or case.position.is_first or case.drawing.two_ends is None:
        return None
    doubtful = any(played.is_playable for played in case.words_played)
    meant = [
        one
        for one in split_completions(case.position, case.drawing, case.edition)
        if (placement := placement_of(case.position, one))
        and (placement.scoring(case.bulletin.claim) or not doubtful)
    ]
    if not meant:
        return None
    written = "".join(case.drawing.two_ends[1:])
    return _paid_prolongation(case, meant) or incomplete_word(written.upper(), meant[0])


def prolongation(case: Case) -> Verdict | None:
    """A placed word of which only some letters are written beside those added to it. If what is
    written can be played itself, or be laid where the reference says, the score must be that of
    the whole; a word that plays nowhere cannot be the one meant."""
    word = case.word
    if not word or word.readings or word.played.joined:
        return None
    run, position = word.played.run, case.position
    doubtful = word.played.is_playable or word.played.stands_for_itself
    meant = [
        one
        for one in prolongations(position, run, case.edition)
        if (placement := placement_of(position, one))
        and (placement.scoring(word.played.claim) or not doubtful)
    ]
    return _paid_prolongation(case, meant)


def _paid_prolongation(case: Case, meant: list[Completion]) -> Verdict | None:
    """The one whose score is claimed, the least of several otherwise (4.3.3)."""
    payments = [
        (played, payment)
        for one in meant
        for played in (_in_full(case, one),)
        if (payment := _pay(played, one))
    ]
    if not payments:
        return None
    exact = [pair for pair in payments if pair[1].exact]
    played, chosen = min(exact or payments, key=lambda pair: pair[1].reading.points)
    return paid(played, chosen, [one for _, one in payments if one is not chosen])


def _in_full(case: Case, meant: Completion) -> PlayedWord:
    """The same bulletin with the whole word as the one written."""
    run = Run(meant.word, meant.circles, meant.place.direction, (0, 0))
    return PlayedWord(
        case.position, case.bulletin, case.edition, case.drawing, run, turned=case.turned
    )


def _pay(played: PlayedWord, meant: Completion) -> Payment | None:
    placement = placement_of(played.position, meant)
    scale = _scale(played, meant)
    if not placement or not placement.is_valid or not scale:
        return None
    ends = [kept for kept in meant.kept if kept is not None]
    if min(ends) < 1 or meant.written < scale.least:
        return None
    each = scale.free_at_each_end if len(ends) > 1 else 1
    free = scale.free is not None and meant.written >= scale.free and min(ends) >= each
    extra = set() if free else {Motive.SHORT_RACCORD}
    return pay_place(
        played,
        placement,
        Route.RACCORD,
        extra=extra | {Motive.INVERSION} if played.turned else extra,
        clean=Topic.PARTIAL_PROLONGATION,
        short=Topic.SHORT_PROLONGATION,
    )


def _scale(played: PlayedWord, meant: Completion) -> ProlongationRule | None:
    scales = played.edition.correction.prolongations.value
    return next((one for one in scales if meant.placed >= one.shortest), None)


def last_letter(case: Case) -> Verdict | None:
    """The last letter, which is on the grid, is left out or changed: a penalty, if the word is
    located and the score is that of the whole word."""
    word = case.word
    if not word or word.readings:
        return None
    for whole in _with_last_letter(word.played):
        payment = _pay_last_letter(whole)
        if payment:
            return paid(whole, payment)
    return None


def _pay_last_letter(whole: PlayedWord) -> Payment | None:
    for placement, word in _located(whole):
        if len(placement.word) - 1 not in placement.new and placement.scoring(whole.claim):
            gross = placement.scoring(whole.claim)[0]
            shown = placement.with_jokers(gross)
            payment = pay_less(whole, placement, gross.points, shown, Topic.LAST_LETTER)
            finding = Finding.of(
                FindingCode.WORD_INCOMPLETE,
                Topic.LAST_LETTER,
                word=word,
                completed=whole.word,
                place=placement.ref,
            )
            return replace(payment, findings=(*payment.findings, finding))
    return None


def _located(whole: PlayedWord) -> Iterator[tuple[Placement, str]]:
    """The places designated; the letter put back is none of the raccord letters written."""
    location = Word(whole).location
    written = whole.word[:-1]
    for placement in location.referenced:
        yield placement, written
    for raccord in location.valid_raccord:
        if raccord.count > whole.edition.correction.raccord_tolerated.value:
            yield raccord.placement, written


def _with_last_letter(played: PlayedWord) -> Iterator[PlayedWord]:
    values, run = played.edition.correction, played.run
    drawing, last = played.drawing, run.squares[-1]
    before = run.squares[-2]
    behind = (2 * last[0] - before[0], 2 * last[1] - before[1])
    options = []
    if values.last_letter_omitted.value and behind not in drawing.marks:
        options.append((run.word, behind))
    if values.last_letter_changed.value and len(run.word) > 2:
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
