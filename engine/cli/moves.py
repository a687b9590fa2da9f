"""`top` and `moves`: the moves of a position."""

import argparse
from collections.abc import Sequence

from engine.board.notation import Position
from engine.cli.options import (
    OK,
    EngineParser,
    Menu,
    add_edition,
    add_format,
    load_chosen_lexicon,
    print_error,
)
from engine.cli.output import Column, show_board, show_json, show_table, show_text, to_json
from engine.cli.position import NO_RACK, add_position, read_position_options
from engine.errors import LettersNotInBag
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition import Edition
from engine.regulation.editions import get_edition
from engine.rules.choice import Choice, list_allowed_tops, list_final_tops, propose
from engine.rules.remainder import find_unseen_bag
from engine.search.moves import Move, count_distinct, find_tops, solve

_DEFAULT_LIMIT = 30
_ADVICE = ("proposé", "possible", "non", "")


def add_command(menu: Menu) -> None:
    top = menu.add(
        "top",
        "le meilleur coup",
        "Le ou les meilleurs coups d'une position, et ceux que le règlement permet de retenir.",
        _run_top,
    )
    _add_limit(top)
    add_edition(top)
    moves = menu.add(
        "moves",
        "tous les coups",
        "Tous les coups d'une position, du plus cher au moins.",
        _run_moves,
    )
    _add_limit(moves)


def _add_limit(command: EngineParser) -> None:
    add_position(command)
    command.options.add_argument(
        "--limit",
        type=_parse_count,
        metavar="N",
        help=f"n'en montrer que N (par défaut : {_DEFAULT_LIMIT} dans le tableau, tous en JSON)",
    )
    add_format(command)


def _parse_count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _run_top(options: argparse.Namespace) -> int:
    position = read_position_options(options)
    edition = get_edition(options.edition)
    if not position.rack:
        return print_error(NO_RACK)
    lexicon = load_chosen_lexicon(options)
    all_tops = find_tops(position.board, position.rack, lexicon, position.fmt)
    choice = _find_choice(position, all_tops, lexicon, edition)
    if options.json:
        show_json(
            {
                "position": str(position),
                "top": all_tops[0].score if all_tops else 0,
                "tops": to_json(all_tops[: options.limit]),
                "allowed": to_json(choice.allowed[: options.limit]) if choice else None,
            }
        )
        return OK
    proposed = propose(choice.allowed, position.board, lexicon, position.fmt) if choice else None
    rows = [(_rank_advice(top, choice, proposed), top) for top in all_tops]
    rows.sort(key=lambda row: row[0])
    _show_position(position)
    _show_moves(
        [Column("Top"), Column("Réf."), Column("Score", is_number=True), Column("À retenir")],
        [(top.word, top.ref, top.score, _ADVICE[rank]) for rank, top in rows],
        options.limit,
        count_distinct(all_tops, position.board),
    )
    return OK


def _find_choice(
    position: Position, all_tops: Sequence[Move], lexicon: Lexicon, edition: Edition
) -> Choice | None:
    """Return the tops allowed by 3.4; None if there is no move, or if no bag is possible."""
    if not all_tops:
        return None
    board, rack, fmt = position.board, position.rack, position.fmt
    try:
        bag = find_unseen_bag(fmt, board, rack)
    except LettersNotInBag:
        return None
    return list_allowed_tops(
        fmt=fmt,
        turn=position.turn or (1 if board.is_empty else 2),
        rack=rack,
        unseen=bag.letters,
        tops=all_tops,
        board=board,
        final_tops=list_final_tops(fmt=fmt, rack=rack, tops=all_tops, board=board, lexicon=lexicon),
        edition=edition,
    )


def _rank_advice(top: Move, choice: Choice | None, proposed: Move | None) -> int:
    """Return the index in `_ADVICE`."""
    if choice is None:
        return len(_ADVICE) - 1
    return 0 if top == proposed else 1 if top in choice.allowed else 2


def _run_moves(options: argparse.Namespace) -> int:
    position = read_position_options(options)
    if not position.rack:
        return print_error(NO_RACK)
    all_moves = solve(position.board, position.rack, load_chosen_lexicon(options), position.fmt)
    count = count_distinct(all_moves, position.board)
    if options.json:
        solutions = [
            {"word": move.word, "ref": move.ref, "score": move.score}
            for move in all_moves[: options.limit]
        ]
        show_json({"position": str(position), "moves": len(all_moves), "solutions": solutions})
        return OK
    _show_position(position)
    _show_moves(
        [Column("Mot"), Column("Réf."), Column("Score", is_number=True)],
        [(move.word, move.ref, move.score) for move in all_moves],
        options.limit,
        count,
    )
    return OK


def _show_moves(
    columns: Sequence[Column], rows: Sequence[Sequence[object]], limit: int | None, distinct: int
) -> None:
    limit = _DEFAULT_LIMIT if limit is None else limit
    if rows[:limit]:
        show_table(columns, [(row, False) for row in rows[:limit]])
    if not rows:
        show_text("Aucun coup n'est possible.")
        return
    more = f" ; {limit} lignes sur {len(rows)}, --limit en montre plus" if limit < len(rows) else ""
    show_text(f"Coups différents : {distinct}{more}.")


def _show_position(position: Position) -> None:
    show_board(position.board)
    show_text(f"Tirage {position.rack}, formule {position.fmt.key}")
