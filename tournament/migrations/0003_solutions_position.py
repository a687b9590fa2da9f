"""The index of positions, made while solutions are read and written."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("tournament", "0002_turn_work")]

    operations = [
        AddIndexConcurrently(
            "solutions",
            models.Index(
                condition=~models.Q(position_key=""),
                fields=["position_key"],
                name="solutions_position",
            ),
        ),
    ]
