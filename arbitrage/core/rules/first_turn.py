"""The first turn: the best place of the word, whatever the reference says.

From 2017 on it is paid the most that any joker gives (2023: 5.4.2.a, 2017: 5.2); in 2014 and 2011
circles and score tell the joker, and only an impossible score brings a warning.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.board.place import Direction
from engine.regulation.topics import Topic

from ..bulletin import SheetState
from ..codes import Motive, Route, Sanction, Undecided
from ..jokers import circle_finding, keep_needed_circles, wrong_score_finding
from ..judged_bulletin import JudgedBulletin
from ..payments import Payment, as_proposal, pay, sort_motives, with_silent_text
from ..reading.incomplete import find_completion_on_empty_grid
from ..reading.played_word import PlayedWord
from ..sheets.placements import list_fitting, list_placements
from ..sheets.position import JokerChoice, Placement
from ..verdict import Finding, Reading, Verdict
from .word_zero import incomplete_word, not_from_the_rack, word_not_admitted


@dataclass(frozen=True)
class _Play:
    """A place of the word, and the letters played with a joker."""

    place: Placement
    jokers: JokerChoice


type _Choice = tuple[_Play, set[Motive], bool]


def most_is_paid(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the maximum, with a warning for another score or for circles that do not give
    it.
    """
    return _decide(judged, _choose_most)


def joker_as_indicated(judged: JudgedBulletin) -> Verdict | None:
    """Decide by the best place for the jokers that circles or score indicate, else by the least.

    A warning only for circles, or for a score that is impossible (2014: 5.2, 5.6).
    """
    return _decide(judged, _choose_indicated)


def _decide(
    judged: JudgedBulletin, choose: Callable[[PlayedWord, list[_Play]], _Choice]
) -> Verdict | None:
    played = judged.played
    if not judged.position.is_first or not played:
        return None
    places = tuple(list_placements(judged.position, played.word, Direction.HORIZONTAL))
    if not played.is_admitted:
        completed = find_completion_on_empty_grid(played)
        if completed:
            return incomplete_word(played.word, completed)
        return word_not_admitted(lacks_letters=not places)
    if not places:
        return not_from_the_rack(list_fitting(judged.position, played.word, Direction.HORIZONTAL))
    plays = [_Play(place, assignment) for place in places for assignment in place.assignments]
    play, motives, silent = choose(played, plays)
    topic = _joker_topic(plays) if Motive.JOKER in motives else Topic.FIRST_TURN
    verdict = pay(played, _pay(played, play, motives, topic))
    if silent:
        verdict = with_silent_text(verdict, Topic.FIRST_TURN_JOKER)
    if verdict.decided and played.direction == Direction.VERTICAL:
        warned = _with_warning(verdict.readings[0])
        return as_proposal(verdict, Undecided.FIRST_TURN_VERTICAL, Topic.FIRST_TURN, warned)
    return verdict


def _with_warning(reading: Reading) -> Reading:
    """Return the reading with a warning for the direction (A-07)."""
    return replace(
        reading,
        sanction=Sanction.WARNING,
        motives=sort_motives({*reading.motives, Motive.INVERSION}),
        topic=Topic.INVERSION,
        retained=False,
    )


def _choose_most(played: PlayedWord, plays: list[_Play]) -> _Choice:
    top = max(play.jokers.points for play in plays)
    best = [play for play in plays if play.jokers.points == top]
    circled = _find_circled(played, best[0].place)
    play = next((candidate for candidate in best if candidate.jokers.jokers == circled), best[0])
    motives = set()
    if played.claim != top:
        motives.add(Motive.SCORE)
    if play.jokers.jokers != circled:
        motives.add(Motive.JOKER)
    return play, motives, False


def _choose_indicated(played: PlayedWord, plays: list[_Play]) -> _Choice:
    circled = _find_circled(played, plays[0].place)
    as_circled = [play for play in plays if play.jokers.jokers == circled]
    if as_circled and played.claim in {play.jokers.points for play in as_circled}:
        return _best(as_circled), set(), False
    claimed = [play for play in plays if play.jokers.points == played.claim]
    if claimed:
        indicated = max((_best_with_same_jokers(play, plays) for play in claimed), key=_points)
        return indicated, {Motive.JOKER}, bool(as_circled)
    if as_circled:
        return _best(as_circled), {Motive.SCORE}, False
    fewest = min(len(play.jokers.jokers) for play in plays)
    needed = [play for play in plays if len(play.jokers.jokers) == fewest]
    least = min((_best_with_same_jokers(play, plays) for play in needed), key=_points)
    return least, {Motive.SCORE, Motive.JOKER}, False


def _find_circled(played: PlayedWord, place: Placement) -> frozenset[int]:
    return keep_needed_circles(place, played.run.circles) if played.position.jokers else frozenset()


def _points(play: _Play) -> int:
    return play.jokers.points


def _best(plays: Iterable[_Play]) -> _Play:
    return max(plays, key=_points)


def _best_with_same_jokers(indicated: _Play, plays: Iterable[_Play]) -> _Play:
    """Return the best place for the same jokers."""
    return _best(play for play in plays if play.jokers.jokers == indicated.jokers.jokers)


def _joker_topic(plays: list[_Play]) -> Topic:
    """Return the topic of the jokers: circles are certain where all letters score the same."""
    most_points: dict[frozenset[int], int] = {}
    for play in plays:
        jokers = play.jokers.jokers
        most_points[jokers] = max(most_points.get(jokers, 0), play.jokers.points)
    fewest = min(map(len, most_points))
    distinct_points = {points for jokers, points in most_points.items() if len(jokers) == fewest}
    return (
        Topic.FIRST_TURN_CIRCLE if fewest and len(distinct_points) == 1 else Topic.FIRST_TURN_JOKER
    )


def _pay(played: PlayedWord, play: _Play, motives: set[Motive], topic: Topic) -> Payment:
    place, retained, claim = play.place, play.jokers, played.claim
    drawn, circled = played.position.jokers > 0, _find_circled(played, place)
    findings: list[Finding] = []
    if Motive.SCORE in motives and claim is not None:
        findings.append(wrong_score_finding(claim, retained.points, Topic.FIRST_TURN))
    if Motive.JOKER in motives:
        as_circled = next(
            (assignment for assignment in place.assignments if assignment.jokers == circled), None
        )
        findings.append(circle_finding(place, circled, as_circled, retained))
    if played.bulletin.state == SheetState.HARD_TO_READ:
        motives = motives | {Motive.PRESENTATION}
    reading = Reading(
        placement=place.ref,
        word=place.with_jokers(retained),
        route=Route.FIRST_TURN,
        points=retained.points,
        gross=retained.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=sort_motives(motives),
        topic=Topic.PRESENTATION if motives == {Motive.PRESENTATION} else topic,
    )
    stray = not drawn and bool(played.run.circles)
    return Payment(reading, tuple(findings), claim == retained.points, stray)
