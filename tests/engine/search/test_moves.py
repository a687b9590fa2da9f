"""Moves and tops, compared with a brute force search and with each other."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from engine.board.board import Board
from engine.board.formats import FORMATS, NORMAL, Format
from engine.board.letters import FRENCH
from engine.board.place import Direction, Place
from engine.board.scoring import find_tiles_needed, score
from engine.errors import BadLetters, IllegalPlacement
from engine.lexicon.lexicon import Lexicon
from engine.search.moves import Move, count_distinct, find_tops, solve
from engine.search.rack import RackAnagrams
from tests.engine.brute import count_distinct_moves, list_all_moves
from tests.engine.positions import lay
from tests.rows import every_row

WORDS = """
AI AS AU DE DO DU EN ES ET EU EX FA FI GO HA HE IL IN JE KA LA LE LU MA ME MU NE NI NO NU OH ON OR
OS OU PU RA RE RI RU SA SE SI SU TA TE TU UN US UT VA VE VU WU XI YE ZE AIE ANE ARE AXE BAR BEC CES
DES DUO EAU ECU EUX FEZ FIN GAZ HUE ILE JET KIR LES MER MES NEZ OIE OUI OUT PAR QUE QUI RAZ REZ SES
SUR TEE TES TIR UNE VER VUE WOK YAK ZEN AIRE ANES AXES CASE EAUX GAZE JETE LIRE NUES ROSE SEVE TAXE
TREE VERT YEUX ARISE ESSES GAZES JETES TAXES REELLES SENSEES ETETEES RESSERRE ASSESSES ENTETEES
ALARMES ETAIENT REVERSE SERINEE TRAINEES ENTRAINES RESINERAI NOTAIRES SENATEURS RAISONNEES
""".split()  # noqa: SIM905 - a list to be read


@cache
def lexicon() -> Lexicon:
    return Lexicon.from_words(WORDS)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Build boards with words of the list, cross words admitted or not, some with jokers."""
    board = Board.empty()
    for _ in range(draw(st.integers(0, 7))):
        word = draw(st.sampled_from(WORDS))
        joker = draw(st.integers(-8, len(word) - 1))
        if joker >= 0:
            word = word[:joker] + word[joker].lower() + word[joker + 1 :]
        squares = st.integers(0, 14)
        place = Place(draw(squares), draw(squares), draw(st.sampled_from(Direction)))
        try:
            board = board.lay(word, place)
        except IllegalPlacement:
            continue
    return board


@st.composite
def racks(draw: st.DrawFn, size: int = 7) -> str:
    """Build racks of letters of a word of the list, others, and up to two jokers, shuffled."""
    letters = list(draw(st.sampled_from(WORDS)))[:size]
    others = st.lists(st.sampled_from("AEEIRSSTNLUX"), max_size=size - len(letters))
    letters += draw(others)
    for _ in range(draw(st.integers(0, 2))):
        if letters:
            letters[draw(st.integers(0, len(letters) - 1))] = "?"
    return "".join(draw(st.permutations(letters)))


@st.composite
def played_boards(draw: st.DrawFn) -> Board:
    """Build boards by legal plays, each with a new rack."""
    board = Board.empty()
    for _ in range(draw(st.integers(1, 5))):
        moves = solve(board, draw(racks()), lexicon())
        if moves:
            move = draw(st.sampled_from(moves))
            board = board.play(move)
    return board


@st.composite
def paired_racks(draw: st.DrawFn) -> str:
    """Build racks with equal letters and jokers: several squares can take the joker."""
    letters = draw(st.lists(st.sampled_from("EEEESSSTANR"), min_size=2, max_size=5))
    return "".join(letters) + "?" * draw(st.integers(1, 2))


@st.composite
def worthless_letters(draw: st.DrawFn) -> Format:
    """Build formats in which some letters are worth 0."""
    worthless = draw(st.sets(st.sampled_from("AEILNRST"), min_size=1))
    values = {tile: 0 if tile in worthless else value for tile, value in FRENCH.values.items()}
    return replace(NORMAL, letters=replace(FRENCH, values=values))


