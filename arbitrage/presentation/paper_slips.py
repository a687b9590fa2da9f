"""Slips to be handed over, four on a sheet: the official form of 2019 with its boxes ticked."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import SIDE, Sheet
from arbitrage.core.slip import Box, Notice
from arbitrage.presentation.citations import format_citation
from arbitrage.presentation.drawings import format_written
from arbitrage.presentation.slips import (
    describe_box,
    format_warning_number,
    get_box_label,
    list_lines,
)
from arbitrage.queries.bulletins.received import list_received_from
from arbitrage.queries.slips_on_paper import SlipLine, SlipPoints, load_slip_points
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document

_WARNING = (
    Box.SCORE,
    Box.SHORT_RACCORD,
    Box.INVERSION,
    Box.BOTH_MODES,
    Box.JOKER,
    Box.OTHER_WARNING,
)
_PENALTY = (Box.LOCATION, Box.OTHER_PENALTY)
_ZERO = (
    Box.NOT_ADMITTED,
    Box.INCOMPLETE,
    Box.NO_PLACE,
    Box.NO_PLACE_SCORE,
    Box.FALLACIOUS,
    Box.ILLEGIBLE,
    Box.BLANK_OR_MISSING,
    Box.EXCHANGED,
    Box.LATE,
    Box.IMPOSSIBLE_PLACE,
    Box.WRONG_LETTER,
    Box.DOUBLE_INVERSION,
    Box.OTHER_ZERO,
)
#: Boxes that are indented under the one before.
_INDENTED = frozenset({Box.NO_PLACE_SCORE, Box.FALLACIOUS})


def build_correction_slips(tournament: Tournament, lines: Sequence[SlipLine]) -> Document:
    """Return the document of slips, in the order of ``lines``."""
    bulletins = _read_bulletins(lines)
    points = load_slip_points(lines) if tournament.points_on_slips else {}
    return Document.build_for_tournament(
        "slips",
        tournament,
        _("Billets de correction"),
        slips=[
            _build_form(line, bulletins.get(place), points.get(place))
            for line in lines
            for place in [(line.slip.turn_id, line.slip.entry_id)]
        ],
        side=SIDE,
        words={
            "warning": _("AVERTISSEMENT"),
            "penalty": _("− 5 POINTS"),
            "zero": _("ZÉRO"),
            "bulletin": _("VOTRE BULLETIN"),
            "reference": _("Référence"),
            "score": _("Score"),
        },
    )


def _read_bulletins(lines: Sequence[SlipLine]) -> dict[tuple[int, int], Bulletin]:
    """Return the bulletins of the slips, by turn and entry."""
    turns = {line.slip.turn_id: line.slip.turn for line in lines}
    return {
        (turn.pk, received.entry_id): received.bulletin
        for turn in turns.values()
        for received in list_received_from(
            turn, [line.slip.entry_id for line in lines if line.slip.turn_id == turn.pk]
        )
    }


def _build_form(
    line: SlipLine, bulletin: Bulletin | None, points: SlipPoints | None
) -> dict[str, Any]:
    notice, slip = line.notice, line.slip
    turn = slip.turn
    ticked_boxes = notice.list_boxes()
    number = format_warning_number(notice) or _("Avertissement n°")
    place = {"game": turn.game.number, "turn": turn.number}
    remarks = list_lines(notice) if notice.is_empty else []
    if notice.average:
        remarks.append(f"{get_box_label(Box.AVERAGE)} : {describe_box(Box.AVERAGE, notice)}")
    return {
        "table": _("Table %(n)d") % {"n": line.table},
        "name": slip.entry.name,
        "turn": _("Partie %(game)s, coup %(turn)s") % place,
        "double": _build_box(Box.DOUBLE, notice, ticked_boxes),
        "warning": [_build_box(box, notice, ticked_boxes) for box in _WARNING],
        "number": {"label": number, "on": bool(notice.number)},
        "removed": _build_box(Box.REMOVED, notice, ticked_boxes),
        "penalty": [_build_box(box, notice, ticked_boxes) for box in _PENALTY],
        "zero": [_build_box(box, notice, ticked_boxes) for box in _ZERO],
        "flags": [
            _build_box(box, notice, ticked_boxes) for box in (Box.CHECK_GRID, Box.COMMISSION)
        ],
        "remarks": remarks,
        "article": format_citation(notice.article),
        "rows": _build_squares(bulletin.sheet) if bulletin else [],
        "reference": format_written(bulletin.reference) if bulletin else "–",
        "score": format_written(bulletin.score) if bulletin else "–",
        "points": _format_points(points, turn.score) if points else "",
    }


def _format_points(points: SlipPoints, top: int) -> str:
    text = _("Points : %(points)d · top\u00a0%(top)d · total\u00a0%(total)d")
    return text % {"points": points.points, "top": top, "total": points.total}


def _build_box(box: Box, notice: Notice, ticked_boxes: frozenset[Box]) -> dict[str, Any]:
    is_ticked = box in ticked_boxes
    return {
        "label": get_box_label(box),
        "more": describe_box(box, notice) if is_ticked else "",
        "on": is_ticked,
        "under": box in _INDENTED,
    }


def _build_squares(sheet: Sheet) -> list[list[Mapping[str, Any]]]:
    """Return the letters of the squared part, circled or crossed out."""
    return [
        [
            {
                "letter": "" if letter == "." else letter.upper(),
                "circled": letter.islower(),
                "struck": letter != "." and sheet.is_struck(row_index, col),
            }
            for col, letter in enumerate(row)
        ]
        for row_index, row in enumerate(sheet.rows)
    ]
