"""`examine`: the faults of a play, and its score."""

import argparse

from engine.board.letters import WILD
from engine.board.notation import Position
from engine.board.place import Place
from engine.cli.options import (
    MISMATCH,
    OK,
    Menu,
    add_format_option,
    load_chosen_lexicon,
    print_error,
)
from engine.cli.output import Column, show_board, show_json, show_table, show_text
from engine.cli.position import NO_RACK, add_position_arguments, read_position_options
from engine.cli.sentences import format_fault
from engine.record.game_sheet import read_word
from engine.regulation.editions import CURRENT, get_edition
from engine.search.examine import Examination, MoveFault, examine


def add_command(menu: Menu) -> None:
    command = menu.add(
        "examine",
        "examiner un coup",
        "Tout ce qui ne va pas dans un coup, les mots qu'il forme et son score, pour chaque emploi "
        "des jokers du tirage. Code de sortie 1 si le coup n'est pas jouable.",
        run,
    )
    add_position_arguments(command)
    command.options.add_argument(
        "--play",
        required=True,
        metavar="COUP",
        help="mot et référence, par exemple « RATInES H4 » ; une minuscule pour un joker",
    )
    add_format_option(command)


def run(options: argparse.Namespace) -> int:
    position = read_position_options(options)
    words = options.play.split()
    if len(words) != 2:
        return print_error("Le coup est un mot et une référence ; écrivez --play « RATINES H4 ».")
    if not position.rack:
        return print_error(NO_RACK)
    word, place = read_word(words[0]), Place.parse(words[1])
    examination = examine(
        position.board, position.rack, word, place, load_chosen_lexicon(options), position.fmt
    )
    if options.json:
        show_json(_to_json(position, examination))
    else:
        _show_examination(position, examination)
    return OK if examination.is_valid else MISMATCH


def _to_json(position: Position, examination: Examination) -> dict[str, object]:
    return {
        "position": str(position),
        "word": examination.word,
        "ref": str(examination.place),
        "valid": examination.is_valid,
        "findings": [
            {"code": fault.code, "article": _find_article(fault), **fault.data}
            for fault in examination.faults
        ],
        "tiles": examination.tiles,
        "score": examination.score,
        "formed": [
            {"word": formed.word, "ref": str(formed.place), "score": formed.points}
            for formed in examination.formed
        ],
        "assignments": [
            {"word": assignment.word, "score": assignment.score}
            for assignment in examination.assignments
        ],
    }


def _find_article(fault: MoveFault) -> str:
    return get_edition(CURRENT).format_articles(*fault.topics)


def _show_examination(position: Position, examination: Examination) -> None:
    show_board(position.board)
    show_text(f"Tirage {position.rack}, formule {position.fmt.key}")
    if examination.formed:
        show_table(
            [Column("Mot formé"), Column("Réf."), Column("Points", is_number=True)],
            [((formed.word, formed.place, formed.points), False) for formed in examination.formed],
        )
    if WILD in position.rack and examination.assignments:
        show_table(
            [Column("Jokers (minuscules)"), Column("Score", is_number=True)],
            [
                ((assignment.word, assignment.score), False)
                for assignment in examination.assignments
            ],
        )
    for fault in examination.faults:
        show_text(f"{format_fault(fault.code, fault.data)} ({_find_article(fault)}).")
    if examination.is_valid:
        points = "points" if (examination.score or 0) > 1 else "point"
        show_text(
            f"{examination.word} {examination.place} est jouable : {examination.score} {points}."
        )
