"""The game that ended last is found by when it ended: each finished one says so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_ways_in")]

    operations = [
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=~models.Q(state="finished") | models.Q(finished_at__isnull=False),
                name="finished_game_has_time",
            ),
        ),
    ]
