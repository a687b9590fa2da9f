"""Numbers and ranges typed to tick many rows at once."""

import pytest

from tests.scripts.scripts import Scripts

LIST = """async (text) => {
  const { parseRanges } = await import("/static/js/components/number_ranges.js");
  const isNamed = parseRanges(text);
  return isNamed && [...Array(25).keys()].filter(isNamed);
}"""
ROWS = {
    "1-3, 7": [1, 2, 3, 7],
    "12 – 10;4": [4, 10, 11, 12],
    "3 à 5 20": [3, 4, 5, 20],
    "1-": None,
    "": None,
    "table 3": None,
}


@pytest.mark.parametrize("text", ROWS)
def test_ranges_are_read_as_people_write_them(scripts: Scripts, text: str) -> None:
    assert scripts.evaluate(LIST, text) == ROWS[text]
