"""Every ruling has points.

An undecided bulletin had none before the software made proposals; since then the correction
writes what it proposes. A ruling from before gets what its verdict says today
(``Verdict.decision``): zero where there was no proposal. It stays undecided, so that nothing
counts until an arbiter confirms or changes it.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from arbitrage.core.codes import Sanction


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    rulings: Any = apps.get_model("arbitrage", "Ruling").objects
    without = models.Q(points=None) | models.Q(gross=None) | ~models.Q(sanction__in=list(Sanction))
    for ruling in rulings.filter(without).iterator():
        decision = ruling.verdict.get("proposed") or ruling.verdict
        ruling.points = decision["points"] or 0
        ruling.gross = decision["gross"] or 0
        ruling.sanction = decision["sanction"]
        ruling.save(update_fields=["points", "gross", "sanction"])


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0003_paperbulletin")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RemoveConstraint("ruling", "ruling_decides"),
        migrations.AlterField("ruling", "points", models.IntegerField()),
        migrations.AlterField("ruling", "gross", models.IntegerField()),
        migrations.AlterField("ruling", "sanction", models.CharField(max_length=10)),
        migrations.AddConstraint(
            "ruling",
            models.CheckConstraint(
                condition=models.Q(sanction__in=list(Sanction)), name="ruling_sanction"
            ),
        ),
    ]
