"""More than one word on the sheet: which of them is played, and what several solutions are paid.

The editions differ most here: the least of the solutions (2023: 5.4.2.b, 2011: 5.6), the best
(2019: 2) or the one whose score is claimed (2017 and 2014: 5.6).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.regulation.topics import Topic

from ..case import MOST_RUNS, Case
from ..codes import FindingCode, Motive, Sanction, Undecided
from ..payments import as_zero, doubted, zero
from ..reading.played_word import PlayedWord
from ..verdict import Finding, Reading, Verdict


class _Judged(NamedTuple):
    played: PlayedWord
    verdict: Verdict

    @property
    def points(self) -> int:
        return self.verdict.decision.points

    @property
    def is_zero(self) -> bool:
        return self.verdict.decision.sanction == Sanction.ZERO


def unclear_words(case: Case) -> Verdict | None:
    """No run is surely the word played, or one is there that nothing explains. If grid and rack
    let none of them be laid, the one that fits best is judged: there is no solution at all."""
    if case.focus or (case.words_played and not case.strays):
        return None
    if not case.words_played and case.meant:
        return case.focused(case.meant).decide()
    if len(case.words_played) == 1:
        alone = case.focused(case.words_played[0].run).decide()
        return _unsure([alone])
    runs = [] if len(case.runs) > MOST_RUNS else case.runs
    return _unsure([case.focused(run).decide() for run in runs])


def _unsure(judged: Sequence[Verdict]) -> Verdict:
    """The words taken alone, or a zero for what is beside them; several are proposed as one. If
    each is a zero alone, nothing is left to decide."""
    if judged and all(one.decided and one.sanction == Sanction.ZERO for one in judged):
        return judged[0]
    readings = [reading for verdict in judged for reading in verdict.readings]
    topic = Topic.PARASITE_WORD
    zeros = (as_zero(one, topic, Motive.SEVERAL_SOLUTIONS) for one in readings[:1])
    if len(judged) == 1:
        return doubted(judged[0], Undecided.SEVERAL_WORDS, topic, *zeros)
    nothing = zero(Topic.NOTHING_ACCEPTABLE, Motive.SEVERAL_SOLUTIONS)
    doubt = replace(nothing, readings=tuple(readings))
    return doubted(doubt, Undecided.SEVERAL_WORDS, topic, *zeros)


def least_and_all_good(case: Case) -> Verdict | None:
    """A word that is no acceptable solution spoils the others, and of independent solutions the
    least is paid whatever the claim (2023: 5.4.1.b, 5.4.2.b, B-11, B-12); the latter is said of
    the second turn on only."""

    def decide(judged: Sequence[_Judged]) -> Verdict:
        spoiled = [one for one in judged if one.is_zero]
        if spoiled:
            return _spoiled(judged, spoiled)
        kept = _kept(judged, min(judged, key=lambda one: one.points))
        if case.position.is_first:
            return doubted(kept, Undecided.FIRST_TURN_LETTERS, Topic.FIRST_TURN)
        return kept

    return _several(case, decide)


def best_if_all_good(case: Case) -> Verdict | None:
    """The best of acceptable solutions; beside one that is not, that of the score claimed (2019:
    2, A-25). Parasites that form a word with the raccord are a zero (2019: 3)."""

    def decide(judged: Sequence[_Judged]) -> Verdict:
        spoiled = [one for one in judged if one.is_zero]
        if spoiled and _share_letters(judged):
            return _spoiled(judged, spoiled)
        if spoiled:
            return _claimed_or_least(judged, Topic.SECOND_WORD)
        return _kept(judged, max(judged, key=lambda one: one.points))

    return _several(case, decide)


def claimed_or_least(case: Case) -> Verdict | None:
    """The solution whose score is claimed, else the least, zero included (2017, 2014: 5.6)."""
    return _several(case, lambda judged: _claimed_or_least(judged, Topic.SEVERAL_WORDS))


def least(case: Case) -> Verdict | None:
    """The least solution, zero included, whatever is claimed (2011: 5.6)."""
    return _several(case, lambda judged: _least(judged, Topic.SEVERAL_WORDS))


def _several(case: Case, decide: Callable[[Sequence[_Judged]], Verdict]) -> Verdict | None:
    if case.focus or len(case.words_played) < 2:
        return None
    judged = [_Judged(one, case.focused(one.run).decide()) for one in case.words_played]
    if all(one.is_zero for one in judged):
        motives = [motive for one in judged for motive in one.verdict.decision.motives]
        topic = Topic.NOTHING_ACCEPTABLE
        verdict = zero(topic, *motives, findings=_own_findings(judged))
    else:
        verdict = decide(judged)
    verdict = replace(verdict, readings=verdict.readings or _readings(judged))
    doubt = _doubt(judged)
    return doubted(verdict, *doubt) if doubt else verdict


def _doubt(judged: Sequence[_Judged]) -> tuple[Undecided, Topic] | None:
    """One word is undecided itself, two good ones cross, or a single tile makes a bad one."""
    spoiled = [one for one in judged if one.is_zero]
    if not all(one.verdict.decided for one in judged):
        return Undecided.SEVERAL_WORDS, Topic.SEVERAL_WORDS
    if not spoiled and _share_letters(judged):
        return Undecided.SEVERAL_WORDS, Topic.SEVERAL_WORDS
    single = any(_is_of_too_few_tiles(one.played) for one in spoiled)
    if single and len(spoiled) < len(judged):
        return Undecided.SEVERAL_WORDS, Topic.SECOND_WORD
    return None


def _is_of_too_few_tiles(played: PlayedWord) -> bool:
    """Whether it lays too few tiles for a second word that spoils a bulletin."""
    return 0 < played.new_tiles < played.edition.correction.second_word_tiles.value


def _claimed_or_least(judged: Sequence[_Judged], otherwise: Topic) -> Verdict:
    """The solution that is located and worth the claim; the least if there is none."""
    for one in judged:
        located = one.verdict.decision.sanction in (Sanction.NONE, Sanction.WARNING)
        if located and one.points == one.played.claim:
            return _kept(judged, one)
    return _least(judged, otherwise)


def _least(judged: Sequence[_Judged], topic: Topic) -> Verdict:
    spoiled = [one for one in judged if one.is_zero]
    if not spoiled:
        return _kept(judged, min(judged, key=lambda one: one.points))
    motives = [motive for one in spoiled for motive in _motives(one)]
    return zero(topic, *motives, findings=(*_second_words(spoiled), *_own_findings(spoiled)))


def _motives(one: _Judged) -> tuple[Motive, ...]:
    """Those of its zero; of an admitted word that only the rack refuses, an error of letters,
    whatever place a reference names that may be another's."""
    word = one.played
    if word.is_admitted and not word.is_formable and word.fits_grid:
        return (Motive.WRONG_LETTER,)
    return one.verdict.decision.motives


