"""The last day of a tournament that lasts several."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_people_changes")]

    operations = [
        migrations.AddField(
            "tournament",
            "ends_on",
            models.DateField(blank=True, null=True, verbose_name="dernier jour"),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=models.Q(("ends_on", None), ("ends_on__gt", models.F("starts_on")), _connector="OR"),
                name="tournament_ends_on",
            ),
        ),
    ]
