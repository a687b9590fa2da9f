"""The table and the JSON of a measure. Speaks French."""

import platform

from rich.console import Console
from rich.table import Table

from benchmarks.engine.measures import Run
from benchmarks.engine.positions import JOKERS

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
    console.print(
        f"[dim]Millisecondes de processeur ; étalon : {run.yardstick:.2f} ms de Python pur dans la "
        f"même exécution. {run.positions} positions, {grouped(run.words)} mots. Mémoire d'un "
        f"processus qui a résolu deux parties : {total:.0f} Mio, dont {added:.0f} de lexique et "
        f"de recherche. Python {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}.[/dim]",
        highlight=False,
    )


def grouped(number: int) -> str:
    """375961 as people write it."""
    return f"{number:,}".replace(",", "\u202f")
