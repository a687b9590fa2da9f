"""Two may type in the same bulletin; and a turn counts what is decided of it."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import CASCADE, Count, F


def count(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    turns: Any = apps.get_model("tournament", "Turn").objects
    rulings: Any = apps.get_model("arbitrage", "Ruling").objects
    judged = rulings.order_by().values("turn").annotate(entries=Count("entry", distinct=True))
    for turn, entries in judged.values_list("turn", "entries"):
        turns.filter(pk=turn, to_decide__lte=entries).update(decided=entries - F("to_decide"))


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0007_explanations"), ("tournament", "0017_took_part")]

    operations = [
        migrations.AddField(
            "paperbulletin",
            "contests",
            models.ForeignKey(
                "arbitrage.paperbulletin", CASCADE, null=True, related_name="contested_by"
            ),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
