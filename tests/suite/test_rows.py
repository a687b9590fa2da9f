"""A loop over rows hides no row behind another, and none behind an empty list."""

import pytest

from tests.rows import every_row


def failure_of(rows: dict[str, int], expected_failures: dict[str, str] | None = None) -> str:
    with pytest.raises(pytest.fail.Exception) as caught:
        look_at(rows, expected_failures)
    return str(caught.value)


def look_at(rows: dict[str, int], expected_failures: dict[str, str] | None = None) -> None:
    with every_row(expected_failures) as row:
        for name, number in rows.items():
            with row(name):
                assert 10 // number == 5


def test_every_wrong_row_is_named_with_its_failure() -> None:
    message = failure_of({"two": 2, "five": 5, "one": 1, "none": 0})
    assert message.startswith("3 wrong, of 4 rows\nfive: assert (10 // 5) == 5")
    assert "\none: assert (10 // 1) == 5" in message
    assert "\nnone: ZeroDivisionError: " in message
    assert "two:" not in message


def test_rows_that_are_right_pass() -> None:
    look_at({"two": 2})


def test_no_row_at_all_is_a_failure() -> None:
    assert failure_of({}) == "there is no row to look at"


def test_a_row_known_as_wrong_is_let_through() -> None:
    look_at({"five": 5, "two": 2}, {"five": "art. 1 is read otherwise"})


def test_an_expected_wrong_row_that_passes_or_is_missing_fails() -> None:
    expected_failures = {"two": "art. 1", "seven": "art. 2"}
    assert failure_of({"two": 2}, expected_failures).splitlines() == [
        "2 wrong, of 1 rows",
        "two: comes out right, but is known as art. 1",
        "seven: is known as wrong and is not there",
    ]
