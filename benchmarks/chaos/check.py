"""Check a recorded history again: ``python -m benchmarks.chaos.check FILE``.

The exit status is 1 if an object's operations are not linearizable.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from benchmarks.chaos.history import ObjectId, read_history
from benchmarks.chaos.linear import Operation, Verdict, check_linearizability
from benchmarks.chaos.models import MODELS
from engine.arguments import FrenchArgumentParser

OBJECT_LABELS = {
    "sheet": "inscription {}, partie {}, coup {} : bulletin",
    "turn end": "partie {}, coup {} : fin du coup",
    "ruling": "inscription {}, partie {}, coup {} : décisions",
}
ACTION_LABELS = {
    "save": "enregistre",
    "read snapshot": "se voit montrer",
    "read other": "apprend qu'il y a déjà",
    "read stored": "tient",
    "read received": "montre",
    "in time": "remet à temps",
    "late": "remet en retard",
    "read version": "voit la version",
    "read decisions": "tient",
    "correct": "corrige",
    "confirm": "confirme",
    "change": "change",
    "take back": "reprend",
}
#: Operations shown before the impossible answer.
MAX_SHOWN_OPERATIONS = 6


@dataclass
class HistoryVerdict:
    """Counts over all objects, an explanation for each violation, and the undecided objects."""

    objects: int = 0
    operations: int = 0
    unanswered_count: int = 0
    violations: list[str] = field(default_factory=list)
    undecided_objects: list[str] = field(default_factory=list)


def check_history(history: Iterable[tuple[ObjectId, Operation]]) -> HistoryVerdict:
    result = HistoryVerdict()
    operations_by_object: dict[ObjectId, list[Operation]] = defaultdict(list)
    for object_id, operation in history:
        operations_by_object[object_id].append(operation)
    for object_id, operations in sorted(operations_by_object.items(), key=lambda item: item[0]):
        verdict = check_linearizability(MODELS[object_id.model], operations)
        result.objects += 1
        result.operations += len(operations)
        result.unanswered_count += sum(not operation.is_answered for operation in operations)
        if verdict.is_linearizable is None:
            result.undecided_objects.append(_format_object(object_id))
        elif not verdict.is_linearizable:
            result.violations.append(explain_violation(object_id, verdict))
    return result


def explain_violation(object_id: ObjectId, verdict: Verdict[Any]) -> str:
    """Format the first impossible answer, the order found before it and the pending operations."""
    impossible_answer = verdict.impossible_answer
    placed_operations = [placed.operation for placed in verdict.order]
    assert impossible_answer is not None
    model = MODELS[object_id.model]
    state = verdict.order[-1].state if verdict.order else model.start
    unplaced_operations = [
        operation
        for operation in verdict.operations
        if operation.is_answered or operation.action not in model.reads
        if operation not in placed_operations and operation != impossible_answer
    ]
    last_lines = [
        _format_operation(operation) for operation in placed_operations[-MAX_SHOWN_OPERATIONS:]
    ]
    lines = [
        f"{_format_object(object_id)} : après cette réponse, aucun ordre n'est possible",
        _format_operation(impossible_answer),
        f"  le plus long ordre possible ({len(placed_operations)} opérations) finit par",
        *(last_lines or ["    rien"]),
        f"  et laisse {_format_value(state)}",
        *(["  restent sans place"] if unplaced_operations else []),
        *(
            _format_operation(operation)
            for operation in unplaced_operations[-MAX_SHOWN_OPERATIONS:]
        ),
    ]
    return "\n".join(lines)


def _format_object(object_id: ObjectId) -> str:
    return OBJECT_LABELS[object_id.model].format(*object_id.key)


def _format_operation(operation: Operation) -> str:
    times = f"{operation.called_at:9.3f} –"
    times += f"{operation.answered_at:9.3f} s" if operation.is_answered else "   jamais  "
    parts = [_format_value(operation.argument)] if operation.argument is not None else []
    parts += [_format_value(operation.outcome) if operation.is_answered else "sans réponse"]
    author = operation.author or "le logiciel"
    return f"    {times} {author} {ACTION_LABELS[operation.action]} {' → '.join(parts)}"


def _format_value(value: object) -> str:
    """Format tuples without names, None as « rien », an empty string as a dash."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_format_value, value))})"
    return "rien" if value is None else str(value) or "–"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.chaos.check", description=__doc__)
    parser.add_argument("file", type=Path, help="histoire.jsonl d'un passage")
    path = parser.parse_args(arguments).file
    console = Console(soft_wrap=True)
    result = check_history(read_history(path))
    console.print(
        f"{result.objects:,} objets, {result.operations:,} opérations, "
        f"dont {result.unanswered_count:,} d'issue inconnue"
    )
    for violation in result.violations:
        console.print(f"[red]Non linéarisable :[/] {escape(violation)}")
    for name in result.undecided_objects:
        console.print(f"[red]Non décidé :[/] {escape(name)}")
    return 1 if result.violations or result.undecided_objects else 0


if __name__ == "__main__":
    sys.exit(main())
