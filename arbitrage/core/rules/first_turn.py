"""The first turn: the best place of the word, whatever the reference says.

From 2017 on it is paid the most that any joker gives (2023: 5.4.2.a, 2017: 5.2); in 2014 and 2011
circles and score tell the joker, and nothing else than an impossible score is warned of.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.board.place import Direction
from engine.regulation.topics import Topic

from ..bulletin import SheetState
from ..case import Case
from ..codes import Motive, Route, Sanction, Undecided
from ..jokers import circle_finding, circles_at, wrong_score
from ..payments import Payment, doubted, in_order, paid, with_silent_text
from ..reading.incomplete import completion_on_empty_grid
from ..reading.played_word import PlayedWord
from ..sheets.placements import fitting, placements
from ..sheets.position import JokerChoice, Placement
from ..verdict import Finding, Reading, Verdict
from .word_zero import incomplete_word, not_from_the_rack, word_not_admitted


@dataclass(frozen=True)
class _Play:
    """A place of the word with the letters that are jokers."""

    place: Placement
    jokers: JokerChoice


type _Choice = tuple[_Play, set[Motive], bool]


def most_is_paid(case: Case) -> Verdict | None:
    """The maximum, with a warning for another score or for circles that do not give it."""
    return _decide(case, _most)


def joker_as_told(case: Case) -> Verdict | None:
    """The best place for the jokers that circles or score tell, else for the least of them; a
    warning only for circles, or for a score that is impossible (2014: 5.2, 5.6)."""
    return _decide(case, _as_told)


def _decide(case: Case, choose: Callable[[PlayedWord, list[_Play]], _Choice]) -> Verdict | None:
    played = case.played
    if not case.position.is_first or not played:
        return None
    places = tuple(placements(case.position, played.word, Direction.HORIZONTAL))
    if not played.is_admitted:
        completed = completion_on_empty_grid(played)
        if completed:
            return incomplete_word(played.word, completed)
        return word_not_admitted(lacks_letters=not places)
    if not places:
        return not_from_the_rack(fitting(case.position, played.word, Direction.HORIZONTAL))
    plays = [_Play(place, one) for place in places for one in place.assignments]
    play, motives, silent = choose(played, plays)
    topic = _joker_topic(plays) if Motive.JOKER in motives else Topic.FIRST_TURN
    verdict = paid(played, _pay(played, play, motives, topic))
    if silent:
        verdict = with_silent_text(verdict, Topic.FIRST_TURN_JOKER)
    if verdict.decided and played.direction == Direction.VERTICAL:
        warned = _warned(verdict.readings[0])
        return doubted(verdict, Undecided.FIRST_TURN_VERTICAL, Topic.FIRST_TURN, warned)
    return verdict


def _warned(reading: Reading) -> Reading:
    """The same with a warning for the direction (A-07)."""
    return replace(
        reading,
        sanction=Sanction.WARNING,
        motives=in_order({*reading.motives, Motive.INVERSION}),
        topic=Topic.INVERSION,
        retained=False,
    )


def _most(played: PlayedWord, plays: list[_Play]) -> _Choice:
    top = max(play.jokers.points for play in plays)
    best = [play for play in plays if play.jokers.points == top]
    circled = _circled(played, best[0].place)
    play = next((one for one in best if one.jokers.jokers == circled), best[0])
    motives = set()
    if played.claim != top:
        motives.add(Motive.SCORE)
    if play.jokers.jokers != circled:
        motives.add(Motive.JOKER)
    return play, motives, False


def _as_told(played: PlayedWord, plays: list[_Play]) -> _Choice:
    circled = _circled(played, plays[0].place)
    own = [play for play in plays if play.jokers.jokers == circled]
    if own and played.claim in {play.jokers.points for play in own}:
        return _best(own), set(), False
    claimed = [play for play in plays if play.jokers.points == played.claim]
    if claimed:
        told = max((_best_of(play, plays) for play in claimed), key=_points)
        return told, {Motive.JOKER}, bool(own)
    if own:
        return _best(own), {Motive.SCORE}, False
    fewest = min(len(play.jokers.jokers) for play in plays)
    needed = [play for play in plays if len(play.jokers.jokers) == fewest]
    least = min((_best_of(play, plays) for play in needed), key=_points)
    return least, {Motive.SCORE, Motive.JOKER}, False


def _circled(played: PlayedWord, place: Placement) -> frozenset[int]:
    return circles_at(place, played.run.circles) if played.position.jokers else frozenset()


def _points(play: _Play) -> int:
    return play.jokers.points


def _best(plays: Iterable[_Play]) -> _Play:
    return max(plays, key=_points)


def _best_of(told: _Play, plays: Iterable[_Play]) -> _Play:
    """The best place for the same jokers."""
    return _best(play for play in plays if play.jokers.jokers == told.jokers.jokers)


def _joker_topic(plays: list[_Play]) -> Topic:
    """No letter need be told from another where all are worth the same at their best places."""
    worth: dict[frozenset[int], int] = {}
    for play in plays:
        jokers = play.jokers.jokers
        worth[jokers] = max(worth.get(jokers, 0), play.jokers.points)
    fewest = min(map(len, worth))
    values = {points for jokers, points in worth.items() if len(jokers) == fewest}
    return Topic.FIRST_TURN_CIRCLE if fewest and len(values) == 1 else Topic.FIRST_TURN_JOKER


def _pay(played: PlayedWord, play: _Play, motives: set[Motive], topic: Topic) -> Payment:
    place, retained, claim = play.place, play.jokers, played.claim
    drawn, circled = played.position.jokers > 0, _circled(played, place)
    findings: list[Finding] = []
    if Motive.SCORE in motives and claim is not None:
        findings.append(wrong_score(claim, retained.points, Topic.FIRST_TURN))
    if Motive.JOKER in motives:
        own = next((one for one in place.assignments if one.jokers == circled), None)
        findings.append(circle_finding(place, circled, own, retained))
    if played.bulletin.state == SheetState.HARD_TO_READ:
        motives = motives | {Motive.PRESENTATION}
    reading = Reading(
        placement=place.ref,
        word=place.with_jokers(retained),
        route=Route.FIRST_TURN,
        points=retained.points,
        gross=retained.points,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=in_order(motives),
        topic=Topic.PRESENTATION if motives == {Motive.PRESENTATION} else topic,
    )
    stray = not drawn and bool(played.run.circles)
    return Payment(reading, tuple(findings), claim == retained.points, stray)
