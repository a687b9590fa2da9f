"""Errors of command lines, in French."""

import argparse

import pytest

from engine.arguments import BAD_COMMAND, FrenchArgumentParser, format_refusal
from tests.rows import every_row


def parser() -> FrenchArgumentParser:
    french_parser = FrenchArgumentParser(prog="essai")
    french_parser.add_argument("--edition", choices=["2019", "2023"])
    french_parser.add_argument("--number", type=int, choices=[1, 2])
    menu = french_parser.add_subparsers(metavar="COMMANDE", required=True)
    menu.add_parser("voir").add_argument("files", metavar="FICHIER", nargs="+")
    return french_parser


ERRORS: list[tuple[list[str], str]] = [
    ([], "il manque COMMANDE ; voir « essai --help »."),
    (["voir"], "il manque FICHIER ; voir « essai voir --help »."),
    (["lire"], "la commande « lire » n'existe pas ; voir « essai --help »."),
    (
        ["--edition", "2012"],
        "--edition accepte 2019, 2023, pas « 2012 » ; voir « essai --help ».",
    ),
    (["--number", "3"], "--number accepte 1, 2, pas « 3 » ; voir « essai --help »."),
    (["--number", "x"], "--number attend un nombre, pas « x » ; voir « essai --help »."),
    (["--edition"], "--edition attend une valeur ; voir « essai --help »."),
]


def test_an_error_refers_to_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with every_row() as each:
        for arguments, sentence in ERRORS:
            with each(arguments):
                with pytest.raises(SystemExit) as caught:
                    parser().parse_args(arguments)
                assert caught.value.code == BAD_COMMAND
                assert capsys.readouterr().err == f"Commande incorrecte : {sentence}\n"


def test_an_unknown_message_is_left_out() -> None:
    assert format_refusal("what now", "essai") == "Commande incorrecte ; voir « essai --help »."


def test_a_custom_type_has_its_own_message(capsys: pytest.CaptureFixture[str]) -> None:
    def never(text: str) -> str:
        raise argparse.ArgumentTypeError(f"« {text} » ne va jamais")

    french_parser = FrenchArgumentParser(prog="essai")
    french_parser.add_argument("--why", type=never)
    with pytest.raises(SystemExit):
        french_parser.parse_args(["--why", "x"])
    assert "--why : « x » ne va jamais ;" in capsys.readouterr().err
