"""A run of the sheet taken as the word played, and the places where it can lie (5.2.1)."""

from dataclasses import dataclass
from functools import cached_property

from engine.board.place import Direction, Place
from engine.regulation.edition import Edition

from ..bulletin import Bulletin
from ..sheets.drawing import Drawing, Run
from ..sheets.placements import find_placement_at, list_fitting_placements, list_placements
from ..sheets.position import JudgedPosition, Placement
from ..sheets.sheet import SquareAt


@dataclass(frozen=True, eq=False)
class PlayedWord:
    """A run of the sheet taken as the word played (5.2.1).

    ``is_alone``: no other word is on the sheet, so letters that are neither of this one nor raccord
    are parasites. ``is_turned``: the sheet shows it in the other direction. ``other_places``:
    places at which the sheet shows the same word again, which are not its own.
    ``reference_is_of_another``: the reference designates another word of the sheet.
    """

    position: JudgedPosition
    bulletin: Bulletin
    edition: Edition
    drawing: Drawing
    run: Run
    is_alone: bool = True
    is_turned: bool = False
    other_places: frozenset[Place] = frozenset()
    reference_is_of_another: bool = False

    @property
    def word(self) -> str:
        """The word in upper case."""
        return self.run.word

    @property
    def direction(self) -> Direction:
        """The direction in which the word is written."""
        return self.run.direction

    @property
    def claim(self) -> int | None:
        """The score claimed."""
        return self.bulletin.claim

    @cached_property
    def joined_squares(self) -> frozenset[SquareAt]:
        """Squares of the sheet beside the word whose letters are connected to it."""
        return self.drawing.list_joined_squares(self.run)

    @cached_property
    def parasites(self) -> str:
        """The letters not connected to the word; they are no second mode of location (B-03)."""
        other_marks = self.drawing.get_other_marks(self.run)
        return "".join(
            char.upper()
            for square, char in other_marks.items()
            if square not in self.joined_squares
        )

    @cached_property
    def most_new_tiles(self) -> int:
        """The most new tiles that the word can take on the grid, in the written direction."""
        return max((len(placement.new_indexes) for placement in self.placements), default=0)

    @property
    def is_admitted(self) -> bool:
        """True if the word is in the list (5.1)."""
        return self.word in self.position.words

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The geometric placements with contact in the written direction."""
        return tuple(list_placements(self.position, self.word, self.direction))

    @cached_property
    def is_layable_somewhere(self) -> bool:
        """True if grid and rack let the word be laid somewhere, in either direction."""
        other_placements = list_placements(self.position, self.word, self.direction.other)
        return bool(self.placements) or any(True for _ in other_placements)

    @property
    def is_inverted(self) -> bool:
        """True if sheet and reference have different directions, or the sheet is turned."""
        place = self.bulletin.place
        return self.is_turned or (place is not None and place.direction != self.direction)

    @property
    def is_on_grid_somewhere(self) -> bool:
        """True if the grid lets the word be laid somewhere, whatever the rack."""
        return any(
            list_fitting_placements(self.position, self.word, direction) for direction in Direction
        )

    @cached_property
    def valid_placements(self) -> tuple[Placement, ...]:
        """The valid placements in the written direction."""
        return tuple(placement for placement in self.placements if placement.is_valid)

    @property
    def is_playable(self) -> bool:
        """True if the word is valid somewhere, in the written direction."""
        return bool(self.valid_placements)

    @cached_property
    def claimed_placements(self) -> tuple[Placement, ...]:
        """The valid placements in the written direction that are worth the claim (5.3.3)."""
        if self.is_turned:
            return ()
        return tuple(
            placement
            for placement in self.valid_placements
            if placement.place not in self.other_places
            and placement.list_claimed_choices(self.claim)
        )

    @cached_property
    def invalid_claimed_placements(self) -> tuple[Placement, ...]:
        """Placements worth the claim and invalid by a cross word only.

        They are *raccordements fallacieux* if plausible (reading B-07).
        """
        if self.claim is None or not self.is_admitted or self.is_turned:
            return ()
        return tuple(
            placement
            for placement in self.placements
            if placement.bad_cross_words and placement.list_claimed_choices(self.claim)
        )

    @property
    def directions_at_reference(self) -> tuple[Direction, ...]:
        """The directions in which the word is looked for at the reference.

        The written one, and that of the reference if it is another (5.3).
        """
        place = self.bulletin.place
        if place is None:
            return ()
        if place.direction == self.direction:
            return (self.direction,)
        if self.is_turned:
            return ()
        return (self.direction, self.direction.other)

    @cached_property
    def placements_at_reference(self) -> tuple[Placement, ...]:
        """The placements that fit on the grid at the reference, formable or not."""
        candidates = (
            self.find_placement_at_reference(direction)
            for direction in self.directions_at_reference
        )
        return tuple(placement for placement in candidates if placement)

    @property
    def is_playable_at_reference(self) -> bool:
        """True if the word, as it is written, can be laid at the reference."""
        return any(
            placement.is_formable and placement.has_contact
            for placement in self.placements_at_reference
        )

    def find_placement_at_reference(self, direction: Direction) -> Placement | None:
        """Return the word laid in this direction from the cell of the reference, or None."""
        place = self.bulletin.place
        if place is None:
            return None
        return find_placement_at(self.position, self.word, Place(place.row, place.col, direction))

    @cached_property
    def doubly_inverted_placement(self) -> Placement | None:
        """The valid place meant if both reference and direction are inverted (5.3).

        None where the place named is valid itself.
        """
        place = self.bulletin.place
        if place is None or self.is_inverted:
            return None
        if any(placement.is_valid for placement in self.placements_at_reference):
            return None
        candidate = self.find_placement_at_reference(self.direction.other)
        return candidate if candidate and candidate.is_valid else None
