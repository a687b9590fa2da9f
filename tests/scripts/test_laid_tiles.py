"""Tiles that are laid on the grid before the announcement."""

from typing import Any

from tests.rows import every_row
from tests.scripts.scripts import Scripts

EMPTY = ["." * 15] * 15
#: MAISON in H4; its O is a joker's.
BOARD = [*EMPTY[:7], "...MAISoN......", *EMPTY[8:]]

RUN = """async ([rows, rack, steps]) => {
  const { LaidTiles } = await import("/static/js/components/laid_tiles.js");
  const laidTiles = new LaidTiles();
  laidTiles.setBoard(rows);
  const answers = steps.map(([name, values]) =>
    name === "layWord" ? laidTiles.layWord(rack, ...values) : laidTiles[name](...values));
  return { move: laidTiles.findMove(), answers };
}"""
type Steps = list[tuple[str, list[Any]]]


def run(scripts: Scripts, steps: Steps, rows: list[str] = BOARD, rack: str = "AIPSTEU") -> Any:
    return scripts.evaluate(RUN, [rows, rack, steps])


def touch(row: int, col: int, letters: str, times: int = 1) -> Steps:
    """Return the steps that touch a square ``times`` times and lay the letters there."""
    return [*[("touch", [row, col])] * times, *[("lay", [letter]) for letter in letters]]


def test_laid_tiles_form_a_move_with_those_of_the_grid(scripts: Scripts) -> None:
    rows: list[tuple[str, Steps, Any]] = [
        ("below each other", touch(6, 3, "EE", times=2), {"word": "EME", "ref": "4G"}),
        ("beside each other", touch(8, 3, "UT"), {"word": "UT", "ref": "I4"}),
        ("before a word", touch(7, 2, "A"), {"word": "AMAISoN", "ref": "H3"}),
        ("one letter", [("layAt", [6, 4, "L"])], {"word": "LA", "ref": "5G"}),
        ("alone", [("layAt", [0, 0, "L"])], {"problem": "short"}),
        ("a gap", [("layAt", [0, 0, "L"]), ("layAt", [0, 2, "A"])], {"problem": "gap"}),
        ("askew", [("layAt", [0, 0, "L"]), ("layAt", [1, 1, "A"])], {"problem": "line"}),
        ("nothing", [], {"problem": "nothing"}),
        ("a joker", [("touch", [8, 3]), ("lay", ["u", "?"]), ("lay", ["T"])],
         {"word": "uT", "ref": "I4"}),
        ("taken back", [*touch(8, 3, "UT"), ("touch", [8, 4])], {"word": "MU", "ref": "4H"}),
    ]  # fmt: skip
    with every_row() as each:
        for name, steps, expected in rows:
            with each(name):
                assert run(scripts, steps)["move"] == expected


def test_a_typed_word_is_laid_with_the_rack_s_letters(scripts: Scripts) -> None:
    no_a, no_o = {"problem": "letter", "letter": "A"}, {"problem": "letter", "letter": "O"}
    rows: list[tuple[str, str, str, str, Any]] = [
        ("a letter that is missing", "TAPIS", "10D", "IPSTEUU", no_a),
        ("another", "SOIT", "7H", "AIPSTEU", no_o),
        ("a letter in the way", "TAPIS", "H4", "AIPSTEU", {"problem": "conflict", "square": "H4"}),
        ("off the board", "TAPIS", "A14", "AIPSTEU", {"problem": "off-board"}),
        ("no reference", "TAPIS", "Z4", "AIPSTEU", {"problem": "reference"}),
        ("nothing new", "MAISON", "H4", "AIPSTEU", {"problem": "nothing"}),
        ("an S more", "MAISONS", "H4", "AIPSTEU", {}),
        ("the joker takes what is missing", "TAPIR", "A1", "AIPSTE?", {}),
    ]  # fmt: skip
    with every_row() as each:
        for name, word, ref, rack, expected in rows:
            with each(name):
                answer = run(scripts, [("layWord", [word, ref])], rack=rack)
                assert answer["answers"] == [expected]
    assert run(scripts, [("layWord", ["TAPIR", "A1"])], rack="AIPSTE?")["move"]["word"] == "TAPIr"
