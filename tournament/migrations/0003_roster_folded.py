"""Licence and club of the roster as they are compared; names of it compared anew."""

from django.db import migrations, models

BATCH = 1000


def fold_roster(apps, _schema_editor):
    from tournament.core.people.names import fold_licence
    from tournament.core.people.names import fold_name

    players = apps.get_model("tournament", "RosterPlayer").objects
    rows = []
    for row in players.iterator(chunk_size=BATCH):
        row.plain_name = fold_name(f"{row.last_name} {row.first_name}")[:330]
        row.plain_licence = fold_licence(row.licence)[:60]
        row.plain_club = fold_name(row.club)[:160]
        rows.append(row)
    players.bulk_update(rows, ["plain_name", "plain_licence", "plain_club"], batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_form_submission")]

    operations = [
        migrations.AddField(
            "rosterplayer", "plain_licence", models.CharField(blank=True, default="", max_length=60)
        ),
        migrations.AddField(
            "rosterplayer", "plain_club", models.CharField(blank=True, default="", max_length=160)
        ),
        migrations.AddIndex(
            "rosterplayer",
            models.Index(
                fields=["organisation", "plain_licence"], name="roster_by_plain_licence"
            ),
        ),
        migrations.RunPython(fold_roster, migrations.RunPython.noop),
    ]
