"""A ruling says which way the slip came that it judged.

Until now it had the revision alone, in which version 1 of a bulletin typed in and revision 1 of a
tablet's are the same. What was judged shows in the key: that of a paper with this version is a
paper's, and of the others those that the software found too late are late.
"""

import hashlib
import json
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Motive
from arbitrage.core.sheet import Sheet

ORIGINS = [("paper", "Paper"), ("tablet", "Tablet"), ("late", "Late"), ("nothing", "Nothing")]


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    rulings: Any = apps.get_model("arbitrage", "Ruling").objects
    papers: Any = apps.get_model("arbitrage", "PaperBulletin").objects
    late = models.Q(verdict__motives__contains=[Motive.LATE])
    rulings.filter(rev=0).update(origin="nothing")
    rulings.filter(late, rev__gt=0).update(origin="late")
    for paper in papers.iterator():
        judged = rulings.filter(turn=paper.turn_id, entry=paper.entry_id, rev=paper.version)
        judged.filter(key=_key(paper)).update(origin="paper")


def _key(paper: Any) -> str:
    sheet = Sheet(tuple(paper.rows), tuple(paper.struck))
    bulletin = Bulletin(sheet, paper.reference, paper.score, SheetState(paper.state))
    text = json.dumps(bulletin.key(), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0004_ruling_points")]

    operations = [
        migrations.AddField(
            "ruling", "origin", models.CharField(max_length=7, choices=ORIGINS, default="tablet")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField("ruling", "origin", models.CharField(max_length=7, choices=ORIGINS)),
        migrations.AddConstraint(
            "ruling",
            models.CheckConstraint(
                condition=models.Q(origin="nothing", rev=0)
                | models.Q(origin__in=["paper", "tablet", "late"]),
                name="ruling_origin",
            ),
        ),
    ]
