"""`check`: tells if words are admitted."""

import argparse
import re

from engine.board.letters import fold
from engine.cli.options import MISMATCH, OK, Menu, load_chosen_lexicon, print_error
from engine.cli.output import Column, show_json, show_table
from engine.cli.reading import STDIN, read_text


def add_command(menu: Menu) -> None:
    command = menu.add(
        "check",
        "vérifier des mots",
        "Dit pour chaque mot s'il est admis. Code de sortie 1 si l'un ne l'est pas. Les accents "
        "ne comptent pas.",
        run,
    )
    arguments = command.add_argument_group("arguments")
    arguments.add_argument(
        "words", nargs="+", metavar="MOT", help="un mot ; « - » les lit sur l'entrée"
    )


def run(options: argparse.Namespace) -> int:
    texts = _read_words(options.words)
    words = [fold(word) for word in texts]
    for text, word in zip(texts, words, strict=True):
        if not re.fullmatch("[A-Z]{1,60}", word):
            return print_error(f"« {text[:60]} » n'est pas un mot : écrivez-le en lettres A à Z.")
    if not words:
        return print_error("Aucun mot à vérifier : écrivez-en au moins un.")
    lexicon = load_chosen_lexicon(options)
    results = [(word, word in lexicon) for word in words]
    if options.json:
        show_json({"words": [{"word": word, "admitted": admitted} for word, admitted in results]})
    else:
        show_table(
            [Column("Mot"), Column("Verdict")],
            [
                ((word, "admis" if admitted else "non admis"), not admitted)
                for word, admitted in results
            ],
        )
    return OK if all(admitted for _, admitted in results) else MISMATCH


def _read_words(words: list[str]) -> list[str]:
    if words != ["-"]:
        return words
    return read_text(STDIN).split()
