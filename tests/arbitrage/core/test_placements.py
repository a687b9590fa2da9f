"""Placements of words, compared with the engine's on every square of the grid."""

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, strategies as st

from arbitrage.core.reading.incomplete import list_prolongations
from arbitrage.core.sheets.drawing import Run, mark_jokers
from arbitrage.core.sheets.placements import can_lie_at, find_placement_at, list_placements
from arbitrage.core.sheets.position import JudgedPosition, Placement
from engine.board.board import Board
from engine.board.place import SIZE, Direction, Place
from engine.board.scoring import find_tiles_needed, score
from engine.regulation.editions import EDITIONS
from engine.search.moves import solve
from tests.rows import every_row

from .games import build_situations, load_lexicon, quick


def _list_places(direction: Direction) -> Iterator[Place]:
    return (Place(row, col, direction) for row in range(SIZE) for col in range(SIZE))


@quick
@given(index=st.integers(0, 40), number=st.integers(0, 400), direction=st.sampled_from(Direction))
def test_a_word_fits_where_the_engine_finds_no_fault(
    index: int, number: int, direction: Direction
) -> None:
    position = build_situations()[index].position
    words = sorted(load_lexicon())
    word = words[number % len(words)]

    for place in _list_places(direction):
        assert can_lie_at(position, word, place) == (not position.board.list_faults(word, place))


@quick
@given(index=st.integers(0, 40), number=st.integers(0, 400), direction=st.sampled_from(Direction))
def test_placements_touch_and_are_made_of_the_rack(
    index: int, number: int, direction: Direction
) -> None:
    position = build_situations()[index].position
    moves = build_situations()[index].moves
    word = moves[number % len(moves)].word.upper()

    references = {placement.ref for placement in list_placements(position, word, direction)}

    by_the_engine = {
        str(place)
        for place in _list_places(direction)
        if can_lie_at(position, word, place)
        and not position.board.find_connection_fault(word, place)
        and _has_letters(position, word, place)
    }
    assert references == by_the_engine


def _has_letters(position: JudgedPosition, word: str, place: Place) -> bool:
    rack = list(position.rack)
    for tile in find_tiles_needed(position.board, word, place):
        if tile not in rack and "?" not in rack:
            return False
        rack.remove(tile if tile in rack else "?")
    return True


def test_the_valid_placements_and_their_jokers_are_the_legal_moves() -> None:
    with every_row() as each:
        for index in range(0, 41, 8):
            with each(index):
                position, moves = (
                    build_situations()[index].position,
                    build_situations()[index].moves,
                )
                words = {move.word.upper() for move in moves}

                placed = {
                    (placement.write_with_jokers(assignment), placement.place, assignment.points)
                    for word in words
                    for direction in Direction
                    for placement in list_placements(position, word, direction)
                    if placement.is_valid
                    for assignment in placement.joker_choices
                }

                assert placed == {(move.word, move.place, move.score) for move in moves}


def test_two_jokers_score_as_in_the_engine() -> None:
    board = Board.empty().lay("MAISON", Place.parse("H4"))
    position = JudgedPosition(board, "EPRTU??", 2, frozenset({"TROUPE"}))
    placement = find_placement_at(position, "TROUPE", Place.parse("8F"))
    assert placement is not None

    by_hand = {
        frozenset(jokers): score(
            board, mark_jokers(placement.word, frozenset(jokers)), placement.place
        )
        for count in (0, 1, 2)
        for jokers in combinations(placement.new_indexes, count)
    }
    assert {
        assignment.jokers: assignment.points for assignment in placement.joker_choices
    } == by_hand


def test_a_word_of_too_many_tiles_is_not_formable() -> None:
    position = JudgedPosition(Board.empty(), "ABCDEFGH", 1, frozenset())
    placement = Placement(position, "ABCDEFGH", Place.parse("H4"))

    assert not placement.is_formable


def test_the_words_prolonged_are_the_unbroken_letters_inside_the_word() -> None:
    board = Board.from_rows(["." * SIZE] * 7 + ["...OR..LIT....."] + ["." * SIZE] * 7)
    placement = find_placement_at(
        JudgedPosition(board, "DEEFGHI", 3, frozenset()), "DORADLITE", Place.parse("H3")
    )
    assert placement is not None
    assert placement.prolonged_words == ("OR", "LIT")
    assert placement.inner_count == 5


def test_letters_added_in_front_start_within_the_line() -> None:
    with every_row() as each:
        for edition in EDITIONS:
            with each(edition):
                board = Board.empty().lay("TABLE", Place.parse("H4"))
                position = JudgedPosition(board, "CARENTU", 3, frozenset())
                for added, whole in (("CAR", "CARTABLE"), ("SCAR", None)):
                    run = Run(f"{added}TA", frozenset(), Direction.HORIZONTAL, (0, 0))
                    completed = [
                        (decide_prolongation.word, decide_prolongation.place)
                        for decide_prolongation in list_prolongations(
                            position, run, EDITIONS[edition]
                        )
                    ]
                    assert completed == ([(whole, Place.parse("H1"))] if whole else []), added


def test_every_legal_move_is_found_on_an_empty_grid() -> None:
    position = JudgedPosition(Board.empty(), "AEIRST?", 1, load_lexicon())
    moves = solve(position.board, position.rack, load_lexicon())

    for move in moves:
        placement = find_placement_at(position, move.word.upper(), move.place)
        assert placement is not None
        assert placement.is_valid
