"""Which places a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..sheets.position import Placement
from .played_word import PlayedWord
from .raccord import Raccord, has_two_letters, reach
from .raccord_faults import has_one_fault


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


def locate(played: PlayedWord) -> Location:
    """Apply 4.3 and the tolerances of 5.3 to one word, from the second turn on."""
    return Location(
        referenced=tuple(_designated_by_reference(played)),
        inverted=played.is_inverted,
        raccord=_designated_by_letters(played),
        both_modes=played.bulletin.has_reference and bool(played.joined),
    )


def _designated_by_reference(played: PlayedWord) -> Iterator[Placement]:
    """A word that prolongs a placed one locates itself, and its reference is ignored (5.3); but
    if it is written in the wrong direction, nothing else than the reference tells the right one."""
    for placement in played.named:
        if not placement.is_valid:
            continue
        across = played.turned or placement.place.direction != played.direction
        if not prolongs(played, placement) or (across and not _locates_itself(played)):
            yield placement


def _locates_itself(played: PlayedWord) -> bool:
    as_drawn = () if played.turned else played.valid
    return any(prolongs(played, placement) for placement in as_drawn)


def prolongs(played: PlayedWord, placement: Placement) -> bool:
    """Whether it prolongs a placed word so long that the reference is ignored (5.3)."""
    longest = max(map(len, placement.placed), default=0)
    return longest >= played.edition.correction.prolonged_word.value


def is_short(played: PlayedWord, raccord: Raccord) -> bool:
    """Whether so few raccord letters, or a fault of writing, let the word be located with a
    warning only (5.5)."""
    values = played.edition.correction
    return raccord.fault or (
        raccord.count < values.raccord_letters.value
        and not has_two_letters(played.position, values.raccord_tolerated.value)
    )


def _designated_by_letters(played: PlayedWord) -> tuple[Raccord, ...]:
    """The places that letters of the grid designate; without any that explains all letters joined
    to the word, those for which there is but one fault, where the edition forgives it."""
    found = _reached_by_letters(played)
    if not played.edition.correction.raccord_fault.value:
        return found
    if any(raccord.outer == len(played.joined) for raccord in found):
        return found
    slipped = tuple(
        replace(reach(played, placement), fault=True)
        for placement in played.placements
        if has_one_fault(played, placement)
    )
    return slipped or found


def _reached_by_letters(played: PlayedWord) -> tuple[Raccord, ...]:
    """The places that the most letters drawn beside the word designate, two letters at least.

    With none of them, grid letters inside the word locate it if there is no legible reference, or
    if it prolongs a placed word; they never stand in for a reference that is wrong (A-12), nor does
    a placed word of two letters where the word can be laid as named, but for the score claimed.
    Where an illegible reference is a zero (2014: 5.4), it is one for all but long prolongations.
    """
    values, bulletin = played.edition.correction, played.bulletin
    enough = values.raccord_tolerated.value
    if played.joined:
        raccords = [reach(played, placement) for placement in played.placements]
        most = max((raccord.outer for raccord in raccords), default=0)
        kept = [
            raccord
            for raccord in raccords
            if raccord.outer == most and (most or prolongs(played, raccord.placement))
        ]
    else:
        itself = played.stands_for_itself
        illegible = bulletin.has_illegible_reference
        refused = illegible and values.illegible_reference_is_zero.value
        inside = illegible or not bulletin.has_reference
        kept = [
            reach(played, placement)
            for placement in played.placements
            if prolongs(played, placement)
            or (not refused and _is_located_inside(placement, played, itself=itself))
            or (not refused and inside and placement.inner >= enough)
        ]
    return tuple(raccord for raccord in kept if raccord.count >= enough)


def _is_located_inside(placement: Placement, played: PlayedWord, *, itself: bool) -> bool:
    """Whether it prolongs a placed word of two letters; ``itself``: the word can be laid as
    named."""
    return bool(placement.placed) and (not itself or bool(placement.scoring(played.claim)))
