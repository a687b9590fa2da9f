"""The command: its arguments, a progress line, the table, JSON. Speaks French."""

import json
import platform
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.status import Status
from rich.table import Table

from benchmarks.engine.measures import Run, Step, measure
from benchmarks.engine.positions import JOKERS
from engine.cli.options import EngineParser, complain
from engine.cli.output import console as answers
from engine.cli.sentences import sentence
from engine.errors import BadWordList
from engine.lexicon.lexicon import DEFAULT_LEXICON

POSITIONS = 450
#: Mean milliseconds, by number of jokers where it matters (docs/moteur.md).
GOALS: dict[tuple[str, int | None], float] = {
    ("top", 0): 1,
    ("top", 1): 3,
    ("top", 2): 9,
    ("all", 0): 2,
    ("all", 1): 17,
    ("all", 2): 75,
    ("game", None): 40,
    ("build", None): 1000,
    ("load", None): 50,
}
NAMES = {
    "top": "Top et ses ex æquo",
    "all": "Tous les coups triés",
    "top9": "Top, neuf lettres",
    "all9": "Tous les coups, neuf",
    "game": "Partie entière",
    "build": "Lexique construit",
    "load": "Lexique chargé",
}
WITH = {None: "", 0: "sans joker", 1: "un joker", 2: "deux jokers"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code: 0, or 2 for a word list that cannot be used."""
    options = _parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        with console.status("Mesures…") as status:
            run = measure(options.lexicon, options.positions, _progress(console, status))
    except BadWordList as error:
        return complain(f"{sentence(error)}.")
    if options.json:
        print(json.dumps(as_json(run), indent=1, ensure_ascii=False))
    else:
        show(run, answers())
    return 0


def _parser() -> EngineParser:
    parser = EngineParser(
        prog="python -m benchmarks.engine",
        description="Mesure le moteur sur des positions de parties jouées par lui-même.",
    )
    parser.options.add_argument(
        "--positions",
        type=_positive,
        default=POSITIONS,
        metavar="N",
        help=f"nombre de positions (par défaut {POSITIONS})",
    )
    parser.options.add_argument(
        "--lexicon", type=Path, default=DEFAULT_LEXICON, metavar="LISTE", help="liste de mots"
    )
    parser.options.add_argument("--json", action="store_true", help="écrire un objet JSON")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _progress(console: Console, status: Status) -> Step:
    def step(key: str, done: int, total: int) -> None:
        if console.is_terminal:
            status.update(f"{NAMES[key]} : {done} / {total}")
        elif done == total:
            console.print(f"{NAMES[key]} : {total} mesures", highlight=False)

    return step


def as_json(run: Run) -> dict[str, object]:
    """Times in milliseconds of processor time; `times_yardstick` is the mean's multiple."""
    return {
        "words": run.words,
        "positions": run.positions,
        "yardstick_ms": round(run.yardstick, 3),
        "figures": [
            {
                "what": figure.key,
                "jokers": figure.jokers,
                "samples": len(figure.samples),
                "median_ms": round(figure.median, 3),
                "mean_ms": round(figure.mean, 3),
                "p99_ms": round(figure.p99, 3),
                "times_yardstick": round(figure.mean / run.yardstick, 4),
            }
            for figure in run.figures
        ],
        "memory_mib": {"worker": round(run.memory[0], 1), "lexicon": round(run.memory[1], 1)},
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def show(run: Run, console: Console) -> None:
    table = Table(title="Le moteur", title_justify="left")
    table.add_column("Mesure")
    table.add_column("")
    for title in ("Médiane", "Moyenne", "p99", "× étalon", "Visé"):
        table.add_column(title, justify="right")
    for figure in run.figures:
        goal = GOALS.get((figure.key, figure.jokers))
        table.add_row(
            NAMES[figure.key] if figure.jokers in (None, 0) else "",
            WITH[figure.jokers],
            f"{figure.median:.1f}",
            f"{figure.mean:.1f}",
            f"{figure.p99:.1f}",
            f"{figure.mean / run.yardstick:.2f}",
            "—" if goal is None else f"{goal:.0f}",
            end_section=figure.jokers in (None, JOKERS[-1]),
        )
    console.print(table)
    total, added = run.memory
    words = f"{run.words:,}".replace(",", "\u202f")
    console.print(
        f"[dim]Millisecondes de processeur ; étalon : {run.yardstick:.2f} ms de Python pur dans la "
        f"même exécution. {run.positions} positions, {words} mots. Mémoire d'un processus qui a "
        f"résolu deux parties : {total:.0f} Mio, dont {added:.0f} de lexique et de recherche. "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.[/dim]",
        highlight=False,
    )
