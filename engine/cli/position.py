"""The position on the command line of `top`, `moves` and `examine`."""

import argparse

from engine.board.notation import Position
from engine.cli.options import EngineParser
from engine.cli.reading import apply_options, read_position

NO_RACK = "Il manque le tirage ; ajoutez-le à la position ou avec --rack."
_POSITION = (
    "une position sur une ligne, par exemple « vide AEIRST? », ou un fichier d'une grille de 15 "
    "lignes (« . » case vide, minuscule pour un joker) ; « - » lit l'entrée"
)


def add_position_arguments(command: EngineParser) -> None:
    group = command.add_argument_group("arguments")
    group.add_argument("position", nargs="+", metavar="POSITION", help=_POSITION)
    command.options.add_argument("--rack", metavar="TIRAGE", help="tirage, « ? » pour un joker")


def read_position_options(options: argparse.Namespace) -> Position:
    """Return the position of the options. Raises `EngineError`."""
    return apply_options(read_position(options.position), options.rack, options.format)
