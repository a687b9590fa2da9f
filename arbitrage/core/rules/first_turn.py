"""The first turn (5.4.2.a): the best score of the word, whatever reference and circles say."""

from engine.place import Direction

from ..bulletin import SheetState
from ..case import Case
from ..circles import circle_finding, circles_at, wrong_score
from ..codes import Motive, Route, Sanction, Undecided
from ..incomplete import completion_on_empty_grid
from ..payments import Payment, in_order, paid, undecided
from ..placements import Placement, placements
from ..proposal import Proposal
from ..verdict import Finding, Reading, Verdict
from .word_zero import incomplete_word, letters_not_drawn, word_not_admitted


def first_turn(case: Case) -> Verdict | None:
    """Decide a bulletin of the first turn; None from the second on."""
    proposal = case.proposal
    if not case.position.is_first or not proposal:
        return None
    places = tuple(placements(case.position, proposal.word, Direction.HORIZONTAL))
    if not proposal.is_admitted:
        completed = completion_on_empty_grid(proposal)
        if completed:
            return incomplete_word(proposal.word, completed)
        return word_not_admitted(lacks_letters=not places)
    if not places:
        return letters_not_drawn()
    payment = _best(proposal, places)
    if proposal.direction == Direction.VERTICAL:
        return undecided(Undecided.FIRST_TURN_VERTICAL, "5.4.2.a", [payment])
    return paid(proposal, payment)


def _best(proposal: Proposal, places: tuple[Placement, ...]) -> Payment:
    """The maximum, with a warning for another score or for circles that do not give it."""
    top = max(one.points for place in places for one in place.assignments)
    best = [(place, one) for place in places for one in place.scoring(top)]
    drawn = proposal.position.jokers > 0
    written = circles_at(best[0][0], proposal.run.circles)
    circled = written if drawn else frozenset[int]()
    place, retained = next((pair for pair in best if pair[1].jokers == circled), best[0])
    motives: set[Motive] = set()
    findings: list[Finding] = []
    if proposal.claim != top:
        motives.add(Motive.SCORE)
        if proposal.claim is not None:
            findings.append(wrong_score(proposal.claim, top, "5.4.2.a"))
    if retained.jokers != circled:
        motives.add(Motive.JOKER)
        own = next((one for one in place.assignments if one.jokers == circled), None)
        findings.append(circle_finding(place, circled, own, retained))
    if proposal.bulletin.state == SheetState.HARD_TO_READ:
        motives.add(Motive.PRESENTATION)
    reading = Reading(
        placement=place.ref,
        word=place.with_jokers(retained),
        route=Route.FIRST_TURN,
        points=top,
        gross=top,
        sanction=Sanction.WARNING if motives else Sanction.NONE,
        motives=in_order(motives),
        article="5.4.2.a",
    )
    stray = bool(written) and not drawn
    return Payment(reading, tuple(findings), proposal.claim == top, stray)
