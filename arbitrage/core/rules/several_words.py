"""More than one word on the sheet: which of them is played, and the points of several solutions.

The editions differ most here: the least of the solutions (2023: 5.4.2.b, 2011: 5.6), the best
(2019: 2) or the one whose score is claimed (2017 and 2014: 5.6).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.board.place import Place
from engine.regulation.topics import Topic

from ..awards import decide_zero, to_proposal, to_zero
from ..codes import FindingCode, Motive, Sanction, UndecidedReason
from ..judged_bulletin import MAX_RUNS, JudgedBulletin
from ..reading.played_word import PlayedWord
from ..verdict import Finding, Reading, Verdict


class _JudgedWord(NamedTuple):
    played_word: PlayedWord
    verdict: Verdict

    @property
    def points(self) -> int:
        return self.verdict.decision.points

    @property
    def is_zero(self) -> bool:
        return self.verdict.decision.sanction == Sanction.ZERO

    @property
    def sort_key(self) -> tuple[object, ...]:
        """The order among solutions of equal points: least sanction, then fewest motives.

        The rest is alike for a sheet and a grid with rows and columns swapped.
        """
        decision = self.verdict.decision
        severity = tuple(Sanction).index(decision.sanction)
        place = Place.parse(decision.placement) if decision.placement else None
        square = sorted((place.row, place.col)) if place else []
        return (
            severity,
            len(decision.motives),
            sorted(decision.motives),
            self.played_word.word,
            square,
        )


def decide_unclear_words(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide a sheet where no run is surely the word played, or one is unexplained.

    If grid and rack let none of them be laid, the one that fits best is judged: there is no
    solution at all.
    """
    if judged_bulletin.focus or (judged_bulletin.words_played and not judged_bulletin.stray_runs):
        return None
    if not judged_bulletin.words_played and judged_bulletin.best_unlayable_run:
        return judged_bulletin.focus_on(judged_bulletin.best_unlayable_run).decide()
    if len(judged_bulletin.words_played) == 1:
        verdict_of_run = judged_bulletin.focus_on(judged_bulletin.words_played[0].run).decide()
        return _leave_undecided([verdict_of_run])
    runs = [] if len(judged_bulletin.runs) > MAX_RUNS else judged_bulletin.runs
    return _leave_undecided([judged_bulletin.focus_on(run).decide() for run in runs])


