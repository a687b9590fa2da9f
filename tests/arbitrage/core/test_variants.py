"""Irrelevant changes of golden cases keep the decision in every edition, one edition a case."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import MAX_LINE_LENGTH, SIDE, Sheet
from arbitrage.core.verdict import Decision
from engine.board.board import Board
from engine.board.place import Place
from engine.regulation.editions import EDITIONS
from tests.rows import every_row

from .games import Situation
from .golden import get_golden_case, load_all_cases
from .strategies import mixed_sheets

LATER = [case for case in load_all_cases() if not case.position.is_first]


def _swap_direction(place: Place) -> str:
    return str(Place(place.col, place.row, place.direction.other))


def _to_columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _transpose(old: JudgedPosition, bulletin: Bulletin) -> tuple[JudgedPosition, Bulletin]:
    """Return the case with rows and columns of grid and sheet swapped."""
    board = Board.from_rows(list(_to_columns(tuple(old.board.rows()))))
    reference = _swap_direction(bulletin.place) if bulletin.place else bulletin.reference
    sheet = Sheet(_to_columns(bulletin.sheet.rows), _to_columns(bulletin.sheet.struck))
    return replace(old, board=board), replace(bulletin, sheet=sheet, reference=reference)


def _decide(position: JudgedPosition, bulletin: Bulletin) -> dict[str, Decision]:
    return {key: correct(position, bulletin, edition).decision for key, edition in EDITIONS.items()}


@cache
def _decide_case(case_id: str, edition_key: str) -> Decision:
    """Return the decision on the unchanged case."""
    case = get_golden_case(case_id)
    return correct(case.position, case.bulletin, EDITIONS[edition_key]).decision


def _transpose_reference(decision: Decision) -> Decision:
    place = decision.placement
    return replace(decision, placement=place and _swap_direction(Place.parse(place)))


def test_a_transposed_case_is_decided_alike() -> None:
    with every_row() as row:
        for number, case in enumerate(LATER):
            key, edition = list(EDITIONS.items())[number % len(EDITIONS)]
            with row(f"{case.id}, {key}"):
                decision = correct(*_transpose(case.position, case.bulletin), edition).decision
                assert decision == _transpose_reference(_decide_case(case.id, key))


@settings(max_examples=20)
@given(mixed_sheets())
def test_a_transposed_sheet_of_several_words_is_decided_alike(
    example: tuple[Situation, Bulletin],
) -> None:
    situation, bulletin = example
    expected = _decide(situation.position, bulletin)
    mirrored = _decide(*_transpose(situation.position, bulletin))
    assert mirrored == {key: _transpose_reference(decision) for key, decision in expected.items()}


def _shift(bulletin: Bulletin) -> Bulletin:
    """Return the bulletin with its drawing moved down and to the right."""
    rows = bulletin.sheet.rows
    height, width = len(rows), max(map(len, rows), default=0)
    side = SIDE if min(height, width) > 1 else MAX_LINE_LENGTH
    right, down = "." * (side - width), ("",) * (side - height)
    moved = Sheet(
        down + tuple(right + row for row in rows),
        down + tuple(right + row for row in bulletin.sheet.struck),
    )
    return replace(bulletin, sheet=moved)


def _add_spaces(bulletin: Bulletin) -> Bulletin:
    return replace(bulletin, reference=" " + "  ".join(bulletin.reference.swapcase()) + "\t")


def _add_accents(bulletin: Bulletin) -> Bulletin:
    rows = tuple(row.replace("E", "É").replace(".", " ") for row in bulletin.sheet.rows)
    return replace(bulletin, sheet=Sheet(rows, bulletin.sheet.struck))


def _add_padding(bulletin: Bulletin) -> Bulletin:
    readable = bulletin.claim is not None
    return replace(bulletin, score=f" 0{bulletin.score} ") if readable else bulletin


@pytest.mark.parametrize(
    "change", [_shift, _add_spaces, _add_accents, _add_padding], ids=lambda change: change.__name__
)
def test_irrelevant_changes_keep_the_decision(change: Callable[[Bulletin], Bulletin]) -> None:
    with every_row() as row:
        for number, case in enumerate(load_all_cases()):
            if change is _add_spaces and case.bulletin.place is None:
                continue
            key, edition = list(EDITIONS.items())[number % len(EDITIONS)]
            with row(f"{case.id}, {key}"):
                changed = change(case.bulletin)
                assert changed.to_key() == case.bulletin.to_key()
                decision = correct(case.position, changed, edition).decision
                assert decision == _decide_case(case.id, key)
