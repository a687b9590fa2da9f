"""What the sentences on the scoreboard are made of: the ruling and the acts in force.

A line of which neither tells keeps its sentence as text. Back from here the sentences are gone;
``manage.py recount_scores`` of the software of then writes them anew.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

CHANGED = ("points", "gross", "sanction", "motives", "article", "reason")
BATCH = 500


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    scores: Any = apps.get_model("tournament", "Score").objects
    explanation: Any = apps.get_model("tournament", "Explanation")
    for turn in scores.order_by().values_list("turn", flat=True).distinct():
        lines = list(scores.filter(turn=turn))
        told = {}
        for line, parts in _told(apps, turn, lines):
            written = json.dumps([turn, parts], sort_keys=True)
            line.explanation_id = UUID(bytes=sha256(written.encode()).digest()[:16])
            told[line.explanation_id] = parts
        rows = [explanation(id=key, turn_id=turn, parts=parts) for key, parts in told.items()]
        explanation.objects.bulk_create(rows, ignore_conflicts=True, batch_size=BATCH)
        scores.bulk_update(lines, ["explanation"], batch_size=BATCH)


def _told(
    apps: StateApps, turn: int, lines: list[Any]
) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The lines of which there is something to tell, each with its parts."""
    ruling: Any = apps.get_model("arbitrage", "Ruling").objects.filter(turn=turn)
    in_force = ruling.order_by("entry_id", "-version").distinct("entry_id")
    rulings = {one.entry_id: one for one in in_force}
    acts: defaultdict[int, list[Any]] = defaultdict(list)
    act: Any = apps.get_model("arbitrage", "Act").objects.filter(turn=turn)
    standing = act.filter(taken_back_by__isnull=True).exclude(kind="withdrawal")
    for one in standing.order_by("pk"):
        acts[one.entry_id].append(one)
    for line in lines:
        if parts := _parts(line, rulings.get(line.entry_id), acts[line.entry_id]):
            yield line, parts


def _parts(line: Any, ruling: Any, acts: list[Any]) -> list[dict[str, Any]]:
    deciding = {"zero", "average"} if line.average else {"zero"}
    decisive = next((act for act in acts if act.kind in deciding), None)
    if decisive is not None:
        first = _of_act(decisive, line)
    elif ruling is not None and ruling.status != "undecided":
        first = _of_ruling(ruling)
    else:
        return [{"kind": "text", "text": line.text}] if line.text else []
    beside = [act for act in acts if act.kind in {"warning", "removal"}]
    return [first, *(_of_act(act, line) for act in beside)]


def _of_act(act: Any, line: Any) -> dict[str, Any]:
    part = {"kind": act.kind, "article": act.article, "reason": act.reason}
    return part | {"points": line.points} if act.kind == "average" else part


def _of_ruling(ruling: Any) -> dict[str, Any]:
    if ruling.status == "changed":
        return {"kind": "change"} | {name: getattr(ruling, name) for name in CHANGED}
    confirmed = ruling.status == "confirmed"
    return {"kind": "verdict", "verdict": ruling.verdict, "confirmed": confirmed}


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0006_ruling_came_since"),
        ("tournament", "0014_explanation"),
    ]
    run_before = [("tournament", "0015_score_without_text")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
