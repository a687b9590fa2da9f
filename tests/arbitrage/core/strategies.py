"""Bulletins for properties: clean ones, clean ones with raccord letters, and faulty ones."""

from dataclasses import replace

from hypothesis import assume, strategies as st

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import SIDE, Sheet
from engine.board.board import Board
from engine.board.place import SIZE
from engine.search.moves import Move

from .games import Situation, build_situations, write_clean_bulletin


@st.composite
def situation_and_clean(draw: st.DrawFn) -> tuple[Situation, Bulletin]:
    """Build a situation and a bulletin without fault for one of its moves."""
    situation = draw(st.sampled_from(build_situations()))
    move = draw(st.sampled_from(situation.moves))
    return situation, write_clean_bulletin(move)


@st.composite
def faulty_bulletins(draw: st.DrawFn) -> tuple[Situation, Bulletin]:
    """Build a clean bulletin with up to three faults."""
    situation, bulletin = draw(situation_and_clean())
    for change in draw(st.lists(st.sampled_from(_CHANGES), max_size=3)):
        bulletin = change(draw, situation, bulletin)
    return situation, bulletin


@st.composite
def raccord_bulletins(draw: st.DrawFn) -> tuple[Situation, Bulletin, int]:
    """Draw a move with its reference, and letters of the grid drawn beside the word; how many
    of the letters drawn, those inside the word included, are raccord letters."""
    situation = draw(
        st.sampled_from(
            [candidate for candidate in build_situations() if not candidate.position.is_first]
        )
    )
    move = draw(st.sampled_from(situation.moves))
    board = situation.position.board
    letters = dict(zip(move.place.list_squares(len(move.word)), move.word, strict=True))
    reachable = _list_chains(board, letters)
    assume(reachable)
    count = draw(st.integers(1, min(6, len(reachable))))
    drawing = letters | {square: board.get_tile(*square).upper() for square in reachable[:count]}
    bulletin = Bulletin(Sheet(_to_rows(drawing)), move.ref, str(move.score))
    return situation, bulletin, count + sum(bool(board.get_tile(*square)) for square in letters)


@st.composite
def mixed_sheets(draw: st.DrawFn) -> tuple[Situation, Bulletin]:
    """Draw a sheet of one or two moves, each with some raccord letters, drawn as they lie or
    across; reference and score are those of either move, inverted, of another move, or missing.
    """
    situation = draw(
        st.sampled_from(
            [candidate for candidate in build_situations() if not candidate.position.is_first]
        )
    )
    first, second, other = (draw(st.sampled_from(situation.moves)) for _ in range(3))
    drawing = _draw_with_raccord(draw, situation, first)
    if draw(st.booleans()):
        second_drawing = _draw_with_raccord(draw, situation, second)
        down, right = draw(st.integers(-9, 9)), draw(st.integers(-9, 9))
        if draw(st.booleans()):
            second_drawing = {
                (row + down, col + right): char for (row, col), char in second_drawing.items()
            }
        assume(all(drawing.get(square, char) == char for square, char in second_drawing.items()))
        drawing = second_drawing | drawing
    if draw(st.booleans()):
        drawing = {(col, row): char for (row, col), char in drawing.items()}
    inverted = [ref[-1] + ref[:-1] if ref[0].isdigit() else ref[1:] + ref[0]
                for ref in (first.ref, second.ref)]  # fmt: skip
    reference = draw(st.sampled_from([first.ref, second.ref, *inverted, other.ref, ""]))
    score = draw(st.sampled_from([str(move.score) for move in (first, second, other)] + [""]))
    return situation, Bulletin(Sheet(_to_rows(drawing)), reference, score)


def _draw_with_raccord(
    draw: st.DrawFn, situation: Situation, move: Move
) -> dict[tuple[int, int], str]:
    """Return the letters of the move and some connected to it, by square of the grid."""
    board = situation.position.board
    letters = dict(zip(move.place.list_squares(len(move.word)), move.word, strict=True))
    reachable = _list_chains(board, letters)[: draw(st.integers(0, 6))]
    return letters | {square: board.get_tile(*square).upper() for square in reachable}


def _list_chains(board: Board, letters: dict[tuple[int, int], str]) -> list[tuple[int, int]]:
    """Return squares of the grid beside the word, each connected by those before it."""
    frontier = list(letters)
    chains: list[tuple[int, int]] = []
    while frontier:
        row, col = frontier.pop(0)
        for square in ((row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)):
            inside = 0 <= square[0] < SIZE and 0 <= square[1] < SIZE
            if (
                inside
                and square not in letters
                and square not in chains
                and board.get_tile(*square)
            ):
                chains.append(square)
                frontier.append(square)
    return chains


def _to_rows(drawing: dict[tuple[int, int], str]) -> tuple[str, ...]:
    rows, cols = [row for row, _ in drawing], [col for _, col in drawing]
    assume(max(rows) - min(rows) < SIDE)
    assume(max(cols) - min(cols) < SIDE)
    return tuple(
        "".join(drawing.get((row, col), ".") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def _draw_other_score(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    other = draw(st.sampled_from(situation.moves))
    scores = st.sampled_from([str(other.score), "", "illegible", "7", "0"])
    return replace(bulletin, score=draw(scores))


def _draw_twin_score(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    """The score of the same word at another place or with other jokers."""
    word = str(bulletin.sheet).replace("\n", "").upper()
    twins = [move for move in situation.moves if move.word.upper() == word]
    return replace(bulletin, score=str(draw(st.sampled_from(twins)).score) if twins else "3")


def _draw_other_reference(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    other = draw(st.sampled_from(situation.moves))
    inverted = bulletin.reference[1:] + bulletin.reference[:1]
    references = st.sampled_from([other.ref, inverted, "", "illegible", "H8", "O15", "Q3"])
    return replace(bulletin, reference=draw(references))


def _draw_other_direction(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    rows = ["".join(column) for column in zip(*bulletin.sheet.rows, strict=True)]
    return replace(bulletin, sheet=Sheet(tuple(rows)))


def _draw_other_letters(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    """Return the bulletin with other circles or letters."""
    text = list(str(bulletin.sheet))
    index = draw(st.integers(0, max(len(text) - 1, 0)))
    if not text or text[index] in "\n.":
        return bulletin
    letter = draw(st.sampled_from([text[index].swapcase(), "E", "S", "k", ".", ""]))
    text[index] = letter
    return replace(bulletin, sheet=Sheet.from_text("".join(text)))


def _draw_letters_beside(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    """Raccord letters, parasites or a second word."""
    if max(len(bulletin.sheet.rows), *map(len, bulletin.sheet.rows), 0) > SIDE - 3:
        return bulletin
    move = draw(st.sampled_from(situation.moves))
    beside = draw(st.sampled_from(["S", "XY", move.word, "." + move.word[-3:], ".", "E.A"]))
    return replace(bulletin, sheet=Sheet((*bulletin.sheet.rows, "", beside)[-SIDE:]))


def _draw_other_state(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    return replace(bulletin, state=draw(st.sampled_from(SheetState)))


_CHANGES = (
    _draw_other_score,
    _draw_twin_score,
    _draw_other_reference,
    _draw_other_direction,
    _draw_other_letters,
    _draw_letters_beside,
    _draw_other_state,
)
