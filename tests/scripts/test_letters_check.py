"""A centre without network computes the same check of the letters as the desk of the judge."""

from tests.scripts.scripts import Scripts
from tournament.core.centres.letters_check import compute_check

RACKS = ["AEEILNR", "KWXYZQJ", "AAEIOU?", "S", "RATINES??", "VXZ"]


def test_the_page_computes_the_same_check(scripts: Scripts) -> None:
    source = """async (racks) => {
      const check = await import("/static/js/centres/letters_check.js");
      return racks.map((rack, turn) => check.computeCheck(turn + 1, rack));
    }"""
    computed = scripts.evaluate(source, RACKS)
    assert computed == [compute_check(turn, rack) for turn, rack in enumerate(RACKS, start=1)]
