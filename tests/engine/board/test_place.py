import pytest

from engine.board.place import SIZE, Direction, Place
from engine.errors import BadReference


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("H4", Place(7, 3, Direction.HORIZONTAL)),
        (" h  4 ", Place(7, 3, Direction.HORIZONTAL)),
        ("4H", Place(7, 3, Direction.VERTICAL)),
        ("15 o", Place(14, 14, Direction.VERTICAL)),
        ("A01", Place(0, 0, Direction.HORIZONTAL)),
    ],
)
def test_a_reference_is_read_whatever_its_spaces_and_case(text: str, place: Place) -> None:
    assert Place.parse(text) == place
    assert repr(Place.parse(text)) == f"Place.parse({str(place)!r})"


@pytest.mark.parametrize(
    ("text", "code"),
    [
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
    ],
)
def test_a_bad_reference_is_refused_with_its_reason(text: str, code: str) -> None:
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
