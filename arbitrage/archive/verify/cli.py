"""The command line of the verification."""

import os
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.reading import MAX_SIZE
from arbitrage.archive.verify.discrepancy_sentences import (
    escape_unprintable,
    list_discrepancy_lines,
)
from arbitrage.archive.verify.lexica import Lexica, NoWordListError
from arbitrage.archive.verify.summary import build_conclusion
from arbitrage.archive.verify.verification import Verification
from engine.arguments import FrenchArgumentParser
from engine.errors import BadWordList
from tournament.core.chain import DISPLAYED_DIGITS

EXIT_DISCREPANCIES = 1
EXIT_BAD_INPUT = 2

_PROBLEMS: Mapping[str, str] = {
    "newer-version": "cette archive vient d’un logiciel plus récent (format {version}, celui-ci "
    "lit jusqu’au {known}) : mettez Duplicata à jour",
    "too-large": "cette archive est trop grande : {most} Mo au plus une fois ouverte",
    "other-members": "cette archive n’a pas les membres que son sommaire annonce",
    "repeated-member": "cette archive a deux fois le même membre",
    "bad-manifest": "le sommaire de cette archive ne se lit pas",
}
_NO_ARCHIVE = "ce n’est pas une archive de tournoi, ou elle est abîmée"


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code: 0 if everything agrees, 1 for discrepancies, 2 for a file that cannot
    be read."""
    options = _build_parser().parse_args(arguments)
    try:
        verification = Verification(_read_file(options.file), Lexica(options.words), options.head)
        report = verification.run()
    except (BadArchive, OSError, NoWordListError, BadWordList) as error:
        print(escape_unprintable(f"{options.file} : {_describe_error(error)}."), file=sys.stderr)
        return EXIT_BAD_INPUT
    try:
        for line in _list_output_lines(verification, options):
            print(escape_unprintable(line))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe: nothing more can be flushed to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_DISCREPANCIES if report.discrepancies else 0


def _list_output_lines(verification: Verification, options: Namespace) -> Iterator[str]:
    report, record = verification.report, verification.record
    if not options.quiet:
        yield from verification.list_summary_lines()
    yield from list_discrepancy_lines(report, record)
    if not options.quiet or report.discrepancies:
        yield build_conclusion(report, record)


def _read_file(path: Path) -> bytes:
    """Return the bytes of the file. Raise OSError, BadArchive."""
    if path.stat().st_size > MAX_SIZE:
        raise BadArchive("too-large", most=MAX_SIZE // 1024**2)
    return path.read_bytes()


def _describe_error(error: Exception) -> str:
    match error:
        case BadArchive():
            return _PROBLEMS.get(error.reason, _NO_ARCHIVE).format_map(error.data)
        case NoWordListError():
            lists = ", ".join(
                f"{name} ({checksum[:12]})" for checksum, name in error.available.items()
            )
            return (
                f"la partie {error.game} est jouée avec une liste de {error.count} mots, "
                f"d’empreinte {error.checksum[:12]}, qui n’est pas ici ({lists}). Donnez le "
                "fichier de cette liste : --words FICHIER"
            )
        case BadWordList():
            return f"une liste de mots donnée ne se lit pas ({error})"
        case _:
            return "ce fichier n’est pas là ou ne se lit pas"


def _build_parser() -> FrenchArgumentParser:
    parser = FrenchArgumentParser(
        prog="python -m arbitrage.verify",
        description="Refait tout ce qu’une archive de tournoi dit : tirages, solutions, verdicts, "
        "scores, classements, chaîne du journal ; sans serveur ni base.",
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FICHIER", type=Path, help="l’archive")
    parser.add_argument(
        "--words",
        metavar="LISTE",
        type=Path,
        action="append",
        default=[],
        help="liste de mots d’une partie, si ce n’est pas celle du logiciel ; peut se répéter",
    )
    parser.add_argument(
        "--head",
        metavar="TÊTE",
        type=_parse_head,
        action="append",
        default=[],
        help="tête imprimée avec un classement, par où l’histoire doit être passée",
    )
    parser.add_argument("--quiet", action="store_true", help="ne dire que ce qui ment")
    parser.add_argument("--help", action="help", help="montre cette aide")
    return parser


def _parse_head(text: str) -> str:
    head = "".join(text.lower().split()).rstrip("…")
    if len(head) < DISPLAYED_DIGITS or set(head) - set("0123456789abcdef"):
        raise ArgumentTypeError(
            f"« {text} » n’est pas une tête : il en faut les {DISPLAYED_DIGITS} chiffres que montre"
            " la page "
            "(0 à 9, a à f)"
        )
    return head
