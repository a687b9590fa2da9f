from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_tournament_changes")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="publicity",
            field=models.CharField(default="live", max_length=4),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(publicity__in=["live", "game", "end"]),
                name="tournament_publicity",
            ),
        ),
    ]
