"""The errors that a caller of the engine can expect.

EngineError
├── BadLetters        a letter that is not in the letter set
├── BadReference      "P4", "H16", "quatre"
├── BadBoard          rows that do not make a grid
├── BadNotation       a line that does not describe a position
├── IllegalPlacement  a word that the board does not allow there, admitted or not
├── LettersNotInBag   letters requested that are not in the bag
├── BadSeed           a draw seed that is too short to be secret
├── UnknownFormat     an unknown format of game
├── UnknownEdition    an unknown edition of the regulation
├── UnknownArticle    an unknown article of an edition
├── BadInput          a file or a line that a command cannot read
├── BadWordList       a word list that cannot be read
└── BadRecord         a recorded game that cannot be read
"""

# ruff: noqa: N818 - names like BadLetters are clear without the suffix "Error"


class EngineError(ValueError):
    """An expected error. `code`: the fault; `data`: the input and the position of the fault."""

    def __init__(self, code: str, **data: object) -> None:
        details = ", ".join(f"{name}={value!r}" for name, value in data.items())
        super().__init__(f"{code}: {details}" if details else code)
        self.code = code
        self.data = data


class BadLetters(EngineError):
    """`bad_letter` (letters, letter, position): not a letter of the set, nor the joker; `too_long`
    or `too_many_jokers` (letters, maximum): a rack that no format allows."""


class BadReference(EngineError):
    """`empty`, `malformed` or `off_board`, with `text`."""


class BadBoard(EngineError):
    """`bad_row_count` (rows), `bad_row_length` (row, length), `bad_square` (row, col, found)."""


class BadNotation(EngineError):
    """`empty`, `too_long` (length, maximum), `no_position` (text, which is not the name of a file
    either), `bad_row_count` (rows, text), `bad_row` (row, squares, text), `bad_square` (row, found,
    text), `several_racks` (racks), `bad_rack` (as `BadLetters`), `unknown_field` (field, known),
    `unknown_format` (key, known), `bad_turn` (value); `row` is the letter of the row."""


class IllegalPlacement(EngineError):
    """A word that the board does not allow at that place; for the codes see
    `engine.board.board.Board.list_faults`."""


class LettersNotInBag(EngineError):
    """`letters_not_in_bag` (letters, missing) or `not_enough_letters` (asked, held)."""


class BadSeed(EngineError):
    """`seed_too_short` (length, minimum), in bytes."""


class UnknownFormat(EngineError):
    """`unknown_format` (key, known)."""


class UnknownEdition(EngineError):
    """`unknown_edition` (key, known)."""


class UnknownArticle(EngineError):
    """`unknown_article` (edition, number)."""


class BadInput(EngineError):
    """`not_found`, `unreadable` (reason), `no_stdin`, `too_big` or `line_too_long` (maximum),
    `not_utf8`, `not_json`, `not_an_object`, `bad_field` (field, wanted); with `path` when it is a
    file."""


class BadWordList(EngineError):
    """`not_found`, `unreadable` (reason), `corrupt_archive` (reason), `zip_encrypted`, `zip_empty`,
    `zip_several` (names), `zip_method` (method), `too_big` or `too_many_words` (maximum),
    `binary` (offset), `document`, `empty`, `bad_word`, `misread`, `several_words` or `bad_length`
    (line, text); with `path` when it came from a file."""


class BadRecord(EngineError):
    """`not_found`, `unreadable` (reason), `too_big` (maximum), `not_text`, `not_json` (line,
    column), `missing_field` (turn, field), `bad_field` (turn, field, value), `rack_size` (turn,
    found, expected), `not_in_bag` (turn, missing) or `bad_move` (turn, word, ref, reason: a code of
    `Board.list_faults`, of `Board.find_connection_fault`, or `letters_not_in_rack` with missing);
    with `path` when it came from a file."""
