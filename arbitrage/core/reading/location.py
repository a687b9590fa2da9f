"""The places that a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..sheets.position import Placement
from .played_word import PlayedWord
from .raccord import Raccord, has_two_letters, trace_raccord
from .raccord_faults import has_one_fault


@dataclass(frozen=True)
class Location:
    """The places designated.

    ``referenced``: the valid places that the reference designates, two of them only if the
    direction or the reference is ``inverted``. ``raccord``: the places, valid or not, that letters
    of the grid designate; a place may be designated in both ways. ``both_modes``: there is a
    reference, and letters beside the word are joined to it. A reference that designates another
    word of the sheet is no second mode of this one: modes are those of one solution (2023: 5.3,
    2017: 4.4).
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
        """Return the raccord that designates this place, or None."""
        return next((raccord for raccord in self.raccord if raccord.placement == placement), None)


def locate(played: PlayedWord) -> Location:
    """Apply 4.3 and the tolerances of 5.3 to one word, from the second turn on."""
    referenced = tuple(_designated_by_reference(played))
    has_own_reference = bool(referenced) or not played.reference_is_of_another
    return Location(
        referenced=referenced,
        inverted=played.is_inverted,
        raccord=_designated_by_letters(played),
        both_modes=played.bulletin.has_reference and has_own_reference and bool(played.joined),
    )


def _designated_by_reference(played: PlayedWord) -> Iterator[Placement]:
    """Yield the valid places of the reference.

    A word that prolongs a placed one locates itself, and its reference is ignored (5.3); but if it
    is written in the wrong direction, only the reference tells the right one.
    """
    for placement in played.named_placements:
        if not placement.is_valid:
            continue
        across = played.turned or placement.place.direction != played.direction
        if not prolongs(played, placement) or (across and not _locates_itself(played)):
            yield placement


def _locates_itself(played: PlayedWord) -> bool:
    as_drawn = () if played.turned else played.valid
    return any(prolongs(played, placement) for placement in as_drawn)


def prolongs(played: PlayedWord, placement: Placement) -> bool:
    """Return True if the word prolongs a placed word long enough for the reference to be ignored
    (5.3).
    """
    longest = max(map(len, placement.placed), default=0)
    return longest >= played.edition.correction.prolonged_word_length.value


def is_short(played: PlayedWord, raccord: Raccord) -> bool:
    """Return True if the word is located with a warning only (5.5): too few raccord letters, or a
    fault of writing.
    """
    values = played.edition.correction
    return raccord.fault or (
        raccord.count < values.raccord_letters.value
        and not has_two_letters(played.position, values.tolerated_raccord_letters.value)
    )


def _designated_by_letters(played: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that letters of the grid designate.

    If no place explains all letters joined to the word, places with a single fault of writing
    count, where the edition forgives it.
    """
    reached = _reached_by_letters(played)
    if not played.edition.correction.faulty_raccord_is_warning.value:
        return reached
    if any(raccord.outer == len(played.joined) for raccord in reached):
        return reached
    with_fault = tuple(
        replace(trace_raccord(played, placement), fault=True)
        for placement in played.placements
        if has_one_fault(played, placement)
    )
    return with_fault or reached


def _reached_by_letters(played: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that the most letters drawn beside the word designate, two letters at
    least.

    With none of them, grid letters inside the word locate it if there is no legible reference, or
    if it prolongs a placed word; they never replace a wrong reference (A-12), nor does a placed
    word of two letters where the word can be laid as named, unless the score is claimed. Where an
    illegible reference is a zero (2014: 5.4), only long prolongations are located.
    """
    values, bulletin = played.edition.correction, played.bulletin
    enough = values.tolerated_raccord_letters.value
    if played.joined:
        raccords = [trace_raccord(played, placement) for placement in played.placements]
        most = max((raccord.outer for raccord in raccords), default=0)
        located = [
            raccord
            for raccord in raccords
            if raccord.outer == most and (most or prolongs(played, raccord.placement))
        ]
    else:
        playable_as_named = played.is_playable_as_named
        illegible = bulletin.has_illegible_reference
        refused = illegible and values.illegible_reference_is_zero.value
        inside = illegible or not bulletin.has_reference
        located = [
            trace_raccord(played, placement)
            for placement in played.placements
            if prolongs(played, placement)
            or (
                not refused
                and _is_located_inside(placement, played, playable_as_named=playable_as_named)
            )
            or (not refused and inside and placement.inner >= enough)
        ]
    return tuple(raccord for raccord in located if raccord.count >= enough)


def _is_located_inside(
    placement: Placement, played: PlayedWord, *, playable_as_named: bool
) -> bool:
    """Return True if the word prolongs a placed word of two letters.

    ``playable_as_named``: the word can be laid at the reference, so the score must be claimed.
    """
    return bool(placement.placed) and (
        not playable_as_named or bool(placement.scoring(played.claim))
    )
