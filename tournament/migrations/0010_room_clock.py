"""The room's time stays steady when the database's clock is set."""

from datetime import timedelta

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_solutions_final")]

    operations = [
        migrations.CreateModel(
            name="RoomClock",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("shift", models.DurationField(default=timedelta())),
                ("number", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_room_clock")
                ],
            },
        ),
    ]
