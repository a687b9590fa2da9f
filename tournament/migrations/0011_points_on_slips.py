"""Points of the turn and running total on slips, if the tournament wants them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_last_day")]

    operations = [
        migrations.AddField(
            "tournament",
            "points_on_slips",
            models.BooleanField(
                db_default=False, default=False, verbose_name="points et total sur les billets"
            ),
        ),
    ]
