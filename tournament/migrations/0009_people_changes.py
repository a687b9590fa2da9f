"""Changes of the roster that can be undone; settings, names and entries in the journal."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_KINDS = [
    *("publish", "hide", "archive", "bring_back", "delete", "order", "copied", "restored"),
    *("anonymised", "round", "settings", "name", "entries"),
]


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0008_public_pages"),
    ]

    operations = [
        migrations.CreateModel(
            name="RosterChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=8)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roster_changes",
                        to="tournament.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(kind__in=["import", "merge", "name"]),
                        name="roster_change_kind",
                    )
                ],
            },
        ),
        migrations.AddField(
            "entryimport",
            "learnt",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entry_import",
                to="tournament.rosterchange",
            ),
        ),
        migrations.AddField(
            "accountchange", "data", models.JSONField(db_default={}, default=dict)
        ),
        migrations.RemoveConstraint("tournamentchange", "tournament_change_kind"),
        migrations.AddConstraint(
            "tournamentchange",
            models.CheckConstraint(
                condition=models.Q(kind__in=_KINDS), name="tournament_change_kind"
            ),
        ),
    ]
