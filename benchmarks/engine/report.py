"""Tables and JSON of the measures and of a comparison, with every disagreement, in French."""

import platform
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.engine.comparison import AnswerPair, Comparison, PositionKind, TimePair
from benchmarks.engine.measures import JOKERS, Run
from benchmarks.engine.programs import Answer
from benchmarks.report import group_digits, make_table
from engine.search.moves import Move

#: Goals: mean milliseconds, by number of jokers on an idle machine.
GOALS: dict[tuple[str, int | None], float] = {
    ("top", 0): 1, ("top", 1): 3, ("top", 2): 9, ("all", 0): 2, ("all", 1): 17, ("all", 2): 75,
    ("game", None): 40, ("build", None): 1000, ("load", None): 50,
}  # fmt: skip
NAMES = {
    "top": "Top et ses ex æquo",
    "all": "Tous les coups triés",
    "top9": "Top, neuf lettres",
    "all9": "Tous les coups, neuf",
    "game": "Partie entière",
    "build": "Lexique construit",
    "load": "Lexique chargé",
}
JOKER_LABELS = {None: "", 0: "sans joker", 1: "un joker", 2: "deux jokers"}
MAX_SHOWN_MOVES = 10
"""Disagreements on the screen, and moves of each; the JSON has all."""


def run_to_json(run: Run) -> dict[str, object]:
    """Return times in milliseconds of processor time; `times_yardstick`: mean / yardstick."""
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


def print_run(run: Run, console: Console) -> None:
    numbers = (">Médiane", ">Moyenne", ">p99", ">× étalon", ">Visé")
    table = make_table("Le moteur", "Mesure", "", *numbers, title_justify="left")
    for figure in run.figures:
        goal = GOALS.get((figure.key, figure.jokers))
        table.add_row(
            NAMES[figure.key] if figure.jokers in (None, 0) else "",
            JOKER_LABELS[figure.jokers],
            f"{figure.median:.1f}",
            f"{figure.mean:.1f}",
            f"{figure.p99:.1f}",
            f"{figure.mean / run.yardstick:.2f}",
            "—" if goal is None else f"{goal:.0f}",
            end_section=figure.jokers in (None, JOKERS[-1]),
        )
    console.print(table)
    total, growth = run.memory
    console.print(
        f"[dim]Millisecondes de processeur ; étalon : {run.yardstick:.2f} ms de Python pur dans la "
        f"même exécution. {run.positions} positions, {group_digits(run.words)} mots. Mémoire d'un "
        f"processus qui a résolu deux parties : {total:.0f} Mio, dont {growth:.0f} de lexique et "
        f"de recherche. Python {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}.[/dim]",
        highlight=False,
    )


def comparison_to_json(comparison: Comparison) -> dict[str, object]:
    """Return milliseconds of processor time (`times_clock`: wall time) and ratios own / other."""
    return {
        "ours": comparison.names[0],
        "theirs": comparison.names[1],
        "words": comparison.words,
        "figures": [_kind_to_json(kind) for kind in comparison.kinds],
        "disagreements": [
            {
                "position": str(pair.position),
                "ours": _answer_to_json(pair.own),
                "theirs": _answer_to_json(pair.other),
            }
            for pair in comparison.disagreements
        ],
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def _kind_to_json(kind: PositionKind) -> dict[str, object]:
    fields = {"what": kind.key, "jokers": kind.jokers}
    fields |= {"samples": len(kind.pairs), "passed": kind.unanswered_count}
    if not kind.pairs:
        return fields
    own, other = kind.medians
    return fields | {
        "ours_median_ms": round(own, 4),
        "theirs_median_ms": round(other, 4),
        "times_median": round(own / other, 4),
        "times_mean": round(_compute_ratio(kind.means), 4),
        "times_geometric": round(kind.geometric_ratio, 4),
        "times_clock": round(_compute_ratio(kind.clock_medians), 4),
    }


def _answer_to_json(answer: Answer) -> dict[str, object]:
    tops = [{"word": move.word, "ref": move.ref} for move in answer.tops]
    return {"score": answer.score, "tops": tops}


def _compute_ratio(times: TimePair) -> float:
    return times[0] / times[1]


def print_comparison(comparison: Comparison, console: Console) -> None:
    own, other = comparison.names
    table = Table(title=Text(f"{own} et {other}"), title_justify="left")
    table.add_column("Mesure")
    table.add_column("")
    for title in ("Positions", own, other, "× médianes", "× moyennes", "× géom.", "× horloge"):
        table.add_column(Text(title), justify="right")
    for kind in comparison.kinds:
        table.add_row(
            NAMES[kind.key] if kind.jokers == JOKERS[0] else "",
            JOKER_LABELS[kind.jokers],
            *_format_cells(kind),
            end_section=kind.jokers == JOKERS[-1],
        )
    console.print(table)
    console.print(Text(
        f"Millisecondes de processeur médianes, dites par chacun ; × : {own} sur {other}, la "
        "dernière fois d'après l'horloge, tubes compris. "
        f"{group_digits(comparison.words)} mots, mêmes positions, l'un puis l'autre. "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.",
        "dim",
    ))  # fmt: skip
    _print_disagreements(comparison, console)


def _format_cells(kind: PositionKind) -> list[str]:
    if not kind.pairs:
        return ["passe"]
    return [
        str(len(kind.pairs)),
        *(f"{milliseconds:.2f}" for milliseconds in kind.medians),
        *(f"{_compute_ratio(times):.2f}" for times in (kind.medians, kind.means)),
        f"{kind.geometric_ratio:.2f}",
        f"{_compute_ratio(kind.clock_medians):.2f}",
    ]


def _print_disagreements(comparison: Comparison, console: Console) -> None:
    disagreements = comparison.disagreements
    if not disagreements:
        console.print("Aucun désaccord.")
        return
    console.print(
        f"Désaccords : {len(disagreements)} positions sur {len(comparison.pairs)}.",
        style="bold red",
    )
    for pair in disagreements[:MAX_SHOWN_MOVES]:
        console.print(Text("\n".join([str(pair.position), *_format_pair(pair, comparison.names)])))
    if len(disagreements) > MAX_SHOWN_MOVES:
        console.print(
            f"… et {len(disagreements) - MAX_SHOWN_MOVES} de plus ; --json les donne tous."
        )


def _format_pair(pair: AnswerPair, names: Sequence[str]) -> list[str]:
    answers = (pair.own, pair.other)
    moves_by_engine: Sequence[Sequence[Move]] = pair.list_differences()
    if pair.own.score != pair.other.score:
        moves_by_engine = [answer.tops for answer in answers]
    return [
        f"  {name} : {answer.score} {_format_moves(moves)}".rstrip()
        for name, answer, moves in zip(names, answers, moves_by_engine, strict=True)
    ]


def _format_moves(moves: Sequence[Move]) -> str:
    """Format the moves that only one engine lists."""
    text = ", ".join(f"{move.word} {move.ref}" for move in moves[:MAX_SHOWN_MOVES])
    return text + (f", … ({len(moves)})" if len(moves) > MAX_SHOWN_MOVES else "")
