"""Relations between runs of a sheet and words played: which one is part of which (5.2)."""

from collections import Counter
from collections.abc import Sequence

from engine.regulation.edition import Edition

from ..sheets.drawing import Run
from ..sheets.position import JudgedPosition
from .location import locate
from .played_word import PlayedWord
from .raccord import is_raccord_or_cross_word, list_fitting_squares, trace_raccord


def can_replace(rival: PlayedWord, word: PlayedWord) -> bool:
    """Return True if ``rival`` is the word played and ``word`` its raccord or cross word.

    Short words may seem to explain each other: then the word played is the one whose connected
    letters all fit the grid. If both do, they must be one play, a single tile that makes two words:
    the reference, or else the length, tells which. Otherwise neither is certain.
    """
    if not is_raccord_or_cross_word(rival, word.run):
        return False
    if not is_raccord_or_cross_word(word, rival.run):
        return True
    word_fits, rival_fits = list_fitting_squares(word), list_fitting_squares(rival)
    if not (word_fits and rival_fits):
        return not word_fits
    if word_fits.isdisjoint(rival_fits):
        return True
    place = word.bulletin.place
    if place:
        return rival.direction == place.direction
    return (len(rival.word), rival.run.start) > (len(word.word), word.run.start)


def is_apart(run: Run, words_played: Sequence[PlayedWord]) -> bool:
    """Return True if the run is connected to none of the words played."""
    squares = set(run.squares)
    return all(
        squares.isdisjoint(played_word.joined_squares.union(played_word.run.squares))
        for played_word in words_played
    )


def is_located(played_word: PlayedWord) -> bool:
    """Return True if the reference, or letters of the grid, designate a valid place of the word."""
    location = locate(played_word)
    return bool(location.referenced or location.valid_raccords)


def has_enough_drawn_letters(run: Run, position: JudgedPosition, edition: Edition) -> bool:
    """Return True if the rack, jokers included, has enough of its letters for a second word.

    Such a word would be an error of grid or letters (2023: 5.4.1.c, 5.4.1.d).
    """
    drawn_letters = Counter(run.word) & position.letters
    return drawn_letters.total() + position.jokers >= edition.correction.second_word_tiles.value


def is_part_of_word(run: Run, played_word: PlayedWord) -> bool:
    """Return True if the run is made of letters of the word or beside it.

    A run of wrong letters along the word is not another word if the rack could not give it two
    tiles (B-06).
    """
    squares = set(run.squares)
    playable = has_enough_drawn_letters(run, played_word.position, played_word.edition)
    if squares <= played_word.joined_squares and not playable:
        return True
    if squares.intersection(played_word.run.squares) or is_raccord_or_cross_word(played_word, run):
        return True
    return any(
        squares & trace_raccord(played_word, placement).raccord_squares
        for placement in played_word.placements
    )
