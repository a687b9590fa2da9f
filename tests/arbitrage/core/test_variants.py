"""Golden cases seen otherwise: what does not matter changes nothing, in any edition."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import LONGEST_LINE, SIDE, Sheet
from arbitrage.core.verdict import Decision
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

from .games import Situation
from .golden import all_cases, golden_case
from .strategies import mixed_sheets

LATER = [case for case in all_cases() if not case.position.is_first]


def _flipped(place: Place) -> str:
    return str(Place(place.col, place.row, place.direction.other))


def _columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _mirrored(old: JudgedPosition, bulletin: Bulletin) -> tuple[JudgedPosition, Bulletin]:
    """Rows and columns change places, on the grid and on the sheet."""
    board = Board.from_rows(list(_columns(tuple(old.board.rows()))))
    reference = _flipped(bulletin.place) if bulletin.place else bulletin.reference
    sheet = Sheet(_columns(bulletin.sheet.rows), _columns(bulletin.sheet.struck))
    return replace(old, board=board), replace(bulletin, sheet=sheet, reference=reference)


def _decisions(position: JudgedPosition, bulletin: Bulletin) -> dict[str, Decision]:
    return {key: correct(position, bulletin, edition).decision for key, edition in EDITIONS.items()}


@cache
def _decided(case_id: str) -> dict[str, Decision]:
    """The case as it is: what every change of it is compared with."""
    case = golden_case(case_id)
    return _decisions(case.position, case.bulletin)


def _mirror_of(decision: Decision) -> Decision:
    place = decision.placement
    return replace(decision, placement=place and _flipped(Place.parse(place)))


def test_a_case_in_the_mirror_is_decided_alike() -> None:
    with every_row() as row:
        for case in LATER:
            with row(case.id):
                assert _decisions(*_mirrored(case.position, case.bulletin)) == {
                    key: _mirror_of(decision) for key, decision in _decided(case.id).items()
                }


@settings(max_examples=100)
@given(mixed_sheets())
def test_a_sheet_of_several_words_in_the_mirror_is_decided_alike(
    example: tuple[Situation, Bulletin],
) -> None:
    situation, bulletin = example
    expected = _decisions(situation.position, bulletin)
    mirrored = _decisions(*_mirrored(situation.position, bulletin))
    assert mirrored == {key: _mirror_of(decision) for key, decision in expected.items()}


def _shifted(bulletin: Bulletin) -> Bulletin:
    """As far down and to the right as the squared part allows."""
    rows = bulletin.sheet.rows
    height, width = len(rows), max(map(len, rows), default=0)
    side = SIDE if min(height, width) > 1 else LONGEST_LINE
    right, down = "." * (side - width), ("",) * (side - height)
    moved = Sheet(
        down + tuple(right + row for row in rows),
        down + tuple(right + row for row in bulletin.sheet.struck),
    )
    return replace(bulletin, sheet=moved)


def _spaced(bulletin: Bulletin) -> Bulletin:
    return replace(bulletin, reference=" " + "  ".join(bulletin.reference.swapcase()) + "\t")


def _accented(bulletin: Bulletin) -> Bulletin:
    rows = tuple(row.replace("E", "É").replace(".", " ") for row in bulletin.sheet.rows)
    return replace(bulletin, sheet=Sheet(rows, bulletin.sheet.struck))


def _padded(bulletin: Bulletin) -> Bulletin:
    readable = bulletin.claim is not None
    return replace(bulletin, score=f" 0{bulletin.score} ") if readable else bulletin


@pytest.mark.parametrize(
    "change", [_shifted, _spaced, _accented, _padded], ids=lambda change: change.__name__
)
def test_what_does_not_matter_changes_nothing(change: Callable[[Bulletin], Bulletin]) -> None:
    with every_row() as row:
        for case in all_cases():
            if change is _spaced and case.bulletin.place is None:
                continue
            with row(case.id):
                changed = change(case.bulletin)
                assert changed.to_key() == case.bulletin.to_key()
                assert _decisions(case.position, changed) == _decided(case.id)
