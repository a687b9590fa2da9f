"""Jokers: the points of a place for the circles and the score on a bulletin (5.3.1, 5.3.2)."""

from dataclasses import dataclass

from engine.regulation.topics import Topic

from .codes import FindingCode, Motive
from .sheets.position import JokerChoice, Placement
from .verdict import Finding


@dataclass(frozen=True)
class PlaceAward:
    """The points of a valid place by its own rules, before warnings about the location.

    ``is_claim_exact``: the claim is a score of the word there. ``circle_topic``: the topic of a
    warning for the circles. ``has_unneeded_circle``: a circled joker counts that the word does not
    need. ``has_stray_circles``: letters are circled although no joker was drawn.
    """

    points: int
    word: str
    motives: frozenset[Motive]
    findings: tuple[Finding, ...]
    is_claim_exact: bool
    circle_topic: Topic
    has_unneeded_circle: bool
    has_stray_circles: bool


def keep_needed_circles(placement: Placement, circles: frozenset[int]) -> frozenset[int]:
    """Return the circles that matter there: a joker that lies on the grid needs none (5.5)."""
    board = placement.position.board
    squares = placement.place.list_squares(len(placement.word))
    return frozenset(i for i in circles if not board.get_tile(*squares[i]).islower())


def award_valid_place(
    placement: Placement, circles: frozenset[int], claim: int | None
) -> PlaceAward:
    """Return points, word and motives of a valid placement for these circles and this claim.

    A claim that exists there counts; otherwise a possible circling gives its score, and an
    impossible one the least over the circlings of letters absent from the rack.
    """
    has_joker = placement.position.jokers > 0
    needed_circles = keep_needed_circles(placement, circles)
    circled = needed_circles if has_joker else frozenset[int]()
    circled_choice = next(
        (choice for choice in placement.joker_choices if choice.jokers == circled), None
    )
    claimed_choices = placement.list_claimed_choices(claim)
    awarded_choice, motives = _choose_awarded(placement, circled_choice, claimed_choices, claim)
    findings: list[Finding] = []
    if Motive.JOKER in motives:
        findings.append(build_circle_finding(placement, circled, circled_choice, awarded_choice))
    if Motive.SCORE in motives and claim is not None:
        findings.append(build_wrong_score_finding(claim, awarded_choice.points, Topic.SCORE))
    return PlaceAward(
        points=awarded_choice.points,
        word=placement.write_with_jokers(awarded_choice),
        motives=motives,
        findings=tuple(findings),
        is_claim_exact=bool(claimed_choices),
        circle_topic=_choose_circle_topic(
            placement, circled, awarded_choice, by_claim=bool(claimed_choices)
        ),
        has_unneeded_circle=bool(circled)
        and awarded_choice is circled_choice
        and not placement.missing_letters,
        has_stray_circles=bool(needed_circles) and not has_joker,
    )


def _choose_awarded(
    placement: Placement,
    circled_choice: JokerChoice | None,
    claimed_choices: tuple[JokerChoice, ...],
    claim: int | None,
) -> tuple[JokerChoice, frozenset[Motive]]:
    """Return the choice of jokers that counts, and the motives of a warning."""
    if circled_choice and circled_choice.points == claim:
        return circled_choice, frozenset()
    if claimed_choices:
        return claimed_choices[0], frozenset({Motive.JOKER})
    if circled_choice:
        return circled_choice, frozenset({Motive.SCORE})
    least_choice = min(placement.fewest_joker_choices, key=lambda choice: choice.points)
    return least_choice, frozenset({Motive.SCORE, Motive.JOKER})


def _choose_circle_topic(
    placement: Placement, circled: frozenset[int], awarded_choice: JokerChoice, *, by_claim: bool
) -> Topic:
    """Return the topic of the circles.

    ``by_claim``: the score claimed shows which letters are jokers.
    """
    if placement.has_certain_jokers:
        return Topic.CIRCLE
    if circled and not awarded_choice.jokers:
        return Topic.CIRCLE_UNNEEDED
    return Topic.CIRCLE_OPEN if by_claim else Topic.CIRCLE_LEAST


def build_wrong_score_finding(claim: int, exact: int, topic: Topic) -> Finding:
    """Return the finding that the score claimed is not that of the place."""
    return Finding.with_data(FindingCode.SCORE_WRONG, topic, claimed=claim, exact=exact)


def build_circle_finding(
    placement: Placement,
    circled: frozenset[int],
    circled_choice: JokerChoice | None,
    awarded_choice: JokerChoice,
) -> Finding:
    """Return the finding on circles that are missing, impossible, or of another score."""
    if circled_choice and circled:
        return Finding.with_data(
            FindingCode.CIRCLE_OTHER,
            Topic.CIRCLE,
            circled=placement.write_with_jokers(circled_choice),
            paid=placement.write_with_jokers(awarded_choice),
        )
    if circled:
        letters = "".join(placement.word[i] for i in sorted(circled))
        return Finding.with_data(FindingCode.CIRCLE_WRONG, Topic.CIRCLE, letters=letters)
    letters = "".join(placement.word[i] for i in sorted(awarded_choice.jokers))
    return Finding.with_data(FindingCode.CIRCLE_MISSING, Topic.CIRCLE, letters=letters)
