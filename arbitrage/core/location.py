"""Which places a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .position import Placement
from .proposal import Proposal
from .raccord import Raccord, has_two_letters, reach
from .slips import has_one_slip


@dataclass(frozen=True)
class Location:
    """``referenced``: the valid places that the reference designates, two of them only if the
    direction or the reference is ``inverted``. ``raccord``: the places, valid or not, that letters
    of the grid designate; a place may be designated in both ways. ``both_modes``: there is a
    reference, and letters beside the word are joined to it.
    """

    referenced: tuple[Placement, ...]
    inverted: bool
    raccord: tuple[Raccord, ...]
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
    return Location(
        referenced=tuple(_designated_by_reference(proposal)),
        inverted=proposal.is_inverted,
        raccord=_designated_by_letters(proposal),
        both_modes=proposal.bulletin.has_reference and bool(proposal.joined),
    )


def _designated_by_reference(proposal: Proposal) -> Iterator[Placement]:
    """A word that prolongs a placed one locates itself, and its reference is ignored (5.3); but
    if it is written in the wrong direction, nothing else than the reference tells the right one."""
    for placement in proposal.named:
        if not placement.is_valid:
            continue
        across = proposal.turned or placement.place.direction != proposal.direction
        if not prolongs(proposal, placement) or (across and not _locates_itself(proposal)):
            yield placement


def _locates_itself(proposal: Proposal) -> bool:
    as_drawn = () if proposal.turned else proposal.valid
    return any(prolongs(proposal, placement) for placement in as_drawn)


def prolongs(proposal: Proposal, placement: Placement) -> bool:
    """Whether it prolongs a placed word so long that the reference is ignored (5.3)."""
    longest = max(map(len, placement.placed), default=0)
    return longest >= proposal.edition.correction.prolonged_word.value


def is_short(proposal: Proposal, raccord: Raccord) -> bool:
    """Whether so few raccord letters locate the word with a warning only (5.5), or slips do."""
    values = proposal.edition.correction
    return raccord.slip or (
        raccord.count < values.raccord_letters.value
        and not has_two_letters(proposal.position, values.raccord_tolerated.value)
    )


def _designated_by_letters(proposal: Proposal) -> tuple[Raccord, ...]:
    """The places that letters of the grid designate; without any that explains all letters joined
    to the word, those for which there is but one slip, where the edition forgives it."""
    found = _reached_by_letters(proposal)
    if not proposal.edition.correction.raccord_slip.value:
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
    a placed word of two letters where the word can be laid as named, but for the score claimed.
    Where an illegible reference is a zero (2014: 5.4), it is one for all but long prolongations.
    """
    values, bulletin = proposal.edition.correction, proposal.bulletin
    enough = values.raccord_tolerated.value
    if proposal.joined:
        raccords = [reach(proposal, placement) for placement in proposal.placements]
        most = max((raccord.outer for raccord in raccords), default=0)
        kept = [
            raccord
            for raccord in raccords
            if raccord.outer == most and (most or prolongs(proposal, raccord.placement))
        ]
    else:
        itself = proposal.stands_for_itself
        illegible = bulletin.has_illegible_reference
        refused = illegible and values.illegible_reference_is_zero.value
        inside = illegible or not bulletin.has_reference
        kept = [
            reach(proposal, placement)
            for placement in proposal.placements
            if prolongs(proposal, placement)
            or (not refused and _is_located_inside(placement, proposal, itself=itself))
            or (not refused and inside and placement.inner >= enough)
        ]
    return tuple(raccord for raccord in kept if raccord.count >= enough)


def _is_located_inside(placement: Placement, proposal: Proposal, *, itself: bool) -> bool:
    """Whether it prolongs a placed word of two letters; ``itself``: the word can be laid as
    named."""
    return bool(placement.placed) and (not itself or bool(placement.scoring(proposal.claim)))
