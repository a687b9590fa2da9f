import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

WAYS = ("tablet", "paper", "nothing", "watches")
KINDS = ("duplicate", "mort-subite")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0036_anonymised")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="kind",
            field=models.CharField(default="duplicate", max_length=12),
        ),
        migrations.AddField(
            model_name="game",
            name="settles",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(condition=Q(kind__in=list(KINDS)), name="game_kind"),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(settles__isnull=True) | Q(kind="mort-subite"),
                name="only_mort_subite_settles",
            ),
        ),
        migrations.CreateModel(
            name="Contender",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fell", models.PositiveIntegerField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="contests",
                        to="tournament.entry",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contenders",
                        to="tournament.game",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="contender",
            constraint=models.UniqueConstraint(fields=("game", "entry"), name="contender_once"),
        ),
        migrations.RemoveConstraint(model_name="tookpart", name="took_part_plays_on"),
        migrations.AddConstraint(
            model_name="tookpart",
            constraint=models.CheckConstraint(
                condition=Q(plays_on__in=list(WAYS)), name="took_part_plays_on"
            ),
        ),
    ]
