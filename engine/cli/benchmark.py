"""`bench`: runs `benchmarks/engine`, which is in the repository but not in an installed package."""

import argparse
import importlib.util
import runpy
import sys

from engine.cli.options import OK, Menu, print_error
from engine.lexicon.lexicon import DEFAULT_LEXICON

_MODULE = "benchmarks.engine"


def add_command(menu: Menu) -> None:
    command = menu.add(
        "bench",
        "mesurer le moteur",
        "Mesure le moteur sur des positions de parties jouées par lui-même.",
        run,
    )
    command.options.add_argument(
        "--positions", type=int, metavar="N", help="sur combien de positions"
    )


def run(options: argparse.Namespace) -> int:
    if not _has_benchmarks():
        return print_error(
            "Le banc d'essai n'est pas ici ; lancez la commande dans un dépôt de Duplicata."
        )
    arguments = [] if options.lexicon == DEFAULT_LEXICON else ["--lexicon", str(options.lexicon)]
    arguments += ["--json"] if options.json else []
    arguments += [] if options.positions is None else ["--positions", str(options.positions)]
    sys.argv = [_MODULE, *arguments]
    try:
        runpy.run_module(_MODULE, run_name="__main__", alter_sys=True)
    except SystemExit as system_exit:
        return system_exit.code if isinstance(system_exit.code, int) else OK
    return OK


def _has_benchmarks() -> bool:
    try:
        return importlib.util.find_spec(f"{_MODULE}.__main__") is not None
    except ModuleNotFoundError:
        return False
