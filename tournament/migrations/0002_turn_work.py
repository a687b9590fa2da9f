"""The queue of solving and correction; keys of positions, which are solved once."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.CreateModel(
            "TurnWork",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=7)),
                ("priority", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("held_at", models.DateTimeField(null=True)),
                ("failures", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("retry_at", models.DateTimeField(null=True)),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="work",
                        to="tournament.turn",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["priority", "id"], name="turn_work_order")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(held_at=None),
                        fields=("turn", "kind"),
                        name="turn_work_queued_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(kind__in=["solve", "correct"]), name="turn_work_kind"
                    ),
                ],
            },
        ),
        migrations.AddField(
            "solutions",
            "position_key",
            models.CharField(db_default="", default="", max_length=64),
        ),
    ]