def _kept(judged: Sequence[_Judged], kept: _Judged) -> Verdict:
    readings = _readings(judged, kept)
    return replace(kept.verdict, topic=Topic.SEVERAL_WORDS, readings=readings)


def _spoiled(judged: Sequence[_Judged], spoiled: Sequence[_Judged]) -> Verdict:
    """A word beside a good solution that is none itself (5.4.1.b), or that parasites form with
    the raccord of the good one (5.2.2)."""
    findings = (*_second_words(spoiled), *_own_findings(spoiled))
    topic, motive = _why_spoiled([one.played for one in spoiled])
    if _share_letters(judged):
        topic = Topic.PARASITE_WORD
    return zero(topic, motive, findings=findings)


def _why_spoiled(words: Sequence[PlayedWord]) -> tuple[Topic, Motive]:
    """What rack and grid allow is a word played (5.4.1.b); what the rack does not is an error of
    letters (5.4.1.d), and what the grid does not, one of the grid (5.4.1.c)."""
    if any(word.is_formable for word in words):
        known = all(word.is_admitted for word in words)
        return Topic.SECOND_WORD, Motive.SEVERAL_SOLUTIONS if known else Motive.NOT_ADMITTED
    if any(word.fits_grid for word in words):
        return Topic.WRONG_LETTER, Motive.WRONG_LETTER
    return Topic.IMPOSSIBLE_PLACE, Motive.IMPOSSIBLE_PLACE


def _second_words(spoiled: Sequence[_Judged]) -> tuple[Finding, ...]:
    return tuple(
        Finding.of(FindingCode.SECOND_WORD, Topic.SECOND_WORD, word=one.played.word)
        for one in spoiled
    )


def _share_letters(judged: Sequence[_Judged]) -> bool:
    """Whether two of the words cross on the sheet: then they are not independent."""
    squares = [square for one in judged for square in one.played.run.squares]
    return len(squares) != len(set(squares))


def _own_findings(judged: Sequence[_Judged]) -> tuple[Finding, ...]:
    return tuple(finding for one in judged for finding in one.verdict.findings)


def _readings(judged: Sequence[_Judged], kept: _Judged | None = None) -> tuple[Reading, ...]:
    """What every word can mean; only what ``kept`` retains is retained."""
    return tuple(
        reading if one is kept else replace(reading, retained=False)
        for one in judged
        for reading in one.verdict.readings
    )
