"""The command line: arguments, progress, results and refusals, in French."""

import argparse
import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.status import Status

from benchmarks.engine import report
from benchmarks.engine.comparison import compare_engines
from benchmarks.engine.measures import ReportStep, measure
from benchmarks.engine.programs import BadProgram
from engine.cli.options import MISMATCH, OK, EngineParser, print_error
from engine.cli.output import build_console
from engine.cli.sentences import format_error
from engine.errors import BadWordList
from engine.lexicon.lexicon import DEFAULT_LEXICON

POSITIONS = 450
WAIT_S = 60.0
MAX_SHOWN_MOVES = 300
SENTENCES = {
    "not_started": "ne se lance pas ; donnez un programme que vous pouvez exécuter, un script avec "
    "son interpréteur (« python3 moteur.py »)",
    "ended": "s'est arrêté ({status}) au lieu de répondre à « {line} » ; donnez-lui cette ligne à "
    "la main, après celle de la liste de mots",
    "silent": "n'a pas répondu en {wait:g} s à « {line} » ; s'il est seulement lent, laissez-lui "
    "plus de temps (--wait SECONDES), sinon qu'il vide sa sortie après chaque ligne (flush)",
    "unready": "a répondu « {answer} » à la liste de mots ; il faut « moteur NOM »",
    "unreadable": "a répondu « {answer} » à « {line} » ; il faut « SCORE NANOSECONDES », suivi de "
    "ses tops en « MOT@RÉFÉRENCE » s'il les donne, ou bien « passe »",
    "talkative": "a écrit « {answer} » sans que rien lui soit demandé ; il faut une ligne par "
    "question, et le reste sur la sortie d'erreur",
    "useless": "passe toutes les positions ; il en faut au moins une qu'il résolve",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    1 where another engine disagrees; 2 for a word list or a program that cannot be used.
    """
    options = _build_parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        with console.status("Mesures…") as status:
            return _run(options, _build_progress(console, status))
    except BadWordList as error:
        return print_error(f"{format_error(error)}.")
    except BadProgram as error:
        return print_error(format_refusal(error))


def _run(options: argparse.Namespace, report_step: ReportStep) -> int:
    if options.against is None:
        run = measure(options.lexicon, options.positions, report_step)
        if options.json:
            _print_json(report.run_to_json(run))
        else:
            report.print_run(run, build_console())
        return OK
    result = compare_engines(
        options.lexicon, options.against, options.positions, options.wait, report_step
    )
    if options.json:
        _print_json(report.comparison_to_json(result))
    else:
        report.print_comparison(result, build_console())
    return MISMATCH if result.disagreements else OK


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


def _build_parser() -> EngineParser:
    parser = EngineParser(
        prog="python -m benchmarks.engine",
        description="Mesure le moteur sur des positions de parties jouées par lui-même, seul ou à "
        "côté d'un autre (docs/moteur-rivaux.md).",
    )
    add_option = parser.options.add_argument
    add_option(
        "--positions", type=_parse_positive, default=POSITIONS, metavar="N",
        help=f"nombre de positions (par défaut {POSITIONS})",
    )  # fmt: skip
    add_option(
        "--lexicon", type=Path, default=DEFAULT_LEXICON, metavar="LISTE", help="liste de mots"
    )
    add_option("--json", action="store_true", help="écrire un objet JSON")
    add_option(
        "--against", type=_parse_command, metavar="PROGRAMME",
        help="l'autre moteur, avec ses arguments : répond aux positions ligne par ligne",
    )  # fmt: skip
    add_option(
        "--wait", type=_parse_seconds, default=WAIT_S, metavar="SECONDES",
        help=f"ce qu'une réponse de l'autre peut prendre (par défaut {WAIT_S:g})",
    )  # fmt: skip
    return parser


def _parse_positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _parse_seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < 86_400:
        raise ValueError(text)
    return number


def _parse_command(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise argparse.ArgumentTypeError(f"« {text} » n'est pas un programme et ses arguments")
    return words


def _build_progress(console: Console, status: Status) -> ReportStep:
    def show_step(key: str, done: int, total: int) -> None:
        if console.is_terminal:
            status.update(f"{report.NAMES[key]} : {done} / {total}")
        elif done == total:
            console.print(f"{report.NAMES[key]} : {total} mesures", highlight=False)

    return show_step


def format_refusal(error: BadProgram) -> str:
    """Return the command line, the problem and the remedy."""
    data = {name: _make_printable(value) for name, value in error.data.items()}
    if "status" in data:
        has_status = data["status"] is not None
        data["status"] = f"code {data['status']}" if has_status else "sa sortie est fermée"
    sentence = SENTENCES[error.code].format_map(data)
    return f"{data['program']} : {sentence} ; voir docs/moteur-rivaux.md."


def _make_printable(value: object) -> object:
    """Return a short text without control characters; other values unchanged."""
    if not isinstance(value, str):
        return value
    text = "".join(letter if letter.isprintable() else "?" for letter in value[:MAX_SHOWN_MOVES])
    return text + ("…" if len(value) > MAX_SHOWN_MOVES else "")
