"""The first turn: the best place of the word, whatever the reference says.

From 2017 on it has the maximum that any joker gives (2023: 5.4.2.a, 2017: 5.2); in 2014 and 2011
circles and score tell the joker, and only an impossible score brings a warning.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.board.place import Direction
from engine.regulation.topics import Topic

from ..awards import Award, add_silent_text, decide_award, sort_motives, to_proposal
from ..bulletin import SheetState
from ..codes import Motive, Route, Sanction, UndecidedReason
from ..jokers import build_circle_finding, build_wrong_score_finding, keep_needed_circles
from ..judged_bulletin import JudgedBulletin
from ..reading.incomplete import find_completion_on_empty_grid
from ..reading.played_word import PlayedWord
from ..sheets.placements import list_fitting_placements, list_placements
from ..sheets.position import JokerChoice, Placement
from ..verdict import Finding, Reading, Verdict
from .zero_motives import decide_incomplete_word, decide_not_from_rack, decide_word_not_admitted


@dataclass(frozen=True)
class _Play:
    """A place of the word, and the letters played with a joker."""

    placement: Placement
    choice: JokerChoice


type _Choice = tuple[_Play, set[Motive], bool]


def decide_first_turn_by_most(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the maximum, with a warning for another score or other circles."""
    return _decide(judged_bulletin, _choose_most)


def decide_first_turn_by_joker(judged_bulletin: JudgedBulletin) -> Verdict | None:
    """Decide by the best place for the jokers that circles or score indicate, else by the least.

    A warning only for circles, or for a score that is impossible (2014: 5.2, 5.6).
    """
    return _decide(judged_bulletin, _choose_indicated)


def _decide(
    judged_bulletin: JudgedBulletin, choose: Callable[[PlayedWord, list[_Play]], _Choice]
) -> Verdict | None:
    played_word = judged_bulletin.played_word
    if not judged_bulletin.position.is_first or not played_word:
        return None
    placements = tuple(
        list_placements(judged_bulletin.position, played_word.word, Direction.HORIZONTAL)
    )
    if not played_word.is_admitted:
        completion = find_completion_on_empty_grid(played_word)
        if completion:
            return decide_incomplete_word(played_word.word, completion)
        return decide_word_not_admitted(has_missing_letters=not placements)
    if not placements:
        return decide_not_from_rack(
            list_fitting_placements(
                judged_bulletin.position, played_word.word, Direction.HORIZONTAL
            )
        )
    plays = [
        _Play(placement, choice) for placement in placements for choice in placement.joker_choices
    ]
    play, motives, is_silent = choose(played_word, plays)
    topic = _choose_joker_topic(plays) if Motive.JOKER in motives else Topic.FIRST_TURN
    verdict = decide_award(played_word, _award(played_word, play, motives, topic))
    if is_silent:
        verdict = add_silent_text(verdict, Topic.FIRST_TURN_JOKER)
    if verdict.decided and played_word.direction == Direction.VERTICAL:
        reading_with_warning = _add_warning(verdict.readings[0])
        return to_proposal(
            verdict, UndecidedReason.FIRST_TURN_VERTICAL, Topic.FIRST_TURN, reading_with_warning
        )
    return verdict


def _add_warning(reading: Reading) -> Reading:
    """Return the reading with a warning for the direction (A-07)."""
    return replace(
        reading,
        sanction=Sanction.WARNING,
        motives=sort_motives({*reading.motives, Motive.INVERSION}),
        topic=Topic.INVERSION,
        retained=False,
    )


def _choose_most(played_word: PlayedWord, plays: list[_Play]) -> _Choice:
    top = max(play.choice.points for play in plays)
    best = [play for play in plays if play.choice.points == top]
    circled = _find_circled(played_word, best[0].placement)
    play = next((candidate for candidate in best if candidate.choice.jokers == circled), best[0])
    motives = set()
    if played_word.claim != top:
        motives.add(Motive.SCORE)
    if play.choice.jokers != circled:
        motives.add(Motive.JOKER)
    return play, motives, False


def _choose_indicated(played_word: PlayedWord, plays: list[_Play]) -> _Choice:
    circled = _find_circled(played_word, plays[0].placement)
    circled_plays = [play for play in plays if play.choice.jokers == circled]
    if circled_plays and played_word.claim in {play.choice.points for play in circled_plays}:
        return _find_best(circled_plays), set(), False
    claimed_plays = [play for play in plays if play.choice.points == played_word.claim]
    if claimed_plays:
        indicated_play = max(
            (_find_best_with_same_jokers(play, plays) for play in claimed_plays), key=_get_points
        )
        return indicated_play, {Motive.JOKER}, bool(circled_plays)
    if circled_plays:
        return _find_best(circled_plays), {Motive.SCORE}, False
    fewest = min(len(play.choice.jokers) for play in plays)
    needed = [play for play in plays if len(play.choice.jokers) == fewest]
    least_play = min((_find_best_with_same_jokers(play, plays) for play in needed), key=_get_points)
    return least_play, {Motive.SCORE, Motive.JOKER}, False


def _find_circled(played_word: PlayedWord, placement: Placement) -> frozenset[int]:
    return (
        keep_needed_circles(placement, played_word.run.circles)
        if played_word.position.jokers
        else frozenset()
    )


def _get_points(play: _Play) -> int:
    return play.choice.points


def _find_best(plays: Iterable[_Play]) -> _Play:
    return max(plays, key=_get_points)


def _find_best_with_same_jokers(indicated_play: _Play, plays: Iterable[_Play]) -> _Play:
    """Return the best place for the same jokers."""
    return _find_best(play for play in plays if play.choice.jokers == indicated_play.choice.jokers)


def _choose_joker_topic(plays: list[_Play]) -> Topic:
    """Return the topic of the jokers: circles are certain where all letters score the same."""
    most_points: dict[frozenset[int], int] = {}
    for play in plays:
        jokers = play.choice.jokers
        most_points[jokers] = max(most_points.get(jokers, 0), play.choice.points)
    fewest = min(map(len, most_points))
    distinct_points = {points for jokers, points in most_points.items() if len(jokers) == fewest}
    return (
        Topic.FIRST_TURN_CIRCLE if fewest and len(distinct_points) == 1 else Topic.FIRST_TURN_JOKER
    )


def _award(played_word: PlayedWord, play: _Play, motives: set[Motive], topic: Topic) -> Award:
    placement, choice, claim = play.placement, play.choice, played_word.claim
    has_joker, circled = played_word.position.jokers > 0, _find_circled(played_word, placement)
    findings: list[Finding] = []
    if Motive.SCORE in motives and claim is not None:
        findings.append(build_wrong_score_finding(claim, choice.points, Topic.FIRST_TURN))
    if Motive.JOKER in motives:
        circled_choice = next(
            (other for other in placement.joker_choices if other.jokers == circled), None
        )
        findings.append(build_circle_finding(placement, circled, circled_choice, choice))
    if played_word.bulletin.state == SheetState.HARD_TO_READ:
        motives = motives | {Motive.PRESENTATION}
    reading = Reading(
        placement=placement.ref,
        word=placement.write_with_jokers(choice),
        route=Route.FIRST_TURN,
        points=choice.points,
        gross=choice.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=sort_motives(motives),
        topic=Topic.PRESENTATION if motives == {Motive.PRESENTATION} else topic,
    )
    has_stray_circles = not has_joker and bool(played_word.run.circles)
    return Award(reading, tuple(findings), claim == choice.points, has_stray_circles)
