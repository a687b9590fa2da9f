"""The places that a bulletin designates, by its reference or by letters of the grid (4.3, 5.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..sheets.position import Placement
from .played_word import PlayedWord
from .raccord import Raccord, has_letter_count, trace_raccord
from .raccord_faults import has_one_fault


@dataclass(frozen=True)
class Location:
    """The places designated.

    ``referenced``: the valid places that the reference designates, two of them only if the
    direction or the reference is inverted. ``raccords``: the places, valid or not, that letters
    of the grid designate; a place may be designated in both ways. ``has_both_modes``: there is a
    reference, and letters beside the word are joined to it. A reference that designates another
    word of the sheet is no second mode of this one: modes are those of one solution (2023: 5.3,
    2017: 4.4).
    """

    referenced: tuple[Placement, ...]
    is_inverted: bool
    raccords: tuple[Raccord, ...]
    has_both_modes: bool

    @property
    def valid_raccords(self) -> tuple[Raccord, ...]:
        """The places of ``raccords`` where every word formed is admitted."""
        return tuple(raccord for raccord in self.raccords if raccord.placement.is_valid)

    def find_raccord_at(self, placement: Placement) -> Raccord | None:
        """Return the raccord that designates this place, or None."""
        return next((raccord for raccord in self.raccords if raccord.placement == placement), None)


def locate(played: PlayedWord) -> Location:
    """Apply 4.3 and the tolerances of 5.3 to one word, from the second turn on."""
    referenced = tuple(_list_referenced(played))
    has_own_reference = bool(referenced) or not played.reference_is_of_another
    return Location(
        referenced=referenced,
        is_inverted=played.is_inverted,
        raccords=_list_raccords(played),
        has_both_modes=played.bulletin.has_reference
        and has_own_reference
        and bool(played.joined_squares),
    )


def _list_referenced(played: PlayedWord) -> Iterator[Placement]:
    """Yield the valid places of the reference.

    A word that prolongs a placed one locates itself, and its reference is ignored (5.3); but if it
    is written in the wrong direction, only the reference tells the right one.
    """
    for placement in played.named_placements:
        if not placement.is_valid:
            continue
        across = played.is_turned or placement.place.direction != played.direction
        if not is_prolongation(played, placement) or (across and not _is_self_locating(played)):
            yield placement


def _is_self_locating(played: PlayedWord) -> bool:
    as_drawn = () if played.is_turned else played.valid_placements
    return any(is_prolongation(played, placement) for placement in as_drawn)


def is_prolongation(played: PlayedWord, placement: Placement) -> bool:
    """Return True if the word prolongs a placed word so long that no reference counts (5.3)."""
    longest = max(map(len, placement.prolonged_words), default=0)
    return longest >= played.edition.correction.prolonged_word_length.value


def is_short(played: PlayedWord, raccord: Raccord) -> bool:
    """Return True if the raccord brings a warning (5.5): too short, or a fault of writing."""
    values = played.edition.correction
    return raccord.has_one_fault or (
        raccord.count < values.raccord_letters.value
        and not has_letter_count(played.position, values.tolerated_raccord_letters.value)
    )


def _list_raccords(played: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that letters of the grid designate.

    If no place explains all letters joined to the word, places with a single fault of writing
    count, where the edition forgives it.
    """
    reached = _list_exact_raccords(played)
    if not played.edition.correction.faulty_raccord_is_warning.value:
        return reached
    if any(raccord.outer_count == len(played.joined_squares) for raccord in reached):
        return reached
    with_fault = tuple(
        replace(trace_raccord(played, placement), has_one_fault=True)
        for placement in played.placements
        if has_one_fault(played, placement)
    )
    return with_fault or reached


def _list_exact_raccords(played: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that most letters drawn beside the word designate, at least two.

    Without letters beside the word, grid letters inside it locate it if there is no legible
    reference, or if it prolongs a placed word; they never replace a wrong reference (A-12), nor
    does a placed word of two letters where the word can be laid as named, unless the score is
    claimed. Where an illegible reference is a zero (2014: 5.4), only long prolongations are
    located.
    """
    values, bulletin = played.edition.correction, played.bulletin
    least_count = values.tolerated_raccord_letters.value
    if played.joined_squares:
        raccords = [trace_raccord(played, placement) for placement in played.placements]
        most = max((raccord.outer_count for raccord in raccords), default=0)
        located = [
            raccord
            for raccord in raccords
            if raccord.outer_count == most and (most or is_prolongation(played, raccord.placement))
        ]
    else:
        playable_as_named = played.is_playable_as_named
        is_illegible = bulletin.has_illegible_reference
        is_refused = is_illegible and values.illegible_reference_is_zero.value
        counts_inside = is_illegible or not bulletin.has_reference
        located = [
            trace_raccord(played, placement)
            for placement in played.placements
            if is_prolongation(played, placement)
            or (
                not is_refused
                and _is_located_inside(placement, played, playable_as_named=playable_as_named)
            )
            or (not is_refused and counts_inside and placement.inner_count >= least_count)
        ]
    return tuple(raccord for raccord in located if raccord.count >= least_count)


def _is_located_inside(
    placement: Placement, played: PlayedWord, *, playable_as_named: bool
) -> bool:
    """Return True if the word prolongs a placed word of two letters.

    ``playable_as_named``: the word can be laid at the reference, so the score must be claimed.
    """
    return bool(placement.prolonged_words) and (
        not playable_as_named or bool(placement.list_claimed_choices(played.claim))
    )
