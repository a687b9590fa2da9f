"""Jokers: what a place pays for the circles and the score on a bulletin (5.3.1, 5.3.2)."""

from dataclasses import dataclass

from .codes import FindingCode, Motive
from .placements import Assignment, Placement
from .verdict import Finding


@dataclass(frozen=True)
class Settlement:
    """What a valid place pays by its own rules, before warnings about the location.

    ``exact``: the claim is a score of the word there. ``certain``: jokers are needed and only one
    circling is possible. ``stray``: letters are circled although no joker was drawn.
    """

    points: int
    word: str
    motives: frozenset[Motive]
    findings: tuple[Finding, ...]
    exact: bool
    certain: bool
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
        findings.append(wrong_score(claim, paid.points, "5.3.2"))
    return Settlement(
        points=paid.points,
        word=placement.with_jokers(paid),
        motives=frozenset(motives),
        findings=tuple(findings),
        exact=bool(claimed),
        certain=len(placement.fewest) == 1 and bool(placement.fewest[0].jokers),
        stray=bool(written) and not drawn,
    )


def wrong_score(claimed: int, exact: int, article: str) -> Finding:
    """The score claimed is not that of the place."""
    return Finding.of(FindingCode.SCORE_WRONG, article, claimed=claimed, exact=exact)


def circle_finding(
    placement: Placement, circled: frozenset[int], own: Assignment | None, paid: Assignment
) -> Finding:
    """No circle, a circle that cannot be, or that of another score than the one paid."""
    if own and circled:
        return Finding.of(
            FindingCode.CIRCLE_OTHER,
            "5.5",
            circled=placement.with_jokers(own),
            paid=placement.with_jokers(paid),
        )
    if circled:
        letters = "".join(placement.word[i] for i in sorted(circled))
        return Finding.of(FindingCode.CIRCLE_WRONG, "5.5", letters=letters)
    letters = "".join(placement.word[i] for i in sorted(paid.jokers))
    return Finding.of(FindingCode.CIRCLE_MISSING, "5.5", letters=letters)
