from django.db import migrations, models

KINDS = (
    *("publish", "hide", "archive", "bring_back", "delete", "order", "copied", "restored"),
    "anonymised",
)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_archives")]

    operations = [
        migrations.RemoveConstraint(model_name="tournamentchange", name="tournament_change_kind"),
        migrations.AddConstraint(
            model_name="tournamentchange",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=list(KINDS)), name="tournament_change_kind"
            ),
        ),
    ]
