"""Which places a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from dataclasses import dataclass, replace

from .placements import Placement
from .proposal import Proposal
from .raccord import Raccord, has_two_letters, reach
from .slips import has_one_slip


@dataclass(frozen=True)
class Location:
    """``referenced``: the valid places that the reference designates, two of them only if the
    direction or the reference is inverted. ``raccord``: the places, valid or not, that letters of
    the grid designate; a place may be designated in both ways. ``across``: an inverted reference
    designates a prolongation, for which no reference counts. ``both_modes``: there is a reference,
    and letters beside the word are joined to it.
    """

    referenced: tuple[Placement, ...]
    inverted: bool
    raccord: tuple[Raccord, ...]
    across: bool
    both_modes: bool

    @property
    def valid_raccord(self) -> tuple[Raccord, ...]:
        """The places of ``raccord`` where every word formed is admitted."""
        return tuple(raccord for raccord in self.raccord if raccord.placement.is_valid)

    def raccord_at(self, placement: Placement) -> Raccord | None:
        """The raccord that designates this place."""
        return next((one for one in self.raccord if one.placement == placement), None)


def locate(proposal: Proposal) -> Location:
    """Apply 4.3 and the tolerances of 5.3 to one word, from the second turn on."""
    place = proposal.bulletin.place
    named = [placement for placement in proposal.named if placement.is_valid]
    own = [one for one in named if not prolongs(proposal, one)]
    across = any(
        one for one in named if one not in own and one.place.direction != proposal.direction
    )
    return Location(
        referenced=tuple(own),
        inverted=place is not None and place.direction != proposal.direction,
        raccord=_designated_by_letters(proposal),
        across=across,
        both_modes=proposal.bulletin.has_reference and bool(proposal.joined),
    )


def prolongs(proposal: Proposal, placement: Placement) -> bool:
    """Whether it prolongs a placed word so long that the reference is ignored (5.3)."""
    longest = max(map(len, placement.placed), default=0)
    return longest >= proposal.edition.values.prolonged_word


def is_short(proposal: Proposal, raccord: Raccord) -> bool:
    """Whether so few raccord letters locate the word with a warning only (5.5), or slips do."""
    values = proposal.edition.values
    return raccord.slip or (
        raccord.count < values.raccord_letters
        and not has_two_letters(proposal.position, values.raccord_tolerated)
    )


def _designated_by_letters(proposal: Proposal) -> tuple[Raccord, ...]:
    """The places that letters of the grid designate; without any that explains all letters joined
    to the word, those for which there is but one slip, where the edition forgives it."""
    found = _reached_by_letters(proposal)
    if not proposal.edition.values.raccord_slip:
        return found
    if any(raccord.outer == len(proposal.joined) for raccord in found):
        return found
    slipped = tuple(
        replace(reach(proposal, placement), slip=True)
        for placement in proposal.placements
        if has_one_slip(proposal, placement)
    )
    return slipped or found


def _reached_by_letters(proposal: Proposal) -> tuple[Raccord, ...]:
    """The places that the most letters drawn beside the word designate, two letters at least.

    With none of them, grid letters inside the word locate it if there is no legible reference, or
    if it prolongs a placed word; they never stand in for a reference that is wrong (A-12), nor does
    a placed word of two letters for a reference where the word can be laid.
    """
    enough = proposal.edition.values.raccord_tolerated
    if proposal.joined:
        raccords = [reach(proposal, placement) for placement in proposal.placements]
        most = max((raccord.outer for raccord in raccords), default=0)
        kept = [
            raccord
            for raccord in raccords
            if raccord.outer == most and (most or prolongs(proposal, raccord.placement))
        ]
    else:
        legible, itself = proposal.bulletin.place is not None, proposal.stands_for_itself
        kept = [
            reach(proposal, placement)
            for placement in proposal.placements
            if prolongs(proposal, placement)
            or (placement.placed and not itself)
            or (placement.inner >= enough and not legible)
        ]
    return tuple(raccord for raccord in kept if raccord.count >= enough)
