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
from ..reading.relations import has_enough_drawn_letters
from ..sheets.drawing import Run
from ..sheets.placements import find_placement_at
from ..verdict import Decision, Verdict

#: Sanctions of a place that is located correctly.
_LOCATED = (Sanction.NONE, Sanction.WARNING)


def judge_turned_sheet(
    judged_bulletin: JudgedBulletin, verdict_as_drawn: Verdict
) -> tuple[JudgedBulletin, Verdict] | None:
    """Return bulletin and verdict with rows read as columns, if only that is located correctly.

    ``verdict_as_drawn`` is the verdict on the sheet as it is drawn.
    """
    if (
        judged_bulletin.position.is_first
        or not judged_bulletin.runs
        or not _can_be_designated(judged_bulletin)
    ):
        return None
    turned = replace(judged_bulletin, is_turned=True)
    if _is_located(verdict_as_drawn.decision) and not _is_by_chance(
        judged_bulletin, turned, verdict_as_drawn.decision
    ):
        return None
    turned_verdict = turned.decide()
    if not _is_located(turned_verdict.decision) or not _is_designated(
        judged_bulletin, turned, turned_verdict
    ):
        return None
    return turned, turned_verdict


def _can_be_designated(judged_bulletin: JudgedBulletin) -> bool:
    """Return True if a reference, or letters of the grid, could designate the word across."""
    place = judged_bulletin.bulletin.place
    if judged_bulletin.has_one_word:
        return _can_prolong(judged_bulletin, judged_bulletin.runs[0])
    if judged_bulletin.edition.correction.turned_raccord_is_warning.value:
        return True
    return place is not None and any(
        _is_named(judged_bulletin, run, place, along=False) for run in judged_bulletin.runs
    )


def _can_prolong(judged_bulletin: JudgedBulletin, run: Run) -> bool:
    """Return True if a single word could prolong a placed one across, in full or cut short.

    Any other word is looked for in both directions as it is drawn
    (``PlayedWord.directions_at_reference``).
    """
    values = judged_bulletin.edition.correction
    min_letters = values.tolerated_raccord_letters.value
    words_placed_across = judged_bulletin.position.list_placed_words(
        run.direction.other, values.prolonged_word_length.value
    )
    return any(
        placed[:min_letters] in run.word or placed[-min_letters:] in run.word
        for _, placed in words_placed_across
    )


def _is_named(judged_bulletin: JudgedBulletin, run: Run, place: Place, *, along: bool) -> bool:
    """Return True if the run can be played at the place named.

    ``along``: only a run in the direction of the reference, otherwise only one across it.
    """
    if (run.direction == place.direction) != along:
        return False
    placement = find_placement_at(judged_bulletin.position, run.word, place)
    return placement is not None and placement.is_valid


def _is_located(decision: Decision) -> bool:
    return decision.sanction in _LOCATED


def _is_by_chance(
    judged_bulletin: JudgedBulletin, turned: JudgedBulletin, decision_as_drawn: Decision
) -> bool:
    """Return True if the sheet as drawn designates its place by chance.

    All connected letters fit the grid when the sheet is turned, and not as it is drawn. Without a
    reference, a score that is correct there designates that place (2017: 4.3.3).
    """
    is_located_by_score = (
        judged_bulletin.bulletin.place is None and Motive.SCORE not in decision_as_drawn.motives
    )
    return (
        not is_located_by_score
        and not _has_fitting_squares(judged_bulletin)
        and _has_fitting_squares(turned)
    )


def _has_fitting_squares(judged_bulletin: JudgedBulletin) -> bool:
    return judged_bulletin.played_word is not None and bool(
        list_fitting_squares(judged_bulletin.played_word)
    )


def _is_designated(
    judged_bulletin: JudgedBulletin, turned: JudgedBulletin, turned_verdict: Verdict
) -> bool:
    """Return True if the bulletin designates the place of the turned sheet.

    The reference names it, and all letters fit there or none are a word along its direction; or
    correct raccord letters designate it.
    """
    place = judged_bulletin.bulletin.place
    if place and turned_verdict.decision.placement == str(place):
        return _has_fitting_squares(turned) or not any(
            has_enough_drawn_letters(run, judged_bulletin.position, judged_bulletin.edition)
            or _is_named(judged_bulletin, run, place, along=True)
            for run in judged_bulletin.runs
            if run.direction == place.direction
        )
    retained = next((reading for reading in turned_verdict.readings if reading.retained), None)
    if (
        not judged_bulletin.edition.correction.turned_raccord_is_warning.value
        or not retained
        or not turned.played_word
    ):
        return False
    awarded_place = Place.parse(retained.placement)
    if retained.route != Route.RACCORD or _is_doubly_inverted(awarded_place, place):
        return False
    if turned.played_word.joined_squares:
        return _has_fitting_squares(turned) and not _has_fitting_squares(judged_bulletin)
    placement = find_placement_at(judged_bulletin.position, retained.word.upper(), awarded_place)
    exact = Motive.SCORE not in retained.motives
    return (
        placement is not None
        and is_prolongation(turned.played_word, placement)
        and (
            exact
            or not any(played_word.is_playable for played_word in judged_bulletin.words_played)
        )
    )


def _is_doubly_inverted(awarded_place: Place, place: Place | None) -> bool:
    """Return True if the reference names the same square in the direction that is drawn.

    Reference and direction are then both inverted, a zero (5.4).
    """
    return place is not None and (awarded_place.row, awarded_place.col) == (place.row, place.col)
