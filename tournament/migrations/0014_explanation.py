"""The scoreboard keeps what a sentence is made of. Who wrote the sentences fills it, and the next
migration then takes them away."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_finished_game_has_time")]

    operations = [
        migrations.CreateModel(
            name="Explanation",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("parts", models.JSONField()),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="explanations",
                        to="tournament.turn",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="score",
            name="explanation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="scores",
                to="tournament.explanation",
            ),
        ),
    ]
