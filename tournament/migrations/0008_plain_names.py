"""Names of a model and of a field; the table and the column keep theirs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_centre_of_files")]

    operations = [
        migrations.AlterModelTable("TookPart", "tournament_tookpart"),
        migrations.RenameModel("TookPart", "TurnParticipation"),
        migrations.AlterField(
            "Player",
            "known",
            models.ForeignKey(
                blank=True,
                db_column="known_id",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played",
                to="tournament.rosterplayer",
            ),
        ),
        migrations.RenameField("Player", "known", "roster_player"),
    ]
