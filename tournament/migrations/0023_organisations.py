"""An organisation, its accounts and lists; what a tournament has that needs one."""

import django.db.models.deletion
import django.db.models.functions.text
import tournament.core.states
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0022_role_changes_and_playing_judge"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RosterPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last_name", models.CharField(max_length=80, verbose_name="nom")),
                ("first_name", models.CharField(blank=True, max_length=80, verbose_name="prénom")),
                ("licence", models.CharField(blank=True, max_length=30, verbose_name="licence")),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                (
                    "federation",
                    models.CharField(blank=True, max_length=80, verbose_name="fédération"),
                ),
                ("country", models.CharField(blank=True, max_length=80, verbose_name="pays")),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="année de naissance"
                    ),
                ),
                ("series", models.CharField(blank=True, max_length=30, verbose_name="série")),
                ("category", models.CharField(blank=True, max_length=30, verbose_name="catégorie")),
                ("updated_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["last_name", "first_name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="nom")),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="checked_in_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="birth_year",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="année de naissance"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="category",
            field=models.CharField(blank=True, max_length=30, verbose_name="catégorie"),
        ),
        migrations.AddField(
            model_name="player",
            name="country",
            field=models.CharField(blank=True, max_length=80, verbose_name="pays"),
        ),
        migrations.AddField(
            model_name="player",
            name="federation",
            field=models.CharField(blank=True, max_length=80, verbose_name="fédération"),
        ),
        migrations.AddField(
            model_name="player",
            name="series",
            field=models.CharField(blank=True, max_length=30, verbose_name="série"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="paper",
            field=models.CharField(blank=True, max_length=6, verbose_name="papier"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="ranking",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="tournament",
            name="state",
            field=models.CharField(
                default=tournament.core.states.TournamentState["PUBLISHED"], max_length=10
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(blank=True, max_length=40, verbose_name="fuseau horaire"),
        ),
        migrations.CreateModel(
            name="EntryImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("file_name", models.CharField(max_length=200)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="imported",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="tournament.entryimport",
            ),
        ),
        migrations.CreateModel(
            name="Organisation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="nom")),
                (
                    "time_zone",
                    models.CharField(blank=True, max_length=40, verbose_name="fuseau horaire"),
                ),
                ("paper", models.CharField(blank=True, max_length=6, verbose_name="papier")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "paper__in",
                                [
                                    "",
                                    tournament.core.states.Paper["A4"],
                                    tournament.core.states.Paper["LETTER"],
                                ],
                            )
                        ),
                        name="organisation_paper",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("manages", models.BooleanField(default=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournament.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("code", models.CharField(max_length=80, verbose_name="abrégé")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="nom")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("age_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("age_to", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups",
                        to="tournament.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "position", "code"],
            },
        ),
        migrations.CreateModel(
            name="ColumnMatching",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("headers", models.JSONField()),
                ("fields", models.JSONField()),
                ("used_at", models.DateTimeField()),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matchings",
                        to="tournament.organisation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AccountChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("username", models.CharField(max_length=150)),
                ("kind", models.CharField(max_length=20)),
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
                    "user",
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
                        related_name="account_changes",
                        to="tournament.organisation",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="lexiconimport",
            name="organisation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lexica",
                to="tournament.organisation",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="organisation",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournament.organisation",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        [
                            tournament.core.states.TournamentState["DRAFT"],
                            tournament.core.states.TournamentState["PUBLISHED"],
                            tournament.core.states.TournamentState["ARCHIVED"],
                        ],
                    )
                ),
                name="tournament_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "paper__in",
                        [
                            "",
                            tournament.core.states.Paper["A4"],
                            tournament.core.states.Paper["LETTER"],
                        ],
                    )
                ),
                name="tournament_paper",
            ),
        ),
        migrations.AddField(
            model_name="rosterplayer",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="roster",
                to="tournament.organisation",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="known",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="played",
                to="tournament.rosterplayer",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournament.entry",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournament.game",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="tournament.table",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entries",
                to="tournament.team",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                fields=("organisation", "user"), name="membership_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.UniqueConstraint(
                models.F("organisation"),
                models.F("kind"),
                django.db.models.functions.text.Lower("code"),
                name="group_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="group",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            tournament.core.states.GroupKind["SERIES"],
                            tournament.core.states.GroupKind["CATEGORY"],
                            tournament.core.states.GroupKind["CLUB"],
                            tournament.core.states.GroupKind["FEDERATION"],
                        ],
                    )
                ),
                name="group_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="columnmatching",
            constraint=models.UniqueConstraint(
                fields=("organisation", "headers"), name="matching_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="accountchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            tournament.core.states.AccountChangeKind["MADE"],
                            tournament.core.states.AccountChangeKind["JOINED"],
                            tournament.core.states.AccountChangeKind["LEFT"],
                            tournament.core.states.AccountChangeKind["PASSWORD"],
                            tournament.core.states.AccountChangeKind["CARD"],
                            tournament.core.states.AccountChangeKind["CLOSED"],
                            tournament.core.states.AccountChangeKind["REOPENED"],
                            tournament.core.states.AccountChangeKind["MANAGES"],
                            tournament.core.states.AccountChangeKind["MANAGES_NOT"],
                        ],
                    )
                ),
                name="account_change_kind",
            ),
        ),
        migrations.AddIndex(
            model_name="rosterplayer",
            index=models.Index(
                models.F("organisation"),
                django.db.models.functions.text.Lower("last_name"),
                django.db.models.functions.text.Lower("first_name"),
                name="roster_by_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="rosterplayer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("licence", ""), _negated=True),
                fields=("organisation", "licence"),
                name="roster_licence_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "entry"), name="seat_of_an_entry_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "table"), name="seat_at_a_table_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                models.F("tournament"),
                django.db.models.functions.text.Lower("name"),
                name="team_name_once",
            ),
        ),
    ]
