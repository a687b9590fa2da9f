"""A wrong command is told in French, by whatever command line of the house."""

import argparse

import pytest

from engine.arguments import BAD_COMMAND, Parser, format_refusal


def parser() -> Parser:
    made = Parser(prog="essai")
    made.add_argument("--edition", choices=["2019", "2023"])
    made.add_argument("--number", type=int, choices=[1, 2])
    menu = made.add_subparsers(metavar="COMMANDE", required=True)
    menu.add_parser("voir").add_argument("files", metavar="FICHIER", nargs="+")
    return made


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
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
    ],
)
def test_what_is_wrong_is_said_with_where_to_read_more(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        parser().parse_args(arguments)
    assert caught.value.code == BAD_COMMAND
    assert capsys.readouterr().err == f"Commande incorrecte : {said}\n"


def test_an_unknown_reason_is_left_out_rather_than_told_in_english() -> None:
    assert format_refusal("what now", "essai") == "Commande incorrecte ; voir « essai --help »."


def test_a_type_of_ours_says_itself_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    def never(text: str) -> str:
        raise argparse.ArgumentTypeError(f"« {text} » ne va jamais")

    made = Parser(prog="essai")
    made.add_argument("--why", type=never)
    with pytest.raises(SystemExit):
        made.parse_args(["--why", "x"])
    assert "--why : « x » ne va jamais ;" in capsys.readouterr().err
