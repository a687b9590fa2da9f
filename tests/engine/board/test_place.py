import pytest

from engine.board.place import SIZE, Direction, Place
from engine.errors import BadReference
from tests.rows import every_row


def test_a_reference_is_read_whatever_its_spaces_and_case() -> None:
    with every_row() as each:
        for text, place in (
            ("H4", Place(7, 3, Direction.HORIZONTAL)),
            (" h  4 ", Place(7, 3, Direction.HORIZONTAL)),
            ("4H", Place(7, 3, Direction.VERTICAL)),
            ("15 o", Place(14, 14, Direction.VERTICAL)),
            ("A01", Place(0, 0, Direction.HORIZONTAL)),
        ):
            with each(text):
                assert Place.parse(text) == place
                assert repr(Place.parse(text)) == f"Place.parse({str(place)!r})"


BAD: list[tuple[str, str]] = [
    ("", "empty"),
    ("   ", "empty"),
    ("H", "malformed"),
    ("44", "malformed"),
    ("HH4", "malformed"),
    ("H-4", "malformed"),
    ("é4", "malformed"),
    ("H٤", "malformed"),
    ("P4", "off_board"),
    ("H16", "off_board"),
    ("0H", "off_board"),
    ("H" + "9" * 10_000, "off_board"),
]


def test_a_bad_reference_is_refused_with_its_reason() -> None:
    with every_row() as each:
        for text, code in BAD:
            with each(text):
                with pytest.raises(BadReference) as caught:
                    Place.parse(text)
                assert caught.value.code == code
                assert caught.value.data == {"text": text}


def test_every_reference_written_is_read_back() -> None:
    places = {Place(r, c, d) for r in range(SIZE) for c in range(SIZE) for d in Direction}
    assert {Place.parse(str(place)) for place in places} == places
    assert len({str(place) for place in places}) == 450


def test_squares_follow_the_direction() -> None:
    assert Place.parse("H4").list_squares(3) == [(7, 3), (7, 4), (7, 5)]
    assert Place.parse("4H").list_squares(2) == [(7, 3), (8, 3)]
    assert Direction.VERTICAL.other is Direction.HORIZONTAL
