"""Check a recorded history again: ``python -m benchmarks.chaos.check FILE``.

The exit status is 1 if an object's operations are not linearizable.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from benchmarks.chaos.history import TrackedObject, group_by_object, read_history
from benchmarks.chaos.linear import Operation, Verdict, check
from benchmarks.chaos.models import MODELS
from engine.arguments import Parser

OBJECT_LABELS = {
    "sheet": "inscription {}, partie {}, coup {} : bulletin",
    "bell": "partie {}, coup {} : fin du coup",
    "ruling": "inscription {}, partie {}, coup {} : décisions",
}
ACTIONS = {
    "save": "enregistre",
    "shown": "se voit montrer",
    "barred": "apprend qu'il y a déjà",
    "stands": "tient",
    "judged": "montre",
    "in time": "remet à temps",
    "late": "remet en retard",
    "listed": "voit la version",
    "decided": "tient",
    "correct": "corrige",
    "confirm": "confirme",
    "change": "change",
    "take back": "reprend",
}
#: Operations shown before the impossible answer.
MAX_SHOWN = 6


@dataclass
class CheckedHistory:
    """Counts over all objects; ``broken``: explanations, ``undecided``: names, one per object."""

    objects: int = 0
    operations: int = 0
    unanswered: int = 0
    broken: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


def check_history(history: Iterable[tuple[TrackedObject, Operation]]) -> CheckedHistory:
    checked = CheckedHistory()
    for tracked, operations in sorted(group_by_object(history).items(), key=lambda item: item[0]):
        verdict = check(MODELS[tracked.register], operations)
        checked.objects += 1
        checked.operations += len(operations)
        checked.unanswered += sum(not operation.is_answered for operation in operations)
        if verdict.is_linearizable is None:
            checked.undecided.append(_format_object(tracked))
        elif not verdict.is_linearizable:
            checked.broken.append(explain(tracked, verdict))
    return checked


def explain(tracked: TrackedObject, verdict: Verdict[Any]) -> str:
    """Format the first impossible answer, the order found before it and the pending operations."""
    impossible_answer, placed_operations = (
        verdict.impossible_answer,
        [placed.operation for placed in verdict.order],
    )
    assert impossible_answer is not None
    model = MODELS[tracked.register]
    state = verdict.order[-1].state if verdict.order else model.start
    effective = [
        operation
        for operation in verdict.operations
        if operation.is_answered or operation.action not in model.reads
    ]
    unplaced_operations = [
        operation
        for operation in effective
        if operation not in placed_operations and operation != impossible_answer
    ]
    last_lines = [_format_operation(operation) for operation in placed_operations[-MAX_SHOWN:]]
    lines = [
        f"{_format_object(tracked)} : après cette réponse, aucun ordre n'est possible",
        _format_operation(impossible_answer),
        f"  le plus long ordre possible ({len(placed_operations)} opérations) finit par",
        *(last_lines or ["    rien"]),
        f"  et laisse {_format_value(state)}",
        *(["  restent sans place"] if unplaced_operations else []),
        *(_format_operation(operation) for operation in unplaced_operations[-MAX_SHOWN:]),
    ]
    return "\n".join(lines)


def _format_object(tracked: TrackedObject) -> str:
    return OBJECT_LABELS[tracked.register].format(*tracked.key)


def _format_operation(operation: Operation) -> str:
    times = f"{operation.call:9.3f} –"
    times += f"{operation.back:9.3f} s" if operation.is_answered else "   jamais  "
    parts = [_format_value(operation.given)] if operation.given is not None else []
    parts += [_format_value(operation.outcome) if operation.is_answered else "sans réponse"]
    author = operation.who or "le logiciel"
    return f"    {times} {author} {ACTIONS[operation.action]} {' → '.join(parts)}"


def _format_value(value: object) -> str:
    """Format tuples without names, None as « rien », an empty string as a dash."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_format_value, value))})"
    return "rien" if value is None else str(value) or "–"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.chaos.check", description=__doc__)
    parser.add_argument("file", type=Path, help="histoire.jsonl d'un passage")
    path = parser.parse_args(arguments).file
    console = Console(soft_wrap=True)
    checked = check_history(read_history(path))
    console.print(
        f"{checked.objects:,} objets, {checked.operations:,} opérations, "
        f"dont {checked.unanswered:,} d'issue inconnue"
    )
    for broken in checked.broken:
        console.print(f"[red]Non linéarisable :[/] {escape(broken)}")
    for name in checked.undecided:
        console.print(f"[red]Non décidé :[/] {escape(name)}")
    return 1 if checked.broken or checked.undecided else 0


if __name__ == "__main__":
    sys.exit(main())
