"""A sheet drawn in the wrong direction as a whole: the word, and the letters beside it.

The wrong direction is tolerated beside a correct reference (2023: 5.3); up to 2019 raccord letters
that are correct otherwise suffice as well (2017: 5.2, A-28).
"""

from dataclasses import replace

from engine.board.place import Place

from ..codes import Motive, Route, Sanction
from ..judged_bulletin import JudgedBulletin
from ..reading.location import is_prolongation
from ..reading.raccord import list_fitting_squares
from ..reading.relations import can_be_played
from ..sheets.drawing import Run
from ..sheets.placements import find_placement_at
from ..verdict import Decision, Verdict

#: Sanctions of a place that is located correctly.
_LOCATED = (Sanction.NONE, Sanction.WARNING)


def read_turned(judged: JudgedBulletin, drawn: Verdict) -> tuple[JudgedBulletin, Verdict] | None:
    """Return bulletin and verdict with rows read as columns, if only that is located correctly.

    ``drawn`` is the verdict on the sheet as it is drawn.
    """
    if judged.position.is_first or not judged.runs or not _can_be_designated(judged):
        return None
    turned = replace(judged, is_turned=True)
    if _is_located(drawn.decision) and not _is_by_chance(judged, turned, drawn.decision):
        return None
    turned_verdict = turned.decide()
    if not _is_located(turned_verdict.decision) or not _is_designated(
        judged, turned, turned_verdict
    ):
        return None
    return turned, turned_verdict


def _can_be_designated(judged: JudgedBulletin) -> bool:
    """Return True if a reference, or letters of the grid, could designate the word across."""
    place = judged.bulletin.place
    if judged.has_one_word:
        return _can_prolong(judged, judged.runs[0])
    if judged.edition.correction.turned_raccord_is_warning.value:
        return True
    return place is not None and any(
        _is_named(judged, run, place, along=False) for run in judged.runs
    )


def _can_prolong(judged: JudgedBulletin, run: Run) -> bool:
    """Return True if a single word could prolong a placed one across, in full or cut short.

    Any other word is looked for in both directions as it is drawn (``PlayedWord.cell_directions``).
    """
    values = judged.edition.correction
    min_letters = values.tolerated_raccord_letters.value
    across = judged.position.list_placed_words(
        run.direction.other, values.prolonged_word_length.value
    )
    return any(
        placed[:min_letters] in run.word or placed[-min_letters:] in run.word
        for _, placed in across
    )


def _is_named(judged: JudgedBulletin, run: Run, place: Place, *, along: bool) -> bool:
    """Return True if the run can be played at the place named.

    ``along``: only a run in the direction of the reference, otherwise only one across it.
    """
    if (run.direction == place.direction) != along:
        return False
    placement = find_placement_at(judged.position, run.word, place)
    return placement is not None and placement.is_valid


def _is_located(decision: Decision) -> bool:
    return decision.sanction in _LOCATED


def _is_by_chance(judged: JudgedBulletin, turned: JudgedBulletin, drawn: Decision) -> bool:
    """Return True if the sheet as drawn designates its place by chance.

    All connected letters fit the grid when the sheet is turned, and not as it is drawn. Without a
    reference, a score that is correct there designates that place (2017: 4.3.3).
    """
    is_told_by_score = judged.bulletin.place is None and Motive.SCORE not in drawn.motives
    return (
        not is_told_by_score and not _has_fitting_squares(judged) and _has_fitting_squares(turned)
    )


def _has_fitting_squares(judged: JudgedBulletin) -> bool:
    return judged.played is not None and bool(list_fitting_squares(judged.played))


def _is_designated(judged: JudgedBulletin, turned: JudgedBulletin, turned_verdict: Verdict) -> bool:
    """Return True if the bulletin designates the place of the turned sheet.

    The reference names it, and all letters fit there or none are a word along its direction; or
    correct raccord letters designate it.
    """
    place = judged.bulletin.place
    if place and turned_verdict.decision.placement == str(place):
        return _has_fitting_squares(turned) or not any(
            can_be_played(run, judged.position, judged.edition)
            or _is_named(judged, run, place, along=True)
            for run in judged.runs
            if run.direction == place.direction
        )
    retained = next((reading for reading in turned_verdict.readings if reading.retained), None)
    if (
        not judged.edition.correction.turned_raccord_is_warning.value
        or not retained
        or not turned.played
    ):
        return False
    awarded_place = Place.parse(retained.placement)
    if retained.route != Route.RACCORD or _is_doubly_inverted(awarded_place, place):
        return False
    if turned.played.joined_squares:
        return _has_fitting_squares(turned) and not _has_fitting_squares(judged)
    placement = find_placement_at(judged.position, retained.word.upper(), awarded_place)
    exact = Motive.SCORE not in retained.motives
    return (
        placement is not None
        and is_prolongation(turned.played, placement)
        and (exact or not any(played.is_playable for played in judged.words_played))
    )


def _is_doubly_inverted(awarded_place: Place, place: Place | None) -> bool:
    """Return True if the reference names the same square in the direction that is drawn.

    Reference and direction are then both inverted, a zero (5.4).
    """
    return place is not None and (awarded_place.row, awarded_place.col) == (place.row, place.col)