def check_against_brute_force(board: Board, rack: str, fmt: Format) -> None:
    moves = solve(board, rack, lexicon(), fmt)
    expected = list_all_moves(
        board.rows(),
        rack,
        set(WORDS),
        fmt.max_play,
        dict(fmt.bonuses),
        values=dict(fmt.letters.values),
    )
    listed = [(read_laid_word(board, move), move.ref, move.score) for move in moves]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    assert count_distinct(moves, board) == count_distinct_moves(board.rows(), expected)
    order = [(-move.score, move.ref, move.word) for move in moves]
    assert order == sorted(order)
    assert find_tops(board, rack, lexicon(), fmt) == [m for m in moves if m.score == moves[0].score]


def read_laid_word(board: Board, move: Move) -> str:
    """Return the word; check that its letters that were on the grid are in upper case."""
    for (row, col), letter in zip(move.place.list_squares(len(move.word)), move.word, strict=True):
        assert not board.get_tile(row, col) or letter.isupper()
    return move.word


@settings(max_examples=8)
@given(boards(), racks())
def test_moves_and_tops_equal_those_of_a_brute_force(board: Board, rack: str) -> None:
    check_against_brute_force(board, rack, NORMAL)


@settings(max_examples=10)
@given(played_boards(), racks())
def test_moves_equal_brute_force_on_boards_of_legal_plays(board: Board, rack: str) -> None:
    check_against_brute_force(board, rack, NORMAL)


@settings(max_examples=10)
@given(played_boards(), paired_racks())
def test_moves_equal_brute_force_with_several_equal_letters_and_jokers(
    board: Board, rack: str
) -> None:
    check_against_brute_force(board, rack, NORMAL)


@settings(max_examples=10)
@given(boards() | played_boards(), racks(size=9), st.sampled_from(sorted(FORMATS)))
def test_moves_equal_brute_force_in_every_format(board: Board, rack: str, key: str) -> None:
    check_against_brute_force(board, rack[: FORMATS[key].rack_size], FORMATS[key])


@settings(max_examples=10)
@given(played_boards(), racks() | paired_racks(), worthless_letters())
def test_moves_equal_brute_force_with_letters_worth_nothing(
    board: Board, rack: str, fmt: Format
) -> None:
    check_against_brute_force(board, rack, fmt)


JOKERS: list[tuple[tuple[str, ...], str]] = [
    # SENSEES, RESSERRE: letters laid more often than the rack has them, on different premiums.
    ((), "SENEE??"),
    (("LES H7",), "RESERR?"),
    (("ETE H6",), "ETTES??"),
    # A spare joker may be any letter laid.
    (("LES H7",), "CASE??"),
    (("AXE 8G",), "TAXES??"),
    # The word goes through tiles on the grid, some of them jokers.
    (("LeS H7",), "EREELS?"),
    (("ASSeSSES H1",), "?AE"),
    # Cross words on both sides, one with a joker.
    (("EAUX H5", "xI 8H"), "UNE?LE"),
    (("ET H7", "Es 7H"), "AIRE??"),
]


def test_jokers_take_every_possible_square_and_score_zero() -> None:
    with every_row() as each:
        for plays, rack in JOKERS:
            with each(rack):
                board = lay(*plays)
                assert solve(board, rack, lexicon())
                check_against_brute_force(board, rack, NORMAL)


def test_a_whole_rack_through_tiles_gets_its_bonus() -> None:
    board = lay("EN H7")
    best = find_tops(board, "TRAI?ES", lexicon())
    assert best[0].score == max(move.score for move in solve(board, "TRAI?ES", lexicon()))
    assert best[0].score > 50


def test_a_bonus_for_fewer_tiles_is_found() -> None:
    with every_row() as each:
        for rack in ("ETAXSEU", "GAZESUN", "RESE?TA"):
            with each(rack):
                few = replace(NORMAL, bonuses={2: 60, 3: 20})
                for board in (Board.empty(), lay("LES H7"), lay("AXE 8G")):
                    check_against_brute_force(board, rack, few)


def test_first_moves_are_listed_in_both_directions_and_count_once() -> None:
    moves = solve(Board.empty(), "GAZESTU", lexicon())
    horizontal = {(m.word, m.place.row, m.place.col) for m in moves if m.place.direction == "H"}
    vertical = {(m.word, m.place.col, m.place.row) for m in moves if m.place.direction == "V"}
    assert horizontal == vertical != set()
    assert count_distinct(moves, Board.empty()) == len(horizontal)
    assert count_distinct([m for m in moves if m.place.direction == "V"], Board.empty()) == len(
        horizontal
    )
    assert all((7, 7) in move.place.list_squares(len(move.word)) for move in moves)


