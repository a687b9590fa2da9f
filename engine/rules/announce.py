"""The announcements of the judge (3, 3.1, 3.4), part by part in the order of speaking."""

from collections import Counter
from enum import StrEnum

from engine.board.board import Board
from engine.board.formats import NORMAL, Format, Pace, find_pace
from engine.board.letters import WILD, sort_letters
from engine.board.place import Direction, Place
from engine.board.scoring import list_formed_words, score
from engine.regulation.edition import Edition
from engine.regulation.values import Stage
from engine.rules.spelling import COUNTRIES, format_called_letter


class AnnouncedPart(StrEnum):
    """A part of an announcement; `AnnouncedValue` is its value.

    The values are French because golden cases and archives have them.
    """

    KIND = "type_de_partie"
    TIME = "temps_de_jeu"
    STAGES = "temps_par_etape"
    RACK_SIZE = "lettres_du_tirage"
    BONUSES = "primes"
    JOKER = "joker"
    REJECTED_COUNT = "nombre_rejet"
    KEPT_COUNT = "nombre_reliquat"
    KEPT = "reliquat"
    DRAWN = "nouvelles_lettres"
    RACK = "tirage_complet"
    POINTS = "points"
    DIRECTION = "sens"
    PLACE = "place"
    WORD = "mot"
    SPELLING = "epellation"
    FORMED = "mots_formes"
    REMINDER = "rappel"


type AnnouncedValue = (
    int
    | str
    | list[str]
    | dict[str, int]
    | dict[int, int]
    | tuple[int, int]
    | tuple[str, str, int]
    | tuple[Stage, ...]
)


def announce_game(
    fmt: Format, time_s: int, stages: tuple[Stage, ...] = ()
) -> list[tuple[AnnouncedPart, AnnouncedValue]]:
    """Return the kind of game and the playing time, or the ``stages`` of a *mort subite*.

    For an original format (3.8) also its rules: letters of a rack and how many may be laid,
    bonuses by tiles laid, the joker of every rack.
    """
    parts: list[tuple[AnnouncedPart, AnnouncedValue]] = [
        (AnnouncedPart.KIND, fmt.key),
        (AnnouncedPart.STAGES, stages) if stages else (AnnouncedPart.TIME, time_s),
    ]
    if fmt.rack_size != NORMAL.rack_size:
        parts.append((AnnouncedPart.RACK_SIZE, (fmt.rack_size, fmt.max_play)))
        parts.append((AnnouncedPart.BONUSES, dict(fmt.bonuses)))
    if fmt.joker_on_rack:
        parts.append((AnnouncedPart.JOKER, WILD))
    return parts


def announce_draw(
    *,
    kept: str,
    drawn: str,
    rejected: int = 0,
    time_s: int = 180,
    fmt: Format = NORMAL,
    edition: Edition,
) -> list[tuple[AnnouncedPart, AnnouncedValue]]:
    """Return the count of letters kept (or sent back), letters kept, letters drawn in order, rack.

    Empty parts are left out. `rejected`: the number of letters of the draw that was rejected just
    before, kept ones included.
    The rack maps each name, or each letter in blitz, to how many there are, alphabetical, jokers
    last. Raises `BadLetters`.
    """
    fmt.letters.check(kept + drawn)
    parts: list[tuple[AnnouncedPart, AnnouncedValue]] = []
    if rejected:
        parts.append((AnnouncedPart.REJECTED_COUNT, rejected))
    elif kept:
        parts.append((AnnouncedPart.KEPT_COUNT, len(kept)))
        parts.append((AnnouncedPart.KEPT, [COUNTRIES[letter] for letter in sort_letters(kept)]))
    if drawn:
        joker = edition.play.joker_announcement.value
        parts.append(
            (
                AnnouncedPart.DRAWN,
                [joker if tile == WILD else format_called_letter(tile) for tile in drawn],
            )
        )
    is_blitz = find_pace(time_s) is Pace.BLITZ
    names = (
        letter if is_blitz and letter != WILD else COUNTRIES[letter]
        for letter in sort_letters(kept + drawn)
    )
    parts.append((AnnouncedPart.RACK, dict(Counter(names))))
    return parts


def announce_top(
    board: Board, word: str, place: Place, fmt: Format = NORMAL
) -> list[tuple[AnnouncedPart, AnnouncedValue]]:
    """Return points, direction, place, word, spelling, cross words if any, reminder.

    `board` before the move. The letter of a joker is spelt by its country; that of a joker on the
    board already is spelt as a letter. Raises `IllegalPlacement`.
    """
    points = score(board, word, place, fmt)
    formed = [
        formed_word.word.upper() for formed_word in list_formed_words(board, word, place, fmt)[1:]
    ]
    jokers = {
        (row, col) for row, col, letter in board.list_new_tiles(word, place) if letter.islower()
    }
    spelling = [
        COUNTRIES[letter] if square in jokers else letter
        for square, letter in zip(place.list_squares(len(word)), word.upper(), strict=True)
    ]
    is_horizontal = place.direction is Direction.HORIZONTAL
    spoken_place = format_spoken_place(place)
    return [
        (AnnouncedPart.POINTS, points),
        (AnnouncedPart.DIRECTION, "horizontal" if is_horizontal else "vertical"),
        (AnnouncedPart.PLACE, spoken_place),
        (AnnouncedPart.WORD, word.upper()),
        (AnnouncedPart.SPELLING, spelling),
        *([(AnnouncedPart.FORMED, formed)] if formed else []),
        (AnnouncedPart.REMINDER, (word.upper(), spoken_place, points)),
    ]


def format_spoken_place(place: Place) -> str:
    """Return "H 3" or "10 D": a reference as it is read out."""
    ref = str(place)
    split_at = 1 if place.direction is Direction.HORIZONTAL else -1
    return f"{ref[:split_at]} {ref[split_at:]}"
