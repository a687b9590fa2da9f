"""Who plays on a tablet, who on paper, who is not there; for each turn collected, what was typed.

What was typed so far is in the journal, by table.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import CASCADE


def fill(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    journal: Any = apps.get_model("tournament", "Journal").objects
    entries: Any = apps.get_model("tournament", "Entry").objects
    took_part: Any = apps.get_model("tournament", "TookPart").objects
    for row in journal.filter(kind="paper", turn__isnull=False).order_by("game", "seq"):
        seated = entries.filter(
            tournament=row.game.tournament_id, table__number=row.data.get("table")
        )
        for entry in seated:
            typed = {"plays_on": "paper", "typed": row.data.get("handed", "in-time")}
            took_part.update_or_create(turn_id=row.turn_id, entry=entry, defaults=typed)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_cancelled_for")]

    operations = [
        migrations.RemoveField("turn", "unconfirmed_missing"),
        migrations.RemoveField("turn", "unconfirmed_late"),
        migrations.AddField("turn", "decided", models.PositiveIntegerField(default=0)),
        migrations.AddField(
            "tournament",
            "confirm_refused",
            models.BooleanField("faire confirmer les zéros pour un mot non admis", default=False),
        ),
        migrations.AddField(
            "tournament", "plays_on", models.CharField(max_length=7, default="tablet")
        ),
        migrations.AddField("entry", "plays_on", models.CharField(max_length=7, default="tablet")),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(plays_on__in=["tablet", "paper"]), name="tournament_plays_on"
            ),
        ),
        migrations.AddConstraint(
            "entry",
            models.CheckConstraint(
                condition=models.Q(plays_on__in=["tablet", "paper", "nothing"]),
                name="entry_plays_on",
            ),
        ),
        migrations.CreateModel(
            "TookPart",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("plays_on", models.CharField(max_length=7)),
                ("typed", models.CharField(blank=True, max_length=7)),
                (
                    "turn",
                    models.ForeignKey("tournament.turn", CASCADE, related_name="took_part"),
                ),
                (
                    "entry",
                    models.ForeignKey("tournament.entry", CASCADE, related_name="took_part"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["turn", "entry"], name="took_part_once"),
                    models.CheckConstraint(
                        condition=models.Q(plays_on__in=["tablet", "paper", "nothing"]),
                        name="took_part_plays_on",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(typed__in=["", "in-time", "late", "not"]),
                        name="took_part_typed",
                    ),
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
