"""Golden positions: what a search that shares nothing with the engine finds with the shipped list.

`python -m tests.engine.golden` works `golden.json` out again, in some minutes: to be done, and the
differences read, when the shipped list or the choice of positions changes. The positions are those
of the recorded games in `tests/games`, some of them with another rack.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.formats import FORMATS
from engine.lexicon.lexicon import DEFAULT_LEXICON, load_lexicon
from engine.record.recorded import load_record
from engine.record.replay import positions
from tests.engine.brute import all_moves, distinct

FILE = Path(__file__).with_name("golden.json")
GAMES = Path(__file__).parent.parent / "games"
NORMAL, JOKER = "hiersac-2018-07-07", "hiersac-2022-01-21-joker"


@dataclass(frozen=True)
class Chosen:
    """The board before a turn of a recorded game; `rack` "" for the one drawn then."""

    game: str
    turn: int
    fmt: str
    rack: str = ""


CHOSEN = [
    *(Chosen(NORMAL, turn, "normal") for turn in (2, 5, 9)),
    Chosen(NORMAL, 1, "normal", "AEST?"),
    Chosen(NORMAL, 7, "normal", "??"),
    Chosen(JOKER, 3, "joker"),
    Chosen(NORMAL, 6, "7sur8", "AEILNRST"),
]


def load() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["positions"]
    return cases


def lexicon_checksum() -> str:
    """Of the list that the file was worked out with."""
    return str(json.loads(FILE.read_text(encoding="utf-8"))["lexicon"])


def _possible(rows: Sequence[str], rack: str, words: Sequence[str]) -> Iterator[str]:
    """Without those that need letters that neither the rack nor any one line has."""
    tiles, jokers = rack.replace("?", ""), rack.count("?")
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    there = [line.upper().replace(".", "") for line in lines]

    @cache
    def covered(missing: str) -> bool:
        return any(
            len(missing) - jokers <= len(line) and len(_without(missing, line)) <= jokers
            for line in there
        )

    for word in words:
        if covered("".join(sorted(_without(word, tiles)))):
            yield word


def _without(word: str, letters: str) -> str:
    for letter in letters:
        word = word.replace(letter, "", 1)
    return word


def _worked_out(chosen: Chosen, words: list[str]) -> dict[str, Any]:
    record = load_record(GAMES / f"{chosen.game}.json")
    turn, board = next((t, b) for t, b in positions(record) if t.number == chosen.turn)
    rows, rack, fmt = board.rows(), chosen.rack or turn.rack, FORMATS[chosen.fmt]
    found = all_moves(
        rows,
        rack,
        set(words),
        fmt.max_play,
        dict(fmt.bonuses),
        tried=list(_possible(rows, rack, words)),
    )
    top = max(score for _, _, score in found)
    source = f"{chosen.game}, coup {chosen.turn}"
    return {
        "source": source if not chosen.rack else f"{source}, autre tirage",
        "format": chosen.fmt,
        "rows": rows,
        "rack": rack,
        "top": top,
        "tops": sorted([ref, word] for word, ref, score in found if score == top),
        "listed": len(found),
        "distinct": distinct(rows, found),
    }


def main() -> None:
    lexicon = load_lexicon(DEFAULT_LEXICON, None)
    words = list(lexicon)
    cases = []
    for number, chosen in enumerate(CHOSEN, 1):
        cases.append(_worked_out(chosen, words))
        content = {"lexicon": lexicon.checksum, "positions": cases}
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        FILE.write_text(text, encoding="utf-8")
        print(f"{number} / {len(CHOSEN)} {chosen}", file=sys.stderr)


if __name__ == "__main__":
    main()
