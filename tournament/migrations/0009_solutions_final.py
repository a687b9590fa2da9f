"""What the worker found out of the tops: after which of them no letter left can be placed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_lexicon_replaces")]

    operations = [
        migrations.AddField("solutions", "final", models.JSONField(default=list)),
    ]
