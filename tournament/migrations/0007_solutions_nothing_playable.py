"""What the worker found out of a turn without solution: whether any other draw would have one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_turn_rescued_at_entry_name")]

    operations = [
        migrations.AddField("solutions", "nothing_playable", models.BooleanField(default=False)),
    ]
