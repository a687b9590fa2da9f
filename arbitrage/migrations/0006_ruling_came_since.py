"""That a slip came since the decision is a fact of the ruling, and no longer a French sentence.

Which sentence says it follows from the way the slip came. Where an arbiter wrote one of these
himself he had changed the decision: his words stay.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SENTENCES = [
    "Saisi après la décision.",
    "Enregistré après la décision, mais remis à temps.",
    "Remis hors temps, enregistré après la décision.",
]


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    rulings: Any = apps.get_model("arbitrage", "Ruling").objects
    written = rulings.filter(status="undecided", reason__in=SENTENCES)
    written.exclude(origin="nothing").update(came_since=True, reason="")


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0005_ruling_origin")]

    operations = [
        migrations.AddField("ruling", "came_since", models.BooleanField(default=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            "ruling",
            models.CheckConstraint(
                condition=models.Q(came_since=False)
                | models.Q(status="undecided") & ~models.Q(origin="nothing"),
                name="ruling_came_since",
            ),
        ),
    ]
