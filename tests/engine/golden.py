"""Golden positions: the results of a brute force search with the shipped list.

`python -m tests.engine.golden` computes `golden.json` again, in some minutes. Do this when the
shipped list or the choice of positions changes, and read the differences. The positions are those
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
from engine.record.recorded_game import load_recorded_game
from engine.record.replay import iterate_positions
from tests.engine.brute import count_distinct_moves, list_all_moves

FILE = Path(__file__).with_name("golden.json")
GAMES = Path(__file__).parent.parent / "games"
NORMAL, JOKER = "hiersac-2018-07-07", "hiersac-2022-01-21-joker"


@dataclass(frozen=True)
class Choice:
    """The board before a turn of a recorded game; `rack` "" for the rack of that turn."""

    game: str
    turn: int
    fmt: str
    rack: str = ""


CHOICES = [
    *(Choice(NORMAL, turn, "normal") for turn in (2, 5, 9)),
    Choice(NORMAL, 1, "normal", "AEST?"),
    Choice(NORMAL, 7, "normal", "??"),
    Choice(JOKER, 3, "joker"),
    Choice(NORMAL, 6, "7sur8", "AEILNRST"),
]


def load() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["positions"]
    return cases


def compute_lexicon_checksum() -> str:
    """Return the checksum of the list with which the file was computed."""
    return str(json.loads(FILE.read_text(encoding="utf-8"))["lexicon"])


def _filter_words(rows: Sequence[str], rack: str, words: Sequence[str]) -> Iterator[str]:
    """Yield the words whose letters the rack and one line have."""
    tiles, jokers = rack.replace("?", ""), rack.count("?")
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    line_letters = [line.upper().replace(".", "") for line in lines]

    @cache
    def is_covered(missing: str) -> bool:
        return any(
            len(missing) - jokers <= len(line) and len(_remove_letters(missing, line)) <= jokers
            for line in line_letters
        )

    for word in words:
        if is_covered("".join(sorted(_remove_letters(word, tiles)))):
            yield word


def _remove_letters(word: str, letters: str) -> str:
    for letter in letters:
        word = word.replace(letter, "", 1)
    return word


def _search(choice: Choice, words: list[str]) -> dict[str, Any]:
    record = load_recorded_game(GAMES / f"{choice.game}.json")
    turn, board = next((t, b) for t, b in iterate_positions(record) if t.number == choice.turn)
    rows, rack, fmt = board.rows(), choice.rack or turn.rack, FORMATS[choice.fmt]
    moves = list_all_moves(
        rows,
        rack,
        set(words),
        fmt.max_play,
        dict(fmt.bonuses),
        tried=list(_filter_words(rows, rack, words)),
    )
    top = max(score for _, _, score in moves)
    source = f"{choice.game}, coup {choice.turn}"
    return {
        "source": source if not choice.rack else f"{source}, autre tirage",
        "format": choice.fmt,
        "rows": rows,
        "rack": rack,
        "top": top,
        "tops": sorted([ref, word] for word, ref, score in moves if score == top),
        "listed": len(moves),
        "distinct": count_distinct_moves(rows, moves),
    }


def main() -> None:
    lexicon = load_lexicon(DEFAULT_LEXICON, None)
    words = list(lexicon)
    cases = []
    for number, choice in enumerate(CHOICES, 1):
        cases.append(_search(choice, words))
        content = {"lexicon": lexicon.checksum, "positions": cases}
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        FILE.write_text(text, encoding="utf-8")
        print(f"{number} / {len(CHOICES)} {choice}", file=sys.stderr)


if __name__ == "__main__":
    main()
