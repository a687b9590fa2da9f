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


def locate(played_word: PlayedWord) -> Location:
    """Apply 4.3 and the tolerances of 5.3 to one word, from the second turn on."""
    referenced = tuple(_list_referenced(played_word))
    has_own_reference = bool(referenced) or not played_word.reference_is_of_another
    return Location(
        referenced=referenced,
        is_inverted=played_word.is_inverted,
        raccords=_list_raccords(played_word),
        has_both_modes=played_word.bulletin.has_reference
        and has_own_reference
        and bool(played_word.joined_squares),
    )


def _list_referenced(played_word: PlayedWord) -> Iterator[Placement]:
    """Yield the valid places of the reference.

    A word that prolongs a placed one locates itself, and its reference is ignored (5.3); but if it
    is written in the wrong direction, only the reference tells the right one.
    """
    for placement in played_word.placements_at_reference:
        if not placement.is_valid:
            continue
        is_across = played_word.is_turned or placement.place.direction != played_word.direction
        if not is_prolongation(played_word, placement) or (
            is_across and not _is_self_locating(played_word)
        ):
            yield placement


def _is_self_locating(played_word: PlayedWord) -> bool:
    as_drawn = () if played_word.is_turned else played_word.valid_placements
    return any(is_prolongation(played_word, placement) for placement in as_drawn)


def is_prolongation(played_word: PlayedWord, placement: Placement) -> bool:
    """Return True if the word prolongs a placed word so long that no reference counts (5.3)."""
    longest = max(map(len, placement.prolonged_words), default=0)
    return longest >= played_word.edition.correction.prolonged_word_length.value


def is_short_raccord(played_word: PlayedWord, raccord: Raccord) -> bool:
    """Return True if the raccord brings a warning (5.5): too short, or a fault of writing."""
    values = played_word.edition.correction
    return raccord.has_one_fault or (
        raccord.count < values.raccord_letters.value
        and not has_letter_count(played_word.position, values.tolerated_raccord_letters.value)
    )


def _list_raccords(played_word: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that letters of the grid designate.

    If no place explains all letters joined to the word, places with a single fault of writing
    count, where the edition forgives it.
    """
    exact_raccords = _list_exact_raccords(played_word)
    if not played_word.edition.correction.faulty_raccord_is_warning.value:
        return exact_raccords
    if any(raccord.outer_count == len(played_word.joined_squares) for raccord in exact_raccords):
        return exact_raccords
    with_fault = tuple(
        replace(trace_raccord(played_word, placement), has_one_fault=True)
        for placement in played_word.placements
        if has_one_fault(played_word, placement)
    )
    return with_fault or exact_raccords


def _list_exact_raccords(played_word: PlayedWord) -> tuple[Raccord, ...]:
    """Return the places that most letters drawn beside the word designate, at least two.

    Without letters beside the word, grid letters inside it locate it if there is no legible
    reference, or if it prolongs a placed word; they never replace a wrong reference (A-12), nor
    does a placed word of two letters where the word can be laid as named, unless the score is
    claimed. Where an illegible reference is a zero (2014: 5.4), only long prolongations are
    located.
    """
    values, bulletin = played_word.edition.correction, played_word.bulletin
    least_count = values.tolerated_raccord_letters.value
    if played_word.joined_squares:
        raccords = [trace_raccord(played_word, placement) for placement in played_word.placements]
        max_outer_count = max((raccord.outer_count for raccord in raccords), default=0)
        located = [
            raccord
            for raccord in raccords
            if raccord.outer_count == max_outer_count
            and (max_outer_count or is_prolongation(played_word, raccord.placement))
        ]
    else:
        playable_as_named = played_word.is_playable_at_reference
        is_illegible = bulletin.has_illegible_reference
        is_refused = is_illegible and values.illegible_reference_is_zero.value
        allows_inner_letters = is_illegible or not bulletin.has_reference
        located = [
            trace_raccord(played_word, placement)
            for placement in played_word.placements
            if is_prolongation(played_word, placement)
            or (
                not is_refused
                and _is_two_letter_prolongation(
                    placement, played_word, playable_as_named=playable_as_named
                )
            )
            or (not is_refused and allows_inner_letters and placement.inner_count >= least_count)
        ]
    return tuple(raccord for raccord in located if raccord.count >= least_count)


def _is_two_letter_prolongation(
    placement: Placement, played_word: PlayedWord, *, playable_as_named: bool
) -> bool:
    """Return True if the word prolongs a placed word of two letters.

    ``playable_as_named``: the word can be laid at the reference, so the score must be claimed.
    """
    return bool(placement.prolonged_words) and (
        not playable_as_named or bool(placement.list_claimed_choices(played_word.claim))
    )
