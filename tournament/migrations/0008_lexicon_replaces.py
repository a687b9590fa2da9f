"""Whether an import was allowed to take the place of the lexicon of its name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_solutions_nothing_playable")]

    operations = [
        migrations.AddField("lexiconimport", "replaces", models.BooleanField(default=False)),
    ]
