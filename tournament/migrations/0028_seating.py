"""Seats change: what moved whom, and a whole room that changes its tables in one statement."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.core.seating

#: Asked at the end of a statement: while it runs, two entries may have one table.
DEFERRABLE = """
ALTER TABLE tournament_entry
    DROP CONSTRAINT tournament_entry_table_id_key,
    ADD CONSTRAINT tournament_entry_table_id_key
        UNIQUE (table_id) DEFERRABLE INITIALLY IMMEDIATE
"""
AT_ONCE = """
ALTER TABLE tournament_entry
    DROP CONSTRAINT tournament_entry_table_id_key,
    ADD CONSTRAINT tournament_entry_table_id_key UNIQUE (table_id)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0027_accounts_and_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(DEFERRABLE, AT_ONCE),
        migrations.CreateModel(
            name="SeatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("moves", models.JSONField()),
                ("at", models.DateTimeField()),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seating_changes",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", list(tournament.core.seating.SeatingKind))),
                        name="seating_change_kind",
                    )
                ],
            },
        ),
    ]