def _leave_undecided(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the readings of the words as a proposal, with a zero for the letters beside them.

    If each is a zero alone, nothing is left to decide.
    """
    if verdicts and all(
        verdict.decided and verdict.sanction == Sanction.ZERO for verdict in verdicts
    ):
        return verdicts[0]
    readings = [reading for verdict in verdicts for reading in verdict.readings]
    topic = Topic.PARASITE_WORD
    zeros = (to_zero(reading, topic, Motive.SEVERAL_SOLUTIONS) for reading in readings[:1])
    if len(verdicts) == 1:
        return to_proposal(verdicts[0], UndecidedReason.SEVERAL_WORDS, topic, *zeros)
    zero_verdict = decide_zero(Topic.NOTHING_ACCEPTABLE, Motive.SEVERAL_SOLUTIONS)
    doubt = replace(zero_verdict, readings=tuple(readings))
    return to_proposal(doubt, UndecidedReason.SEVERAL_WORDS, topic, *zeros)


def decide_least_if_all_good(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide several words: the least counts if all are acceptable, otherwise zero.

    A word that is no acceptable solution spoils the others, and of independent solutions the least
    counts whatever the claim (2023: 5.4.1.b, 5.4.2.b, B-11, B-12); the text says the latter of the
    second turn on only.
    """

    def decide(words: Sequence[_JudgedWord]) -> Verdict:
        zero_words = [word for word in words if word.is_zero]
        if zero_words:
            return _decide_spoiled(words, zero_words)
        retained_word = _retain(words, _find_least(words))
        if judged_bulletin.position.is_first:
            return to_proposal(retained_word, UndecidedReason.FIRST_TURN_LETTERS, Topic.FIRST_TURN)
        return retained_word

    return _decide_several(judged_bulletin, decide)


def decide_best_if_all_good(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide several words: the best of acceptable solutions; otherwise the one claimed.

    2019: 2, A-25. Parasites that form a word with the raccord are a zero (2019: 3).
    """

    def decide(words: Sequence[_JudgedWord]) -> Verdict:
        zero_words = [word for word in words if word.is_zero]
        if zero_words and _has_shared_letters(words):
            return _decide_spoiled(words, zero_words)
        if zero_words:
            return _decide_claimed_or_least(words, Topic.SECOND_WORD)
        return _retain(words, min(words, key=lambda word: (-word.points, word.sort_key)))

    return _decide_several(judged_bulletin, decide)


def decide_claimed_or_least(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the solution that is claimed, else the least or a zero (2017, 2014: 5.6)."""
    return _decide_several(
        judged_bulletin, lambda words: _decide_claimed_or_least(words, Topic.SEVERAL_WORDS)
    )


def decide_least(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the least solution, zero included, whatever is claimed (2011: 5.6)."""
    return _decide_several(judged_bulletin, lambda words: _decide_least(words, Topic.SEVERAL_WORDS))


def _decide_several(
    judged_bulletin: JudgedBulletin, decide: Callable[[Sequence[_JudgedWord]], Verdict]
) -> Verdict | None:
    if judged_bulletin.focus or len(judged_bulletin.words_played) < 2:
        return None
    words = [
        _JudgedWord(played_word, judged_bulletin.focus_on(played_word.run).decide())
        for played_word in judged_bulletin.words_played
    ]
    if all(word.is_zero for word in words):
        motives = [motive for word in words for motive in word.verdict.decision.motives]
        topic = Topic.NOTHING_ACCEPTABLE
        verdict = decide_zero(topic, *motives, findings=_list_findings(words))
    else:
        verdict = decide(words)
    verdict = replace(verdict, readings=verdict.readings or _list_readings(words))
    doubt = _find_doubt(words)
    return to_proposal(verdict, *doubt) if doubt else verdict


def _find_doubt(words: Sequence[_JudgedWord]) -> tuple[UndecidedReason, Topic] | None:
    """Return reason and topic of a doubt, or None.

    A word is undecided, two good ones cross, or a single tile makes a bad one.
    """
    zero_words = [word for word in words if word.is_zero]
    if not all(word.verdict.decided for word in words):
        return UndecidedReason.SEVERAL_WORDS, Topic.SEVERAL_WORDS
    if not zero_words and _has_shared_letters(words):
        return UndecidedReason.SEVERAL_WORDS, Topic.SEVERAL_WORDS
    has_single_tile_word = any(_is_of_too_few_tiles(word.played_word) for word in zero_words)
    if has_single_tile_word and len(zero_words) < len(words):
        return UndecidedReason.SEVERAL_WORDS, Topic.SECOND_WORD
    return None


def _is_of_too_few_tiles(played_word: PlayedWord) -> bool:
    """Return True if the word lays too few tiles for a second word that spoils a bulletin."""
    return 0 < played_word.most_new_tiles < played_word.edition.correction.second_word_tiles.value


def _decide_claimed_or_least(words: Sequence[_JudgedWord], topic: Topic) -> Verdict:
    """Return the verdict on the located solution that is claimed, or else on the least."""
    claimed = [
        word
        for word in words
        if word.verdict.decision.sanction in (Sanction.NONE, Sanction.WARNING)
        and word.points == word.played_word.claim
    ]
    if claimed:
        return _retain(words, _find_least(claimed))
    return _decide_least(words, topic)


def _find_least(words: Sequence[_JudgedWord]) -> _JudgedWord:
    return min(words, key=lambda word: (word.points, word.sort_key))


def _decide_least(words: Sequence[_JudgedWord], topic: Topic) -> Verdict:
    zero_words = [word for word in words if word.is_zero]
    if not zero_words:
        return _retain(words, _find_least(words))
    motives = [motive for word in zero_words for motive in _list_motives(word)]
    return decide_zero(
        topic,
        *motives,
        findings=(*_list_second_word_findings(zero_words), *_list_findings(zero_words)),
    )


def _list_motives(judged_word: _JudgedWord) -> tuple[Motive, ...]:
    """Return the motives of its zero.

    An admitted word that only the rack refuses is an error of letters, whatever the reference,
    which may be of another word.
    """
    word = judged_word.played_word
    if word.is_admitted and not word.is_layable_somewhere and word.is_on_grid_somewhere:
        return (Motive.WRONG_LETTER,)
    return judged_word.verdict.decision.motives


def _retain(words: Sequence[_JudgedWord], retained_word: _JudgedWord) -> Verdict:
    readings = _list_readings(words, retained_word)
    return replace(retained_word.verdict, topic=Topic.SEVERAL_WORDS, readings=readings)


def _decide_spoiled(words: Sequence[_JudgedWord], zero_words: Sequence[_JudgedWord]) -> Verdict:
    """Return the zero for a word beside a good solution that is not acceptable (5.4.1.b).

    The word may also be formed by parasites with the raccord of the good one (5.2.2).
    """
    findings = (*_list_second_word_findings(zero_words), *_list_findings(zero_words))
    topic, motive = _choose_zero_motive([word.played_word for word in zero_words])
    if _has_shared_letters(words):
        topic = Topic.PARASITE_WORD
    return decide_zero(topic, motive, findings=findings)


def _choose_zero_motive(words: Sequence[PlayedWord]) -> tuple[Topic, Motive]:
    """Return topic and motive of the words that spoil a bulletin.

    A word that rack and grid allow is a word played (5.4.1.b); one that the rack does not allow is
    an error of letters (5.4.1.d), and one that the grid does not, an error of grid (5.4.1.c).
    """
    if any(word.is_layable_somewhere for word in words):
        all_admitted = all(word.is_admitted for word in words)
        return Topic.SECOND_WORD, Motive.SEVERAL_SOLUTIONS if all_admitted else Motive.NOT_ADMITTED
    if any(word.is_on_grid_somewhere for word in words):
        return Topic.WRONG_LETTER, Motive.WRONG_LETTER
    return Topic.IMPOSSIBLE_PLACE, Motive.IMPOSSIBLE_PLACE


def _list_second_word_findings(zero_words: Sequence[_JudgedWord]) -> tuple[Finding, ...]:
    return tuple(
        Finding.with_data(FindingCode.SECOND_WORD, Topic.SECOND_WORD, word=word.played_word.word)
        for word in zero_words
    )


def _has_shared_letters(words: Sequence[_JudgedWord]) -> bool:
    """Return True if two of the words cross on the sheet: then they are not independent."""
    squares = [square for word in words for square in word.played_word.run.squares]
    return len(squares) != len(set(squares))


def _list_findings(words: Sequence[_JudgedWord]) -> tuple[Finding, ...]:
    return tuple(finding for word in words for finding in word.verdict.findings)


def _list_readings(
    words: Sequence[_JudgedWord], retained_word: _JudgedWord | None = None
) -> tuple[Reading, ...]:
    """Return the readings of every word; only those of ``retained_word`` stay retained."""
    return tuple(
        reading if word is retained_word else replace(reading, retained=False)
        for word in words
        for reading in word.verdict.readings
    )
