"""`examine`: everything that is wrong with a play, and what it would be worth."""

import argparse

from engine.board.letters import WILD
from engine.board.notation import Position
from engine.board.place import Place
from engine.cli.options import MISMATCH, OK, Menu, add_format, load_chosen_lexicon, print_error
from engine.cli.output import Column, show_board, show_json, show_table, show_text
from engine.cli.position import NO_RACK, add_position, read_position_options
from engine.cli.sentences import format_finding
from engine.record.game_sheet import read_word
from engine.regulation.editions import CURRENT, get_edition
from engine.search.examine import Examination, MoveFault, examine as look_at


def add(menu: Menu) -> None:
    command = menu.add(
        "examine",
        "examiner un coup",
        "Tout ce qui ne va pas dans un coup, les mots qu'il forme et son score, pour chaque emploi "
        "des jokers du tirage. Code de sortie 1 si le coup n'est pas jouable.",
        run,
    )
    add_position(command)
    command.options.add_argument(
        "--play",
        required=True,
        metavar="COUP",
        help="mot et référence, par exemple « RATInES H4 » ; une minuscule pour un joker",
    )
    add_format(command)


def run(options: argparse.Namespace) -> int:
    position = read_position_options(options)
    words = options.play.split()
    if len(words) != 2:
        return print_error("Le coup est un mot et une référence ; écrivez --play « RATINES H4 ».")
    if not position.rack:
        return print_error(NO_RACK)
    word, place = read_word(words[0]), Place.parse(words[1])
    found = look_at(
        position.board, position.rack, word, place, load_chosen_lexicon(options), position.fmt
    )
    if options.json:
        show_json(_as_json(position, found))
    else:
        _show(position, found)
    return OK if found.valid else MISMATCH


def _as_json(position: Position, found: Examination) -> dict[str, object]:
    return {
        "position": str(position),
        "word": found.word,
        "ref": str(found.place),
        "valid": found.valid,
        "findings": [
            {"code": one.code, "article": _article(one), **one.data} for one in found.findings
        ],
        "tiles": found.tiles,
        "score": found.score,
        "formed": [
            {"word": one.word, "ref": str(one.place), "score": one.points} for one in found.formed
        ],
        "assignments": [{"word": one.word, "score": one.score} for one in found.assignments],
    }


def _article(found: MoveFault) -> str:
    return get_edition(CURRENT).number(*found.topics)


def _show(position: Position, found: Examination) -> None:
    show_board(position.board)
    show_text(f"Tirage {position.rack}, formule {position.fmt.key}")
    if found.formed:
        show_table(
            [Column("Mot formé"), Column("Réf."), Column("Points", number=True)],
            [((one.word, one.place, one.points), False) for one in found.formed],
        )
    if WILD in position.rack and found.assignments:
        show_table(
            [Column("Jokers (minuscules)"), Column("Score", number=True)],
            [((one.word, one.score), False) for one in found.assignments],
        )
    for one in found.findings:
        show_text(f"{format_finding(one.code, one.data)} ({_article(one)}).")
    if found.valid:
        points = "points" if (found.score or 0) > 1 else "point"
        show_text(f"{found.word} {found.place} est jouable : {found.score} {points}.")
