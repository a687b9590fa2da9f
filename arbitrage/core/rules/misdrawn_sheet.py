"""A sheet drawn in the wrong direction as a whole: the word, and the letters beside it.

The wrong direction is tolerated beside a reference that is right (2023: 5.3); up to 2019 raccord
letters that are right otherwise do as well (2017: 5.2, A-28).
"""

from dataclasses import replace

from engine.board.place import Place

from ..case import Case, may_be_played
from ..codes import Motive, Route, Sanction
from ..reading.location import prolongs
from ..reading.raccord import whole_fits
from ..sheets.drawing import Run
from ..sheets.placements import placement_at
from ..verdict import Decision, Verdict

#: What is paid for a place that is located correctly.
_LOCATED = (Sanction.NONE, Sanction.WARNING)


def meant_across(case: Case, drawn: Verdict) -> tuple[Case, Verdict] | None:
    """What the sheet says with rows read for columns, if that is located correctly and the sheet
    as it is drawn (``drawn``) is not."""
    if case.position.is_first or not case.runs or not _may_be_told(case):
        return None
    turned = replace(case, turned=True)
    if _is_located(drawn.decision) and not _is_by_chance(case, turned, drawn.decision):
        return None
    meant = turned.decide()
    if not _is_located(meant.decision) or not _is_told(case, turned, meant):
        return None
    return turned, meant


def _may_be_told(case: Case) -> bool:
    """Whether there is a reference to a word drawn across its direction, or nothing else is needed
    than letters of the grid."""
    place = case.bulletin.place
    if case.is_one_word:
        return _may_prolong(case, case.runs[0])
    if case.edition.correction.raccord_may_be_turned.value:
        return True
    return place is not None and any(_is_named(case, run, place, along=False) for run in case.runs)


def _may_prolong(case: Case, run: Run) -> bool:
    """Whether a word that is alone may prolong a placed one across, in full or cut short; any
    other is looked for in both directions as it is drawn (``Proposal.cell_directions``)."""
    values = case.edition.correction
    least = values.raccord_tolerated.value
    across = case.position.placed_words(run.direction.other, values.prolonged_word.value)
    return any(placed[:least] in run.word or placed[-least:] in run.word for _, placed in across)


def _is_named(case: Case, run: Run, place: Place, *, along: bool) -> bool:
    """Whether the run, drawn along the direction of the reference or across it, can be played at
    the place named."""
    if (run.direction == place.direction) != along:
        return False
    laid = placement_at(case.position, run.word, place)
    return laid is not None and laid.is_valid


def _is_located(decision: Decision) -> bool:
    return decision.sanction in _LOCATED


def _is_by_chance(case: Case, turned: Case, drawn: Decision) -> bool:
    """Whether the place found for what is drawn is one of chance: all that hangs together fits the
    grid when it is turned, and not as it is drawn. Without a reference, a score that is right for
    it tells that place (2017: 4.3.3)."""
    told = case.bulletin.place is None and Motive.SCORE not in drawn.motives
    return not told and not _fits(case) and _fits(turned)


def _fits(case: Case) -> bool:
    return case.played is not None and bool(whole_fits(case.played))


def _is_told(case: Case, turned: Case, meant: Verdict) -> bool:
    """Whether the reference names the place, and all letters fit there or none are a word along
    its direction; or raccord letters tell it that are all right."""
    place = case.bulletin.place
    if place and meant.decision.placement == str(place):
        return _fits(turned) or not any(
            may_be_played(run, case.position, case.edition)
            or _is_named(case, run, place, along=True)
            for run in case.runs
            if run.direction == place.direction
        )
    paid = next((one for one in meant.readings if one.retained), None)
    if not case.edition.correction.raccord_may_be_turned.value or not paid or not turned.played:
        return False
    there = Place.parse(paid.placement)
    if paid.route != Route.RACCORD or _is_doubly_inverted(there, place):
        return False
    if turned.played.joined:
        return _fits(turned) and not _fits(case)
    laid = placement_at(case.position, paid.word.upper(), there)
    exact = Motive.SCORE not in paid.motives
    return (
        laid is not None
        and prolongs(turned.played, laid)
        and (exact or not any(one.is_playable for one in case.words_played))
    )


def _is_doubly_inverted(there: Place, place: Place | None) -> bool:
    """Whether the reference names the same square in the direction that is drawn: reference and
    direction are both inverted, a zero (5.4)."""
    return place is not None and (there.row, there.col) == (place.row, place.col)
