"""Which places a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from dataclasses import dataclass

from .placements import Placement
from .position import Position
from .proposal import Proposal


@dataclass(frozen=True)
class Location:
    """``referenced``: the valid places that the reference designates, two of them only if the
    direction or the reference is inverted. ``raccord``: the places, valid or not, that the letters
    of the grid inside the word designate. ``across``: an inverted reference designates a
    prolongation, for which no reference counts.
    """

    referenced: tuple[Placement, ...]
    inverted: bool
    raccord: tuple[Placement, ...]
    across: bool = False

    @property
    def valid_raccord(self) -> tuple[Placement, ...]:
        """The places of ``raccord`` where every word formed is admitted."""
        return tuple(placement for placement in self.raccord if placement.is_valid)


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
        raccord=tuple(one for one in _by_inner_letters(proposal) if one not in own),
        across=across,
    )


def prolongs(proposal: Proposal, placement: Placement) -> bool:
    """Whether it prolongs a placed word so long that the reference is ignored (5.3)."""
    longest = max(map(len, placement.placed), default=0)
    return longest >= proposal.edition.values.prolonged_word


def is_short(proposal: Proposal, placement: Placement) -> bool:
    """Whether its raccord locates it with a warning only (5.5)."""
    values = proposal.edition.values
    return placement.inner < values.raccord_letters and not _two_letters_on_grid(
        proposal.position, values.raccord_tolerated
    )


def _by_inner_letters(proposal: Proposal) -> tuple[Placement, ...]:
    """Grid letters inside the word are raccord letters (4.3.2). They locate it if there is no
    legible reference, or if it prolongs a placed word; they never stand in for a reference that
    is wrong (readings A-12, B-04, B-05)."""
    enough = proposal.edition.values.raccord_tolerated
    if proposal.bulletin.place is None:
        return tuple(one for one in proposal.placements if one.inner >= enough)
    return tuple(one for one in proposal.placements if one.placed)


def _two_letters_on_grid(position: Position, letters: int) -> bool:
    """Second turn after a first word of two letters: there are no three letters to write."""
    on_grid = sum(char.isalpha() for row in position.board.rows() for char in row)
    return on_grid == letters
