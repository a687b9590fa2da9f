"""`bench`: the measurements of `benchmarks/engine`, which a checkout has and an install has not."""

import argparse
import importlib.util
import runpy
import sys

from engine.cli.options import OK, Menu, complain
from engine.lexicon import DEFAULT_LEXICON

_MODULE = "benchmarks.engine"


def add(menu: Menu) -> None:
    menu.add(
        "bench",
        "mesurer le moteur",
        "Mesure le moteur sur des positions de parties jouées par lui-même. --positions N dit sur "
        "combien.",
        run,
    )


def run(options: argparse.Namespace) -> int:
    if not _is_here():
        return complain(
            "Le banc d'essai n'est pas ici ; lancez la commande dans un dépôt de Duplicata."
        )
    given = [] if options.lexicon == DEFAULT_LEXICON else ["--lexicon", str(options.lexicon)]
    sys.argv = [_MODULE, *(["--json"] if options.json else []), *given, *options.more]
    try:
        runpy.run_module(_MODULE, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK
    return OK


def _is_here() -> bool:
    try:
        return importlib.util.find_spec(f"{_MODULE}.__main__") is not None
    except ModuleNotFoundError:
        return False