def test_a_tile_with_two_words_counts_once() -> None:
    board = lay("NE H7", "EN 8H")
    moves = [m for m in solve(board, "U", lexicon()) if list_tiles_at(board, m) == {(8, 6)}]
    assert [(move.word, move.ref) for move in moves] == [("NU", "7H"), ("UN", "I7")]
    assert count_distinct(moves, board) == 1


@pytest.mark.parametrize("rack", ["TREESA", "CASE?", "LES??"])
def test_words_with_only_the_same_hash_sum_are_excluded(
    rack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = lay("AXES H7")
    every = solve(board, rack, lexicon())

    def find_all_of_length(_: RackAnagrams, key: tuple[int, str]) -> list[str]:
        tiles, fixed = key
        return [word for word in WORDS if len(word) == tiles + len(fixed)]

    monkeypatch.setattr(RackAnagrams, "__missing__", find_all_of_length)
    assert find_tops(board, rack, lexicon()) == [m for m in every if m.score == every[0].score]


def test_the_same_word_with_another_joker_square_counts_separately() -> None:
    board = lay("LE H7")
    moves = [m for m in solve(board, "SE?", lexicon()) if m.word.upper() == "SES"]
    assert {move.word for move in moves} >= {"SEs", "sES"}
    assert count_distinct(moves, board) == len(moves)


def list_tiles_at(board: Board, move: Move) -> set[tuple[int, int]]:
    return {(row, col) for row, col, _ in board.list_new_tiles(move.word, move.place)}


def test_a_rack_without_a_move_gives_no_top() -> None:
    assert solve(lay("NE H7"), "QQ", lexicon()) == []
    assert find_tops(lay("NE H7"), "QQ", lexicon()) == []
    assert find_tops(Board.empty(), "", lexicon()) == []
    assert find_tops(Board.empty(), "A", lexicon()) == []


def test_two_jokers_alone_make_a_top_of_no_points() -> None:
    best = find_tops(Board.empty(), "??", lexicon())
    assert {move.score for move in best} == {0}
    assert ("ai", "H8") in {(move.word, move.ref) for move in best}


def test_a_rack_that_is_not_made_of_tiles_is_refused() -> None:
    with every_row() as each:
        for rack in (
            "aBC",
            "AÉ",
            "A B",
            "A1",
        ):
            with each(rack):
                for search in (solve, find_tops):
                    with pytest.raises(BadLetters):
                        search(Board.empty(), rack, lexicon())


def test_a_joker_may_replace_a_letter_worth_nothing() -> None:
    letters = replace(FRENCH, values={**FRENCH.values, "S": 0})
    fmt = replace(NORMAL, letters=letters)
    best = find_tops(Board.empty(), "LES?", lexicon(), fmt)
    every = solve(Board.empty(), "LES?", lexicon(), fmt)
    assert best == [move for move in every if move.score == every[0].score]
    assert {"LES", "LEs"} <= {move.word for move in best}


def test_tops_are_the_first_moves_of_solve_over_whole_games(
    shipped: Lexicon,
) -> None:
    """With the shipped list: the upper bounds and the anagrams lose no top."""
    rng = random.Random(20231)
    for _ in range(2):
        bag = [letter for letter, count in FRENCH.counts.items() for _ in range(count)]
        rng.shuffle(bag)
        board, rack = Board.empty(), ""
        while True:
            rack += "".join(bag.pop() for _ in range(min(7 - len(rack), len(bag))))
            every = solve(board, rack, shipped)
            best = find_tops(board, rack, shipped)
            assert best == [move for move in every if move.score == every[0].score]
            if not every:
                break
            for move in [*best, *rng.sample(every, min(20, len(every)))]:
                assert score(board, move.word, move.place) == move.score
            chosen = rng.choice(best)
            for tile in find_tiles_needed(board, chosen.word, chosen.place):
                rack = rack.replace(tile, "", 1)
            board = board.lay(chosen.word, chosen.place)
