"""Jokers: the payment of a place for the circles and the score on a bulletin (5.3.1, 5.3.2)."""

from dataclasses import dataclass

from engine.regulation.topics import Topic

from .codes import FindingCode, Motive
from .sheets.position import JokerChoice, Placement
from .verdict import Finding


@dataclass(frozen=True)
class Settlement:
    """The payment of a valid place by its own rules, before warnings about the location.

    ``exact``: the claim is a score of the word there. ``joker``: the topic of a warning for the
    circles. ``unneeded``: a circled joker is paid that the word does not need. ``stray``: letters
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


def keep_needed_circles(placement: Placement, circles: frozenset[int]) -> frozenset[int]:
    """Return the circles that matter there: a joker that lies on the grid needs none (5.5)."""
    board = placement.position.board
    squares = placement.place.list_squares(len(placement.word))
    return frozenset(i for i in circles if not board.get_tile(*squares[i]).islower())


def settle(placement: Placement, circles: frozenset[int], claim: int | None) -> Settlement:
    """Return points, word and motives of a valid placement for these circles and this claim.

    A claim that exists there is paid; otherwise a possible circling pays its score, and an
    impossible one the least over the circlings of letters absent from the rack.
    """
    has_joker = placement.position.jokers > 0
    written = keep_needed_circles(placement, circles)
    circled = written if has_joker else frozenset[int]()
    as_circled = next(
        (assignment for assignment in placement.assignments if assignment.jokers == circled), None
    )
    claimed = placement.scoring(claim)
    motives: set[Motive] = set()
    findings: list[Finding] = []
    if as_circled and as_circled.points == claim:
        paid = as_circled
    elif claimed:
        paid = claimed[0]
        motives.add(Motive.JOKER)
        findings.append(circle_finding(placement, circled, as_circled, paid))
    elif as_circled:
        paid = as_circled
        motives.add(Motive.SCORE)
    else:
        paid = min(placement.fewest, key=lambda choice: choice.points)
        motives |= {Motive.SCORE, Motive.JOKER}
        findings.append(circle_finding(placement, circled, as_circled, paid))
    if Motive.SCORE in motives and claim is not None:
        findings.append(wrong_score_finding(claim, paid.points, Topic.SCORE))
    return Settlement(
        points=paid.points,
        word=placement.with_jokers(paid),
        motives=frozenset(motives),
        findings=tuple(findings),
        exact=bool(claimed),
        joker=_joker_topic(placement, circled, paid, by_claim=bool(claimed)),
        unneeded=bool(circled) and paid is as_circled and not placement.missing,
        stray=bool(written) and not has_joker,
    )


def _joker_topic(
    placement: Placement, circled: frozenset[int], paid: JokerChoice, *, by_claim: bool
) -> Topic:
    """Return the topic of the circles; ``by_claim``: the score claimed tells which letters are
    jokers.
    """
    if placement.has_certain_jokers:
        return Topic.CIRCLE
    if circled and not paid.jokers:
        return Topic.CIRCLE_UNNEEDED
    return Topic.CIRCLE_OPEN if by_claim else Topic.CIRCLE_LEAST


def wrong_score_finding(claimed: int, exact: int, topic: Topic) -> Finding:
    """Return the finding that the score claimed is not that of the place."""
    return Finding.with_data(FindingCode.SCORE_WRONG, topic, claimed=claimed, exact=exact)


def circle_finding(
    placement: Placement, circled: frozenset[int], as_circled: JokerChoice | None, paid: JokerChoice
) -> Finding:
    """Return the finding on circles: none, an impossible one, or one of another score than the one
    paid.
    """
    if as_circled and circled:
        return Finding.with_data(
            FindingCode.CIRCLE_OTHER,
            Topic.CIRCLE,
            circled=placement.with_jokers(as_circled),
            paid=placement.with_jokers(paid),
        )
    if circled:
        letters = "".join(placement.word[i] for i in sorted(circled))
        return Finding.with_data(FindingCode.CIRCLE_WRONG, Topic.CIRCLE, letters=letters)
    letters = "".join(placement.word[i] for i in sorted(paid.jokers))
    return Finding.with_data(FindingCode.CIRCLE_MISSING, Topic.CIRCLE, letters=letters)
