"""A bulletin as written: reference, score and normal form."""

import json

import pytest

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.errors import BadBulletin, UnreadableSheet
from arbitrage.core.sheets.sheet import Sheet
from engine.board.place import Direction, Place
from tests.rows import every_row

WORD = Sheet.from_word("MOT", Direction.HORIZONTAL)


def test_spaces_and_case_of_the_reference_do_not_matter() -> None:
    with every_row() as each:
        for text in (
            "H4",
            "h 4",
            " H  4 ",
            "h04",
        ):
            with each(text):
                bulletin = Bulletin(WORD, text, "12")

                assert bulletin.place == Place(7, 3, Direction.HORIZONTAL)
                assert bulletin.to_key() == Bulletin(WORD, "H4", "12").to_key()


def test_signs_around_a_legible_reference_do_not_matter() -> None:
    with every_row() as each:
        for text in (
            "H-4",
            "H, 4",
            "(H4)",
            "H004",
            "h.4",
            "« H 4 »",
            "[H/4]",
            "H_4.",
            "- H 4 -",
            "H : 4",
        ):
            with each(text):
                assert Bulletin(WORD, text).place == Place(7, 3, Direction.HORIZONTAL)
                assert Bulletin(WORD, text).to_key() == Bulletin(WORD, "H4").to_key()


def test_a_reference_that_cannot_be_read_is_illegible() -> None:
    with every_row() as each:
        for text in (
            "illegible",
            "HH",
            "4",
            "?",
            "H-",
            "H4H",
            "4H4",
            "1-0H",
            "H104",
        ):
            with each(text):
                bulletin = Bulletin(WORD, text, "12")

                assert (bulletin.place, bulletin.place_off_grid) == (None, None)
                assert bulletin.has_illegible_reference
                assert bulletin.to_key() == Bulletin(WORD, "illegible", "12").to_key()


def test_a_reference_beside_the_grid_is_wrong_and_not_illegible() -> None:
    with every_row() as each:
        for text in (
            "P4",
            "H16",
            "H0",
            "16-H",
            "(0 H)",
            "Z99",
        ):
            with each(text):
                bulletin = Bulletin(WORD, text, "12")

                assert bulletin.place is None
                assert bulletin.place_off_grid
                assert bulletin.has_reference
                assert not bulletin.has_illegible_reference
                assert bulletin.to_key() != Bulletin(WORD, "illegible", "12").to_key()


def test_a_score_is_read_as_a_number() -> None:
    with every_row() as each:
        for text, claim in (
            ("12", 12),
            (" 1 2 ", 12),
            ("012", 12),
            ("0", 0),
        ):
            with each(text):
                assert Bulletin(WORD, "", text).claim == claim
                assert Bulletin(WORD, "", text).to_key() == Bulletin(WORD, "", str(claim)).to_key()


def test_signs_and_units_around_a_legible_score_do_not_matter() -> None:
    with every_row() as each:
        for text in (
            "12 pts",
            "=12",
            "12.",
            "12 points",
            "(12)",
            "+12",
            "12P",
            "Score : 12",
            "012 pt.",
        ):
            with each(text):
                assert Bulletin(WORD, "", text).claim == 12
                assert Bulletin(WORD, "", text).to_key() == Bulletin(WORD, "", "12").to_key()


def test_a_score_that_is_no_number_is_illegible() -> None:
    with every_row() as each:
        for text in (
            "illegible",
            "-5",
            "12.5",
            "douze",
            "9" * 5000,
            "١٢",
            "²",
        ):
            with each(text):
                bulletin = Bulletin(WORD, "", text)

                assert bulletin.claim is None
                assert bulletin.has_score


def test_absent_and_illegible_have_different_keys() -> None:
    keys = {
        Bulletin(WORD, reference, score).to_key() for reference in ("", "x") for score in ("", "x")
    }

    assert len(keys) == 4
    assert not Bulletin(WORD, "  ", " ").has_reference
    assert not Bulletin(WORD, "  ", " ").has_score


def test_state_and_drawing_belong_to_the_key() -> None:
    bulletins = [
        Bulletin(WORD, "H4", "12"),
        Bulletin(WORD, "H4", "12", SheetState.LATE),
        Bulletin(Sheet.from_text("MoT"), "H4", "12"),
        Bulletin(Sheet.from_text("MOT", "x"), "H4", "12"),
        Bulletin(Sheet.from_text("M\nO\nT"), "H4", "12"),
    ]

    assert len({bulletin.to_key() for bulletin in bulletins}) == len(bulletins)


def test_a_bulletin_survives_json() -> None:
    bulletin = Bulletin(Sheet.from_text("MoT", "..x"), "h 4", "12", SheetState.HARD_TO_READ)

    assert Bulletin.from_dict(json.loads(json.dumps(bulletin.to_dict()))) == bulletin


def test_data_that_is_no_bulletin_is_refused() -> None:
    with every_row() as each:
        for change in (
            {"state": "burnt"},
            {"reference": None},
            {"score": 12},
            {"sheet": "MOT"},
            {"sheet": None},
        ):
            with each(change), pytest.raises(BadBulletin):
                Bulletin.from_dict({**Bulletin(WORD).to_dict(), **change})


def test_a_stored_bulletin_with_a_bad_sheet_is_refused() -> None:
    with pytest.raises(UnreadableSheet):
        Bulletin.from_dict({**Bulletin(WORD).to_dict(), "sheet": {"rows": ["M0T"]}})


def test_a_stored_bulletin_without_a_field_is_refused() -> None:
    with pytest.raises(BadBulletin):
        Bulletin.from_dict({"sheet": WORD.to_dict()})
