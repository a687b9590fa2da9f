"""Recorded games: published game sheets as JSON, turn by turn.

    {"format": "normal", "total": 1034, "turns": [
      {"turn": 1, "tirage": "?ACCENU", "kept": "", "drawn": "AECC?NU",
       "word": "ChACUNE", "ref": "H4", "score": 76}, ...]}

A letter in lower case is played with a joker. In the joker format a turn that plays one also has
`joker_stays_on_board`. Letters and words may have accents. Other fields describe the source and are
ignored.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine.board.formats import Format, get_format
from engine.board.letters import remove_accents, sort_letters
from engine.board.place import Place
from engine.errors import BadLetters, BadRecord, BadReference, UnknownFormat

MAX_BYTES = 1024 * 1024
_LETTERS = ("tirage", "kept", "drawn", "word")


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """`rack`: in the order of the sheet. `joker_stays`: True if the joker stays on the grid, False
    if the real letter replaced it (3.8.1), None if no joker of a joker game is played."""

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
        """Return the word as it lies on the grid according to the sheet."""
        return self.word.upper() if self.joker_stays is False else self.word


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """`total`: None if the sheet does not have it."""

    id: str
    fmt: Format
    turns: tuple[RecordedTurn, ...]
    total: int | None


def load_recorded_game(path: Path | str) -> RecordedGame:
    """Read a file. Raises `BadRecord`, with `path`."""
    try:
        with Path(path).open("rb") as file:
            return read_recorded_game(file)
    except FileNotFoundError as error:
        raise BadRecord("not_found", path=str(path)) from error
    except OSError as error:
        raise BadRecord("unreadable", path=str(path), reason=error.strerror) from error
    except BadRecord as error:
        raise BadRecord(error.code, path=str(path), **error.data) from error


def read_recorded_game(file: BinaryIO) -> RecordedGame:
    """Read an open file. Raises `BadRecord`, and OSError."""
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise BadRecord("too_big", maximum=MAX_BYTES)
    return parse_recorded_game(_read_json(content))


def _read_json(content: bytes) -> object:
    try:
        script: object = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise BadRecord("not_json", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:  # not UTF-8, too many digits, nested too deeply
        raise BadRecord("not_text") from error
    return script


def remove_accents_of_turns(script: Any) -> Any:
    """Return a decoded JSON text with the letters and words of its turns as they are on tiles."""
    turns = script.get("turns") if isinstance(script, dict) else None
    if not isinstance(turns, list):
        return script
    return {**script, "turns": [_remove_accents_of_turn(turn) for turn in turns]}


def _remove_accents_of_turn(turn: object) -> object:
    if not isinstance(turn, dict):
        return turn
    letters = {name: turn[name] for name in _LETTERS if isinstance(turn.get(name), str)}
    return turn | {name: remove_accents(text) for name, text in letters.items()}


def parse_recorded_game(script: object) -> RecordedGame:
    """Return the game of a decoded JSON text. Raises `BadRecord`."""
    script = remove_accents_of_turns(script)
    if not isinstance(script, dict):
        raise BadRecord("bad_field", turn=None, field="", value=_shorten(script))
    record = _Fields(script, None)
    key = record.get_text("format")
    try:
        fmt = get_format(key)
    except UnknownFormat as error:
        raise record.build_error("format", key) from error
    turns = record.get("turns")
    if not isinstance(turns, list) or not turns:
        raise record.build_error("turns", turns)
    return RecordedGame(
        id=record.get_text("id") if "id" in script else "",
        fmt=fmt,
        turns=tuple(_parse_turn(fields, i, fmt) for i, fields in enumerate(turns, 1)),
        total=record.get_number("total") if "total" in script else None,
    )


def _parse_turn(script: object, number: int, fmt: Format) -> RecordedTurn:
    if not isinstance(script, dict):
        raise BadRecord("bad_field", turn=number, field="turns", value=_shorten(script))
    fields = _Fields(script, number)
    if fields.get_number("turn") != number:
        raise fields.build_error("turn", script["turn"])
    rack = fields.get_tiles("tirage", fmt)
    kept = fields.get_tiles("kept", fmt) if "kept" in script else ""
    drawn = fields.get_tiles("drawn", fmt) if "drawn" in script else rack
    if sort_letters(kept + drawn) != sort_letters(rack):
        raise fields.build_error("drawn", drawn)
    word, ref = fields.get_text("word"), fields.get_text("ref")
    try:
        place = Place.parse(ref)
    except BadReference as error:
        raise fields.build_error("ref", ref) from error
    plays_joker = fmt.joker_on_rack and any(letter.islower() for letter in word)
    return RecordedTurn(
        number=number,
        kept=kept,
        drawn=drawn,
        rack=kept + drawn,
        word=word,
        place=place,
        score=fields.get_number("score"),
        joker_stays=fields.get_boolean("joker_stays_on_board") if plays_joker else None,
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """Typed access to the fields of the game (`turn` None) or of one of its turns."""

    script: Mapping[str, object]
    turn: int | None

    def build_error(self, field: str, value: object) -> BadRecord:
        return BadRecord("bad_field", turn=self.turn, field=field, value=_shorten(value))

    def get(self, field: str) -> object:
        if field not in self.script:
            raise BadRecord("missing_field", turn=self.turn, field=field)
        return self.script[field]

    def get_text(self, field: str) -> str:
        value = self.get(field)
        if not isinstance(value, str):
            raise self.build_error(field, value)
        return value

    def get_number(self, field: str) -> int:
        value = self.get(field)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.build_error(field, value)
        return value

    def get_boolean(self, field: str) -> bool:
        value = self.get(field)
        if not isinstance(value, bool):
            raise self.build_error(field, value)
        return value

    def get_tiles(self, field: str, fmt: Format) -> str:
        value = self.get_text(field)
        try:
            fmt.letters.check(value)
        except BadLetters as error:
            raise self.build_error(field, value) from error
        return value


def _shorten(value: object) -> str:
    """Return the beginning of a value, enough to recognise it."""
    return repr(value)[:60]
