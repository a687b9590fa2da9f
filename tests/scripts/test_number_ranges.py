"""Numbers and ranges typed to tick many rows at once."""

from tests.rows import every_row
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


def test_ranges_are_read_as_people_write_them(scripts: Scripts) -> None:
    with every_row() as row:
        for text, numbers in ROWS.items():
            with row(text):
                assert scripts.evaluate(LIST, text) == numbers
