"""The mark of a tournament restored from a file that the verification refuses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_tournament_journal")]

    operations = [
        migrations.AddField("tournament", "unverified", models.JSONField(blank=True, null=True)),
    ]
