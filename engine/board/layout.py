"""Premium squares (1.2.1), one table per kind of board."""

from dataclasses import dataclass
from functools import cached_property

from engine.board.place import SIZE

_LETTER_FACTORS = {"2L": 2, "3L": 3}
_WORD_FACTORS = {"2W": 2, "3W": 3}
_SIGNS = {".": "", "'": "2L", '"': "3L", "-": "2W", "=": "3W"}


@dataclass(frozen=True)
class Layout:
    """`signs`: 15 rows of 15 characters, `'` 2L, `"` 3L, `-` 2W, `=` 3W, `.` plain."""

    name: str
    signs: tuple[str, ...]
    centre: tuple[int, int] = (SIZE // 2, SIZE // 2)

    def get_premium(self, row: int, col: int) -> str:
        """Return "", "2L", "3L", "2W" or "3W"."""
        return _SIGNS[self.signs[row][col]]

    @cached_property
    def letter_factors(self) -> tuple[tuple[int, ...], ...]:
        """Return by row and column, the factor of the value of a tile."""
        return self._build_factors(_LETTER_FACTORS)

    @cached_property
    def word_factors(self) -> tuple[tuple[int, ...], ...]:
        """Return by row and column, the factor of the value of a word."""
        return self._build_factors(_WORD_FACTORS)

    @cached_property
    def line_factors(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Return the letter and word factors along each of the 15 rows, then the 15 columns."""
        rows = tuple(zip(self.letter_factors, self.word_factors, strict=True))
        letter_columns = tuple(zip(*self.letter_factors, strict=True))
        word_columns = tuple(zip(*self.word_factors, strict=True))
        return rows + tuple(zip(letter_columns, word_columns, strict=True))

    def _build_factors(self, by_premium: dict[str, int]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(by_premium.get(_SIGNS[sign], 1) for sign in row) for row in self.signs)


STANDARD = Layout(
    name="standard",
    signs=(
        "=..'...=...'..=",
        '.-..."..."...-.',
        "..-...'.'...-..",
        "'..-...'...-..'",
        "....-.....-....",
        '."..."..."...".',
        "..'...'.'...'..",
        "=..'...-...'..=",
        "..'...'.'...'..",
        '."..."..."...".',
        "....-.....-....",
        "'..-...'...-..'",
        "..-...'.'...-..",
        '.-..."..."...-.',
        "=..'...=...'..=",
    ),
)
