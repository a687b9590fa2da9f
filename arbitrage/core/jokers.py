"""Jokers: what a place pays for the circles and the score on a bulletin (5.3.1, 5.3.2)."""

from dataclasses import dataclass

from engine.regulation.topics import Topic

from .codes import FindingCode, Motive
from .sheets.position import JokerChoice, Placement
from .verdict import Finding


@dataclass(frozen=True)
class Settlement:
    """What a valid place pays by its own rules, before warnings about the location.

    ``exact``: the claim is a score of the word there. ``joker``: what a warning for the circles
    rests on, ``unneeded``: a circled joker is paid that the word does not need. ``stray``: letters
    are circled although no joker was drawn.
    """

    points: int
    word: str
    motives: frozenset[Motive]
    findings: tuple[Finding, ...]
    exact: bool
    joker: Topic
    unneeded: bool
    stray: bool


def circles_at(placement: Placement, circles: frozenset[int]) -> frozenset[int]:
    """The circles that say something there: a joker that lies on the grid needs none (5.5)."""
    board = placement.position.board
    squares = placement.place.squares(len(placement.word))
    return frozenset(i for i in circles if not board.at(*squares[i]).islower())


def settle(placement: Placement, circles: frozenset[int], claim: int | None) -> Settlement:
    """Points, word and motives of a valid placement for these circles and this claim.

    A claim that exists there is paid; otherwise a possible circling pays its score, and an
    impossible one the least over the circlings of letters absent from the rack.
    """
    drawn = placement.position.jokers > 0
    written = circles_at(placement, circles)
    circled = written if drawn else frozenset[int]()
    own = next((one for one in placement.assignments if one.jokers == circled), None)
    claimed = placement.scoring(claim)
    motives: set[Motive] = set()
    findings: list[Finding] = []
    if own and own.points == claim:
        paid = own
    elif claimed:
        paid = claimed[0]
        motives.add(Motive.JOKER)
        findings.append(circle_finding(placement, circled, own, paid))
    elif own:
        paid = own
        motives.add(Motive.SCORE)
    else:
        paid = min(placement.fewest, key=lambda one: one.points)
        motives |= {Motive.SCORE, Motive.JOKER}
        findings.append(circle_finding(placement, circled, own, paid))
    if Motive.SCORE in motives and claim is not None:
        findings.append(wrong_score(claim, paid.points, Topic.SCORE))
    return Settlement(
        points=paid.points,
        word=placement.with_jokers(paid),
        motives=frozenset(motives),
        findings=tuple(findings),
        exact=bool(claimed),
        joker=_joker_topic(placement, circled, paid, told=bool(claimed)),
        unneeded=bool(circled) and paid is own and not placement.missing,
        stray=bool(written) and not drawn,
    )


def _joker_topic(
    placement: Placement, circled: frozenset[int], paid: JokerChoice, *, told: bool
) -> Topic:
    """``told``: the score claimed tells which letters are jokers."""
    if placement.has_certain_jokers:
        return Topic.CIRCLE
    if circled and not paid.jokers:
        return Topic.CIRCLE_UNNEEDED
    return Topic.CIRCLE_OPEN if told else Topic.CIRCLE_LEAST


def wrong_score(claimed: int, exact: int, topic: Topic) -> Finding:
    """The score claimed is not that of the place."""
    return Finding.of(FindingCode.SCORE_WRONG, topic, claimed=claimed, exact=exact)


def circle_finding(
    placement: Placement, circled: frozenset[int], own: JokerChoice | None, paid: JokerChoice
) -> Finding:
    """No circle, a circle that cannot be, or that of another score than the one paid."""
    if own and circled:
        return Finding.of(
            FindingCode.CIRCLE_OTHER,
            Topic.CIRCLE,
            circled=placement.with_jokers(own),
            paid=placement.with_jokers(paid),
        )
    if circled:
        letters = "".join(placement.word[i] for i in sorted(circled))
        return Finding.of(FindingCode.CIRCLE_WRONG, Topic.CIRCLE, letters=letters)
    letters = "".join(placement.word[i] for i in sorted(paid.jokers))
    return Finding.of(FindingCode.CIRCLE_MISSING, Topic.CIRCLE, letters=letters)
