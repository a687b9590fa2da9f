"""Recorded games: what a published game sheet says, turn by turn, as JSON.

    {"format": "normal", "total": 1034, "turns": [
      {"turn": 1, "tirage": "?ACCENU", "kept": "", "drawn": "AECC?NU",
       "word": "ChACUNE", "ref": "H4", "score": 76}, ...]}

A letter in lower case is played with a joker. In the joker format a turn that plays one also says
`joker_stays_on_board`. Other fields are facts about the source and are not read.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.board.formats import Format, get_format
from engine.board.letters import sort_letters
from engine.board.place import Place
from engine.errors import BadLetters, BadRecord, BadReference, UnknownFormat

MAX_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """`rack` in the order of the sheet. `joker_stays` on the grid, or the real letter replaced it
    (3.8.1); None where no joker of a joker game is played."""

    number: int
    kept: str
    drawn: str
    rack: str
    word: str
    place: Place
    score: int
    joker_stays: bool | None

    @property
    def laid_word(self) -> str:
        """The word as it lies on the grid by the sheet."""
        return self.word.upper() if self.joker_stays is False else self.word


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """`total` is None when the sheet does not say it."""

    id: str
    fmt: Format
    turns: tuple[RecordedTurn, ...]
    total: int | None


def load_record(path: Path | str) -> RecordedGame:
    """Read a file. Raises `BadRecord`, with `path`."""
    try:
        with Path(path).open("rb") as file:
            return read_record(file)
    except FileNotFoundError as error:
        raise BadRecord("not_found", path=str(path)) from error
    except OSError as error:
        raise BadRecord("unreadable", path=str(path), reason=error.strerror) from error
    except BadRecord as error:
        raise BadRecord(error.code, path=str(path), **error.data) from error


def read_record(file: BinaryIO) -> RecordedGame:
    """Read an open file. Raises `BadRecord`, and OSError."""
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadRecord("too_big", maximum=MAX_BYTES)
    return parse_record(_read_json(content))


def _read_json(content: bytes) -> object:
    try:
        script: object = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise BadRecord("not_json", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, endless digits, endless nesting
        raise BadRecord("not_text") from error
    return script


def parse_record(script: object) -> RecordedGame:
    """The game of a decoded JSON text. Raises `BadRecord`."""
    if not isinstance(script, dict):
        raise BadRecord("bad_field", turn=None, field="", value=_shown(script))
    record = _Fields(script, None)
    key = record.text("format")
    try:
        fmt = get_format(key)
    except UnknownFormat as error:
        raise record.bad("format", key) from error
    turns = record.get("turns")
    if not isinstance(turns, list) or not turns:
        raise record.bad("turns", turns)
    return RecordedGame(
        id=record.text("id") if "id" in script else "",
        fmt=fmt,
        turns=tuple(_turn(fields, i, fmt) for i, fields in enumerate(turns, 1)),
        total=record.number("total") if "total" in script else None,
    )


def _turn(script: object, number: int, fmt: Format) -> RecordedTurn:
    if not isinstance(script, dict):
        raise BadRecord("bad_field", turn=number, field="turns", value=_shown(script))
    fields = _Fields(script, number)
    if fields.number("turn") != number:
        raise fields.bad("turn", script["turn"])
    rack = fields.tiles("tirage", fmt)
    kept = fields.tiles("kept", fmt) if "kept" in script else ""
    drawn = fields.tiles("drawn", fmt) if "drawn" in script else rack
    if sort_letters(kept + drawn) != sort_letters(rack):
        raise fields.bad("drawn", drawn)
    word, ref = fields.text("word"), fields.text("ref")
    try:
        place = Place.parse(ref)
    except BadReference as error:
        raise fields.bad("ref", ref) from error
    plays_joker = fmt.joker_on_rack and any(letter.islower() for letter in word)
    return RecordedTurn(
        number=number,
        kept=kept,
        drawn=drawn,
        rack=kept + drawn,
        word=word,
        place=place,
        score=fields.number("score"),
        joker_stays=fields.truth("joker_stays_on_board") if plays_joker else None,
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """Fields of the game (`turn` None) or of one of its turns, with the type they must have."""

    script: Mapping[str, object]
    turn: int | None

    def bad(self, field: str, value: object) -> BadRecord:
        return BadRecord("bad_field", turn=self.turn, field=field, value=_shown(value))

    def get(self, field: str) -> object:
        if field not in self.script:
            raise BadRecord("missing_field", turn=self.turn, field=field)
        return self.script[field]

    def text(self, field: str) -> str:
        value = self.get(field)
        if not isinstance(value, str):
            raise self.bad(field, value)
        return value

    def number(self, field: str) -> int:
        value = self.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.bad(field, value)
        return value

    def truth(self, field: str) -> bool:
        value = self.get(field)
        if not isinstance(value, bool):
            raise self.bad(field, value)
        return value

    def tiles(self, field: str, fmt: Format) -> str:
        value = self.text(field)
        try:
            fmt.letters.check(value)
        except BadLetters as error:
            raise self.bad(field, value) from error
        return value


def _shown(value: object) -> str:
    """Enough of a value to recognise it."""
    return repr(value)[:60]
