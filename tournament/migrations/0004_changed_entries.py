"""The entries whose scores a row of the journal changed, and those to be published."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_solutions_position")]

    operations = [
        migrations.AddField("journal", "changed_entries", models.JSONField(null=True)),
        migrations.AddField(
            "game",
            "dirty_scores",
            models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
    ]
