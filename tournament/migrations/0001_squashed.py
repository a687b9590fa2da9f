import datetime
import django.contrib.postgres.functions
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tournament.core.classic.commands
import tournament.core.classic.endings
import tournament.core.classic.rounds.states
import tournament.core.classic.sides
import tournament.core.classic.state
import tournament.core.jobs
import tournament.core.pictures
import tournament.core.scenes
import tournament.core.seating
import tournament.core.states
import tournament.core.topping_run
import tournament.models.people
import tournament.models.play
import uuid
from django.conf import settings
from django.db import migrations, models


#: Asked at the end of a statement: while it runs, two entries may have one table.
DEFERRABLE = """
ALTER TABLE tournament_entry
    DROP CONSTRAINT tournament_entry_table_id_key,
    ADD CONSTRAINT tournament_entry_table_id_key
        UNIQUE (table_id) DEFERRABLE INITIALLY IMMEDIATE
"""


class Migration(migrations.Migration):
    replaces = [
        ("tournament", "0001_initial"),
        ("tournament", "0002_lexica_and_preparations"),
        ("tournament", "0003_score_average"),
        ("tournament", "0004_stopped_jobs"),
        ("tournament", "0005_table_renewals"),
        ("tournament", "0006_turn_rescued_at_entry_name"),
        ("tournament", "0007_solutions_nothing_playable"),
        ("tournament", "0008_lexicon_replaces"),
        ("tournament", "0009_solutions_final"),
        ("tournament", "0010_room_clock"),
        ("tournament", "0011_unconfirmed_and_free_tables"),
        ("tournament", "0012_ways_in"),
        ("tournament", "0013_finished_game_has_time"),
        ("tournament", "0014_explanation"),
        ("tournament", "0015_score_without_text"),
        ("tournament", "0016_cancelled_for"),
        ("tournament", "0017_took_part"),
        ("tournament", "0018_set_aside_turn"),
        ("tournament", "0019_playing_time"),
        ("tournament", "0020_announced_pause"),
        ("tournament", "0021_desk_hold"),
        ("tournament", "0022_role_changes_and_playing_judge"),
        ("tournament", "0023_organisations"),
        ("tournament", "0024_first_organisation"),
        ("tournament", "0025_tournament_has_organisation"),
        ("tournament", "0026_people"),
        ("tournament", "0027_accounts_and_invitations"),
        ("tournament", "0028_seating"),
        ("tournament", "0029_tournament_changes"),
        ("tournament", "0030_publicity"),
        ("tournament", "0031_short_minors"),
        ("tournament", "0032_big_screen"),
        ("tournament", "0034_commission"),
        ("tournament", "0035_archives"),
        ("tournament", "0036_anonymised"),
        ("tournament", "0037_mort_subite"),
        ("tournament", "0038_topping"),
        ("tournament", "0039_classic"),
        ("tournament", "0040_classic_tournament"),
        ("tournament", "0041_search_wishes"),
        ("tournament", "0042_stragglers"),
        ("tournament", "0043_one_index_each"),
        ("tournament", "0044_steps_of_the_clock"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="tournament.organisation",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.states.TournamentState["PUBLISHED"], max_length=10
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="nom")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="adresse")),
                ("venue", models.CharField(blank=True, max_length=120, verbose_name="lieu")),
                (
                    "starts_on",
                    models.DateField(default=django.utils.timezone.localdate, verbose_name="date"),
                ),
                (
                    "edition",
                    models.CharField(
                        default="2023", max_length=10, verbose_name="édition du règlement"
                    ),
                ),
                (
                    "discipline",
                    models.CharField(
                        default=tournament.core.states.Discipline["DUPLICATE"],
                        max_length=9,
                        verbose_name="jeu",
                    ),
                ),
                (
                    "lexicon",
                    models.CharField(default="fr-libre", max_length=60, verbose_name="lexique"),
                ),
                (
                    "links_valid_until",
                    models.DateTimeField(
                        default=tournament.models.people.default_validity,
                        verbose_name="liens des tables valables jusqu'au",
                    ),
                ),
                (
                    "confirm_clean",
                    models.BooleanField(
                        default=False, verbose_name="faire confirmer aussi les bulletins sans faute"
                    ),
                ),
                (
                    "confirm_refused",
                    models.BooleanField(
                        default=False,
                        verbose_name="faire confirmer les zéros pour un mot non admis",
                    ),
                ),
                (
                    "plays_on",
                    models.CharField(
                        default=tournament.core.states.PlaysOn["TABLET"], max_length=7
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(blank=True, max_length=40, verbose_name="fuseau horaire"),
                ),
                ("paper", models.CharField(blank=True, max_length=6, verbose_name="papier")),
                (
                    "short_minors",
                    models.BooleanField(
                        default=False, verbose_name="abréger les noms des mineurs pour le public"
                    ),
                ),
                ("ranking", models.JSONField(blank=True, default=dict)),
                ("classic", models.JSONField(blank=True, default=dict)),
                (
                    "publicity",
                    models.CharField(
                        default=tournament.core.states.Publicity["LIVE"], max_length=4
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["-starts_on", "name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "plays_on__in",
                                [
                                    tournament.core.states.PlaysOn["TABLET"],
                                    tournament.core.states.PlaysOn["PAPER"],
                                ],
                            )
                        ),
                        name="tournament_plays_on",
                    ),
                    models.CheckConstraint(
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
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "discipline__in",
                                [
                                    tournament.core.states.Discipline["DUPLICATE"],
                                    tournament.core.states.Discipline["CLASSIC"],
                                ],
                            )
                        ),
                        name="tournament_discipline",
                    ),
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
                        name="tournament_paper",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "publicity__in",
                                [
                                    tournament.core.states.Publicity["LIVE"],
                                    tournament.core.states.Publicity["GAME"],
                                    tournament.core.states.Publicity["END"],
                                ],
                            )
                        ),
                        name="tournament_publicity",
                    ),
                ],
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
                (
                    "organisation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matchings",
                        to="tournament.organisation",
                    ),
                ),
                ("headers", models.JSONField()),
                ("fields", models.JSONField()),
                ("used_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("organisation", "headers"), name="matching_once"
                    )
                ],
            },
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
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="groups",
                        to="tournament.organisation",
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("code", models.CharField(max_length=80, verbose_name="abrégé")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="nom")),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("age_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("age_to", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["kind", "position", "code"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("organisation"),
                        models.F("kind"),
                        django.db.models.functions.text.Lower("code"),
                        name="group_once",
                    ),
                    models.CheckConstraint(
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
                ],
            },
        ),
        migrations.CreateModel(
            name="PendingFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pending_files",
                        to="tournament.organisation",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pending_files",
                        to="tournament.tournament",
                    ),
                ),
                ("file_name", models.CharField(max_length=200)),
                ("data", models.BinaryField()),
                ("heading", models.PositiveIntegerField(null=True)),
                ("fields", models.JSONField(null=True)),
                ("decisions", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Placeholder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placeholder",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="placeholders",
                        to="tournament.tournament",
                    ),
                ),
                ("key", models.CharField(max_length=180)),
                ("name", models.CharField(max_length=150)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "key"), name="placeholder_key_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Restoration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="restoration",
                        to="tournament.tournament",
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("content", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="RoleChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="role_changes",
                        to="tournament.tournament",
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
                ("role", models.CharField(max_length=20)),
                ("given", models.BooleanField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                [
                                    tournament.core.states.Role["ORGANISER"],
                                    tournament.core.states.Role["JUDGE"],
                                    tournament.core.states.Role["ARBITER"],
                                    tournament.core.states.Role["DOUBLE_ARBITER"],
                                    tournament.core.states.Role["COMMISSION"],
                                ],
                            )
                        ),
                        name="role_change_role",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RoomClock",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False),
                ),
                ("shift", models.DurationField(default=datetime.timedelta(0))),
                ("number", models.PositiveIntegerField(default=0)),
                ("steps", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_room_clock")
                ],
            },
        ),
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
                (
                    "organisation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roster",
                        to="tournament.organisation",
                    ),
                ),
                ("plain_name", models.CharField(max_length=330)),
                ("updated_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["last_name", "first_name", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("licence", ""), _negated=True),
                        fields=("organisation", "licence"),
                        name="roster_licence_once",
                    )
                ],
                "indexes": [
                    models.Index(fields=["organisation", "plain_name"], name="roster_by_plain_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
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
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "known",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="played",
                        to="tournament.rosterplayer",
                    ),
                ),
            ],
            options={
                "ordering": ["last_name", "first_name"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("licence", ""), _negated=True),
                        fields=("tournament", "licence"),
                        name="player_licence_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                ("kind", models.CharField(max_length=10)),
                ("seed", models.CharField(blank=True, max_length=64)),
                ("moves", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.seating.SeatingKind["HAND"],
                                    tournament.core.seating.SeatingKind["REGISTERED"],
                                    tournament.core.seating.SeatingKind["NAME"],
                                    tournament.core.seating.SeatingKind["RANKING"],
                                    tournament.core.seating.SeatingKind["RANDOM"],
                                    tournament.core.seating.SeatingKind["SERIES"],
                                    tournament.core.seating.SeatingKind["UNDO"],
                                ],
                            )
                        ),
                        name="seating_change_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("target", models.TextField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="StaffMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organiser", "organiser"),
                            ("judge", "judge"),
                            ("arbiter", "arbiter"),
                            ("double_arbiter", "double_arbiter"),
                            ("commission", "commission"),
                        ],
                        max_length=20,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "user", "role"), name="staff_role_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                [
                                    tournament.core.states.Role["ORGANISER"],
                                    tournament.core.states.Role["JUDGE"],
                                    tournament.core.states.Role["ARBITER"],
                                    tournament.core.states.Role["DOUBLE_ARBITER"],
                                    tournament.core.states.Role["COMMISSION"],
                                ],
                            )
                        ),
                        name="staff_role",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournament.tournament",
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="table")),
                ("code", models.CharField(default=tournament.models.people.new_code, max_length=6)),
                (
                    "key",
                    models.CharField(
                        default=tournament.models.people.new_key, max_length=40, unique=True
                    ),
                ),
                ("renewals", models.PositiveIntegerField(default=0)),
                (
                    "arbiter",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="table_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="table_number"
                    ),
                ],
            },
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
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="tournament.tournament",
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="nom")),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("tournament"),
                        django.db.models.functions.text.Lower("name"),
                        name="team_name_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournament_changes",
                        to="tournament.organisation",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="changes",
                        to="tournament.tournament",
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("kind", models.CharField(max_length=12)),
                ("data", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.states.TournamentChangeKind["PUBLISH"],
                                    tournament.core.states.TournamentChangeKind["HIDE"],
                                    tournament.core.states.TournamentChangeKind["ARCHIVE"],
                                    tournament.core.states.TournamentChangeKind["BRING_BACK"],
                                    tournament.core.states.TournamentChangeKind["DELETE"],
                                    tournament.core.states.TournamentChangeKind["ORDER"],
                                    tournament.core.states.TournamentChangeKind["COPIED"],
                                    tournament.core.states.TournamentChangeKind["RESTORED"],
                                    tournament.core.states.TournamentChangeKind["ANONYMISED"],
                                    tournament.core.states.TournamentChangeKind["ROUND"],
                                ],
                            )
                        ),
                        name="tournament_change_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TrainingHall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "organisation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="training_hall",
                        to="tournament.organisation",
                    ),
                ),
                ("key", models.CharField(max_length=40, unique=True)),
                (
                    "lexicon",
                    models.CharField(default="fr-libre", max_length=60, verbose_name="lexique"),
                ),
                ("opened_at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Trainee",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "hall",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trainees",
                        to="tournament.traininghall",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trainees",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=64)),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="nom")),
                ("made_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("hall", "user"), name="trainee_account_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("device", ""), _negated=True),
                        fields=("hall", "device"),
                        name="trainee_device_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user__isnull", True), ("device", ""), _connector="XOR"
                        ),
                        name="trainee_is_somebody",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WordList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("checksum", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Topping",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="toppings",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="toppings",
                        to="tournament.organisation",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("title", models.CharField(blank=True, max_length=80, verbose_name="nom")),
                (
                    "mode",
                    models.CharField(
                        default=tournament.core.topping_run.ToppingMode["DEVICES"], max_length=10
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.topping_run.ToppingState["READY"], max_length=10
                    ),
                ),
                ("limit_s", models.PositiveIntegerField(verbose_name="temps par coup (secondes)")),
                ("penalty_s", models.PositiveIntegerField(verbose_name="pénalité (secondes)")),
                (
                    "pause_s",
                    models.PositiveIntegerField(verbose_name="lecture de la solution (secondes)"),
                ),
                ("script", models.JSONField()),
                ("tops", models.JSONField()),
                (
                    "seed",
                    models.CharField(
                        blank=True, default=tournament.models.play.new_seed, max_length=64
                    ),
                ),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.wordlist",
                    ),
                ),
                ("extra_words", models.JSONField(blank=True, default=list)),
                ("made_at", models.DateTimeField()),
                ("opened_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="topping_number_once"
                    ),
                    models.UniqueConstraint(
                        fields=("organisation", "number"), name="training_topping_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("tournament__isnull", True),
                            ("organisation__isnull", True),
                            _connector="XOR",
                        ),
                        name="topping_of_one_owner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.topping_run.ToppingState["READY"],
                                    tournament.core.topping_run.ToppingState["OPEN"],
                                    tournament.core.topping_run.ToppingState["CLOSED"],
                                ],
                            )
                        ),
                        name="topping_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "mode__in",
                                [
                                    tournament.core.topping_run.ToppingMode["DEVICES"],
                                    tournament.core.topping_run.ToppingMode["JUDGE"],
                                ],
                            )
                        ),
                        name="topping_mode",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("limit_s__gte", 1)), name="topping_limit"
                    ),
                ],
            },
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
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="account_changes",
                        to="tournament.organisation",
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
                ("username", models.CharField(max_length=150)),
                ("kind", models.CharField(max_length=20)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.states.AccountChangeKind["MADE"],
                                    tournament.core.states.AccountChangeKind["INVITED"],
                                    tournament.core.states.AccountChangeKind["JOINED"],
                                    tournament.core.states.AccountChangeKind["LEFT"],
                                    tournament.core.states.AccountChangeKind["PASSWORD"],
                                    tournament.core.states.AccountChangeKind["CARD"],
                                    tournament.core.states.AccountChangeKind["RENAMED"],
                                    tournament.core.states.AccountChangeKind["CLOSED"],
                                    tournament.core.states.AccountChangeKind["REOPENED"],
                                    tournament.core.states.AccountChangeKind["MANAGES"],
                                    tournament.core.states.AccountChangeKind["MANAGES_NOT"],
                                ],
                            )
                        ),
                        name="account_change_kind",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BigScreen",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="big_screen",
                        serialize=False,
                        to="tournament.tournament",
                    ),
                ),
                (
                    "scene",
                    models.CharField(default=tournament.core.scenes.Scene["AUTO"], max_length=12),
                ),
                ("logo", models.BinaryField(null=True)),
                ("logo_kind", models.CharField(blank=True, max_length=12)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "scene__in",
                                [
                                    tournament.core.scenes.Scene["AUTO"],
                                    tournament.core.scenes.Scene["GRID"],
                                    tournament.core.scenes.Scene["PROGRAMME"],
                                    tournament.core.scenes.Scene["TABLES"],
                                    tournament.core.scenes.Scene["RANKING"],
                                    tournament.core.scenes.Scene["ADDRESS"],
                                    tournament.core.scenes.Scene["PODIUM"],
                                ],
                            )
                        ),
                        name="big_screen_scene",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("logo__isnull", True), ("logo_kind", "")),
                            models.Q(
                                ("logo__isnull", False),
                                (
                                    "logo_kind__in",
                                    [
                                        tournament.core.pictures.PictureKind["PNG"],
                                        tournament.core.pictures.PictureKind["JPEG"],
                                        tournament.core.pictures.PictureKind["WEBP"],
                                    ],
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="big_screen_logo",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Backup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="backup",
                        to="tournament.tournament",
                    ),
                ),
                ("stamp", models.CharField(blank=True, max_length=64)),
                ("made_at", models.DateTimeField(null=True)),
                ("path", models.TextField(blank=True)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("failed_at", models.DateTimeField(null=True)),
                ("failure", models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CodeFailures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.tournament",
                    ),
                ),
                ("network", models.CharField(max_length=43)),
                ("count", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "network"), name="code_failures_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DeskHold",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="desk_hold",
                        to="tournament.tournament",
                    ),
                ),
                ("device", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
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
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="tournament.tournament",
                    ),
                ),
                ("file_name", models.CharField(max_length=200)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entry",
                        to="tournament.table",
                    ),
                ),
                ("name", models.CharField(max_length=330)),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournament.team",
                    ),
                ),
                ("checked_in_at", models.DateTimeField(null=True)),
                (
                    "imported",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="tournament.entryimport",
                    ),
                ),
                (
                    "plays_on",
                    models.CharField(
                        default=tournament.core.states.PlaysOn["TABLET"], max_length=7
                    ),
                ),
                ("news", models.PositiveIntegerField(default=0)),
                ("players", models.ManyToManyField(related_name="entries", to="tournament.player")),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["table__number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "plays_on__in",
                                [
                                    tournament.core.states.PlaysOn["TABLET"],
                                    tournament.core.states.PlaysOn["PAPER"],
                                    tournament.core.states.PlaysOn["NOTHING"],
                                ],
                            )
                        ),
                        name="entry_plays_on",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ToppingRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "topping",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="tournament.topping",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="topping_runs",
                        to="tournament.entry",
                    ),
                ),
                (
                    "trainee",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="runs",
                        to="tournament.trainee",
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.topping_run.RunState["WAITING"], max_length=12
                    ),
                ),
                ("turn", models.PositiveIntegerField(default=0)),
                ("began_at", models.DateTimeField(null=True)),
                ("held_ms", models.PositiveIntegerField(default=0)),
                ("expires_at", models.DateTimeField(db_index=True, null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("seq", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["position", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state", tournament.core.topping_run.RunState["ANNULLED"]),
                            _negated=True,
                        ),
                        fields=("topping", "entry"),
                        name="one_topping_run",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("state", tournament.core.topping_run.RunState["ANNULLED"]),
                            _negated=True,
                        ),
                        fields=("topping", "trainee"),
                        name="one_training_run",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.topping_run.RunState["INTERRUPTED"],
                                    tournament.core.topping_run.RunState["PLAYING"],
                                ],
                            )
                        ),
                        fields=("trainee",),
                        name="one_training_run_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entry__isnull", True), ("trainee__isnull", True), _connector="XOR"
                        ),
                        name="topping_run_of_one_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.topping_run.RunState["WAITING"],
                                    tournament.core.topping_run.RunState["PLAYING"],
                                    tournament.core.topping_run.RunState["INTERRUPTED"],
                                    tournament.core.topping_run.RunState["DONE"],
                                    tournament.core.topping_run.RunState["STOPPED"],
                                    tournament.core.topping_run.RunState["ANNULLED"],
                                ],
                            )
                        ),
                        name="topping_run_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("state", tournament.core.topping_run.RunState["PLAYING"]),
                                _negated=True,
                            ),
                            models.Q(
                                ("began_at__isnull", False),
                                ("expires_at__isnull", False),
                                ("turn__gte", 1),
                            ),
                            _connector="OR",
                        ),
                        name="playing_run_has_times",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ToppingEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "topping",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournament.topping",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournament.toppingrun",
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("kind", models.CharField(max_length=12)),
                ("turn", models.PositiveIntegerField(default=0)),
                ("data", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("run__isnull", False)),
                        fields=("run", "seq"),
                        name="topping_event_seq_once",
                    )
                ],
                "indexes": [models.Index(fields=["run", "kind"], name="topping_event_kinds")],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournament.tournament",
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="partie")),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.states.GameState["DRAFT"], max_length=12
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        default=tournament.core.states.GameKind["DUPLICATE"], max_length=12
                    ),
                ),
                ("settles", models.JSONField(blank=True, null=True)),
                (
                    "format",
                    models.CharField(default="normal", max_length=12, verbose_name="formule"),
                ),
                (
                    "time_s",
                    models.PositiveIntegerField(
                        default=180, verbose_name="temps de jeu (secondes)"
                    ),
                ),
                ("turn_time_s", models.PositiveIntegerField(null=True)),
                (
                    "warn_s",
                    models.PositiveIntegerField(
                        default=30, verbose_name="signal avant la fin (secondes)"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        default=tournament.core.states.Source["SOFTWARE"],
                        max_length=10,
                        verbose_name="tirage",
                    ),
                ),
                ("seed", models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ("script", models.JSONField(blank=True, null=True)),
                ("extra_words", models.JSONField(blank=True, default=list)),
                (
                    "word_list",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournament.wordlist",
                    ),
                ),
                (
                    "judge_plays",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="judged_games",
                        to="tournament.entry",
                    ),
                ),
                ("refused", models.JSONField(blank=True, default=list)),
                ("started_at", models.DateTimeField(null=True)),
                ("interrupted_at", models.DateTimeField(null=True)),
                ("resumes_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("end_reason", models.CharField(blank=True, max_length=40)),
                ("end_article", models.CharField(blank=True, max_length=20)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("heads", models.JSONField(default=dict)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("dirty_turns", models.JSONField(default=list)),
                ("standings_sent_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="game_number_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.states.GameState["RUNNING"],
                                    tournament.core.states.GameState["INTERRUPTED"],
                                ],
                            )
                        ),
                        fields=("tournament",),
                        name="one_running_game",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("time_s__gte", 1)), name="game_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.states.GameKind["DUPLICATE"],
                                    tournament.core.states.GameKind["MORT_SUBITE"],
                                ],
                            )
                        ),
                        name="game_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("settles__isnull", True),
                            ("kind", tournament.core.states.GameKind["MORT_SUBITE"]),
                            _connector="OR",
                        ),
                        name="only_mort_subite_settles",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("state", tournament.core.states.GameState["FINISHED"]),
                                _negated=True,
                            ),
                            ("finished_at__isnull", False),
                            _connector="OR",
                        ),
                        name="finished_game_has_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.states.GameState["DRAFT"],
                                    tournament.core.states.GameState["READY"],
                                    tournament.core.states.GameState["RUNNING"],
                                    tournament.core.states.GameState["INTERRUPTED"],
                                    tournament.core.states.GameState["FINISHED"],
                                    tournament.core.states.GameState["VOID"],
                                ],
                            )
                        ),
                        name="game_state",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("dirty_turns", []), _negated=True),
                        fields=["id"],
                        name="game_dirty",
                    )
                ],
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
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournament.game",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournament.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournament.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "entry"), name="seat_of_an_entry_once"),
                    models.UniqueConstraint(fields=("game", "table"), name="seat_at_a_table_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="tournament.game",
                    ),
                ),
                ("ordinal", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.states.TurnState["DRAWN"], max_length=12
                    ),
                ),
                ("set_aside", models.BooleanField(default=False)),
                ("kept", models.CharField(blank=True, max_length=15)),
                ("drawn", models.CharField(max_length=15)),
                ("rejected", models.JSONField(blank=True, default=list)),
                ("may_reject", models.BooleanField(default=False)),
                ("time_s", models.PositiveIntegerField(null=True)),
                ("opened_at", models.DateTimeField(null=True)),
                ("closes_at", models.DateTimeField(null=True)),
                ("collects_at", models.DateTimeField(null=True)),
                ("shut", models.BooleanField(default=False)),
                ("closed_at", models.DateTimeField(null=True)),
                ("solved_at", models.DateTimeField(null=True)),
                ("corrected_at", models.DateTimeField(null=True)),
                ("rescued_at", models.DateTimeField(null=True)),
                ("to_decide", models.PositiveIntegerField(default=0)),
                ("decided", models.PositiveIntegerField(default=0)),
                ("word", models.CharField(blank=True, max_length=15)),
                ("ref", models.CharField(blank=True, max_length=3)),
                ("score", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["ordinal"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ordinal"), name="turn_ordinal_once"),
                    models.UniqueConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.states.TurnState["ANNOUNCED"],
                                    tournament.core.states.TurnState["CLOSED"],
                                    tournament.core.states.TurnState["DRAWN"],
                                    tournament.core.states.TurnState["OPEN"],
                                    tournament.core.states.TurnState["REVEALED"],
                                ],
                            )
                        ),
                        fields=("game",),
                        name="one_live_turn",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("state", tournament.core.states.TurnState["OPEN"]), _negated=True
                            ),
                            models.Q(
                                ("closes_at__isnull", False),
                                ("opened_at__isnull", False),
                                ("collects_at__gte", models.F("closes_at")),
                            ),
                            _connector="OR",
                        ),
                        name="open_turn_has_times",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                (
                                    "state__in",
                                    [
                                        tournament.core.states.TurnState["REVEALED"],
                                        tournament.core.states.TurnState["DONE"],
                                    ],
                                ),
                                _negated=True,
                            ),
                            models.Q(("ref", ""), ("word", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="revealed_turn_has_word",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("set_aside", False),
                            ("state", tournament.core.states.TurnState["CANCELLED"]),
                            _connector="OR",
                        ),
                        name="set_aside_turn_is_cancelled",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.states.TurnState["DRAWN"],
                                    tournament.core.states.TurnState["ANNOUNCED"],
                                    tournament.core.states.TurnState["OPEN"],
                                    tournament.core.states.TurnState["CLOSED"],
                                    tournament.core.states.TurnState["REVEALED"],
                                    tournament.core.states.TurnState["DONE"],
                                    tournament.core.states.TurnState["CANCELLED"],
                                ],
                            )
                        ),
                        name="turn_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Explanation",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="explanations",
                        to="tournament.turn",
                    ),
                ),
                ("parts", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="tournament.entry",
                    ),
                ),
                ("points", models.IntegerField()),
                ("gross", models.IntegerField()),
                ("sanction", models.CharField(max_length=10)),
                ("average", models.BooleanField(default=False)),
                ("warnings", models.PositiveSmallIntegerField(default=0)),
                ("word", models.CharField(blank=True, max_length=15)),
                ("ref", models.CharField(blank=True, max_length=3)),
                ("article", models.CharField(blank=True, max_length=20)),
                (
                    "explanation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="scores",
                        to="tournament.explanation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "entry"), name="one_score")
                ],
            },
        ),
        migrations.CreateModel(
            name="Solutions",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="solutions",
                        to="tournament.turn",
                    ),
                ),
                ("moves", models.JSONField()),
                ("proposed", models.JSONField(null=True)),
                ("final", models.JSONField(default=list)),
                ("nothing_playable", models.BooleanField(default=False)),
                ("lexicon_checksum", models.CharField(max_length=64)),
                ("checksum", models.CharField(max_length=64)),
                ("count", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Straggler",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stragglers",
                        to="tournament.turn",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TookPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="took_part",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="took_part",
                        to="tournament.entry",
                    ),
                ),
                ("plays_on", models.CharField(max_length=7)),
                ("typed", models.CharField(blank=True, max_length=7)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "entry"), name="took_part_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "plays_on__in",
                                [
                                    tournament.core.states.PlaysOn["TABLET"],
                                    tournament.core.states.PlaysOn["PAPER"],
                                    tournament.core.states.PlaysOn["NOTHING"],
                                    tournament.core.states.PlaysOn["WATCHES"],
                                ],
                            )
                        ),
                        name="took_part_plays_on",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "typed__in",
                                [
                                    "",
                                    tournament.core.states.Handed["IN_TIME"],
                                    tournament.core.states.Handed["LATE"],
                                    tournament.core.states.Handed["NOT"],
                                ],
                            )
                        ),
                        name="took_part_typed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bulletin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entry",
                    ),
                ),
                ("rev", models.PositiveIntegerField()),
                ("device", models.CharField(max_length=40)),
                ("rows", models.JSONField(default=list)),
                ("struck", models.JSONField(default=list)),
                ("reference", models.CharField(blank=True, max_length=20)),
                ("score", models.CharField(blank=True, max_length=20)),
                ("arrived_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "entry"), name="one_bulletin")
                ],
            },
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
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contenders",
                        to="tournament.game",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="contests",
                        to="tournament.entry",
                    ),
                ),
                ("fell", models.PositiveIntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "entry"), name="contender_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="GamePreparation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.jobs.JobState["WAITING"], max_length=10
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("failure", models.JSONField(null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="preparations",
                        to="tournament.tournament",
                    ),
                ),
                ("format", models.CharField(max_length=12)),
                ("time_s", models.PositiveIntegerField()),
                ("warn_s", models.PositiveIntegerField()),
                ("wishes", models.JSONField(default=list)),
                ("seed", models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.wordlist",
                    ),
                ),
                (
                    "vocabulary",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.wordlist",
                    ),
                ),
                ("vocabulary_name", models.CharField(blank=True, max_length=60)),
                ("most_tries", models.PositiveIntegerField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("tally", models.JSONField(default=dict)),
                ("rescued_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="preparation",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.jobs.JobState["WAITING"],
                                    tournament.core.jobs.JobState["RUNNING"],
                                    tournament.core.jobs.JobState["DONE"],
                                    tournament.core.jobs.JobState["FAILED"],
                                    tournament.core.jobs.JobState["STOPPED"],
                                ],
                            )
                        ),
                        name="gamepreparation_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("progress__lte", 100)), name="gamepreparation_progress"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "organisation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.organisation",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.tournament",
                    ),
                ),
                ("roles", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Journal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salts", models.JSONField(blank=True, default=dict)),
                ("erased", models.JSONField(blank=True, default=dict)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="journal",
                        to="tournament.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=20)),
                (
                    "turn",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, to="tournament.turn"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("data", models.JSONField(default=dict)),
                ("signed", models.CharField(blank=True, max_length=150)),
                ("chain", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="journal_seq_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="LateBulletin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.entry",
                    ),
                ),
                ("rev", models.PositiveIntegerField()),
                ("device", models.CharField(max_length=40)),
                ("rows", models.JSONField(default=list)),
                ("struck", models.JSONField(default=list)),
                ("reference", models.CharField(blank=True, max_length=20)),
                ("score", models.CharField(blank=True, max_length=20)),
                ("arrived_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "entry"), name="one_late_bulletin")
                ],
            },
        ),
        migrations.CreateModel(
            name="LexiconImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.jobs.JobState["WAITING"], max_length=10
                    ),
                ),
                ("progress", models.PositiveSmallIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("failure", models.JSONField(null=True)),
                (
                    "organisation",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lexica",
                        to="tournament.organisation",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="nom")),
                ("file_name", models.CharField(max_length=200)),
                ("content", models.BinaryField(null=True)),
                ("replaces", models.BooleanField(default=False)),
                (
                    "word_list",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="imports",
                        to="tournament.wordlist",
                    ),
                ),
                ("report", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["-pk"],
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.jobs.JobState["WAITING"],
                                    tournament.core.jobs.JobState["RUNNING"],
                                    tournament.core.jobs.JobState["DONE"],
                                    tournament.core.jobs.JobState["FAILED"],
                                    tournament.core.jobs.JobState["STOPPED"],
                                ],
                            )
                        ),
                        name="lexiconimport_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("progress__lte", 100)), name="lexiconimport_progress"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MailRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("address", models.EmailField(max_length=254)),
                ("network", models.CharField(max_length=43)),
                ("club", models.CharField(blank=True, max_length=120)),
                ("name", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.states.Mail["SIGN_UP"],
                                    tournament.core.states.Mail["RESET"],
                                ],
                            )
                        ),
                        name="mail_kind",
                    )
                ],
                "indexes": [
                    models.Index(fields=["address", "at"], name="mail_by_address"),
                    models.Index(fields=["network", "at"], name="mail_by_network"),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournament.tournament",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        default=tournament.core.classic.rounds.states.RoundState["PREPARED"],
                        max_length=10,
                    ),
                ),
                ("published_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="round_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    tournament.core.classic.rounds.states.RoundState["PREPARED"],
                                    tournament.core.classic.rounds.states.RoundState["PUBLISHED"],
                                    tournament.core.classic.rounds.states.RoundState["RUNNING"],
                                    tournament.core.classic.rounds.states.RoundState["FINISHED"],
                                ],
                            )
                        ),
                        name="round_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournament.tournament",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="tournament.matchround",
                    ),
                ),
                ("board_number", models.PositiveIntegerField(null=True)),
                (
                    "x",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_x",
                        to="tournament.entry",
                    ),
                ),
                (
                    "y",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="matches_as_y",
                        to="tournament.entry",
                    ),
                ),
                ("terms", models.JSONField(blank=True, default=dict)),
                ("winner", models.CharField(blank=True, max_length=5)),
                ("points_x", models.IntegerField(null=True)),
                ("points_y", models.IntegerField(null=True)),
                ("difference", models.IntegerField(null=True)),
                ("over_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["round__number", "board_number", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("x", models.F("y")), _negated=True), name="match_of_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "winner__in",
                                [
                                    "",
                                    tournament.core.classic.endings.Winner["X"],
                                    tournament.core.classic.endings.Winner["Y"],
                                    tournament.core.classic.endings.Winner["EQUAL"],
                                ],
                            )
                        ),
                        name="match_winner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("over_at__isnull", True),
                                ("points_x__isnull", True),
                                ("points_y__isnull", True),
                            ),
                            models.Q(
                                ("over_at__isnull", False),
                                ("points_x__isnull", False),
                                ("points_y__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="match_over_has_points",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournament.match",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seed", models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ("terms", models.JSONField(default=dict)),
                (
                    "word_list",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="match_games",
                        to="tournament.wordlist",
                    ),
                ),
                ("starter_given", models.CharField(blank=True, max_length=1)),
                ("opened_at", models.DateTimeField()),
                ("seq", models.PositiveIntegerField(default=0)),
                (
                    "phase",
                    models.CharField(
                        default=tournament.core.classic.state.MatchPhase["TOSS"], max_length=12
                    ),
                ),
                ("to_move", models.CharField(blank=True, max_length=1)),
                ("score_x", models.IntegerField(default=0)),
                ("score_y", models.IntegerField(default=0)),
                ("winner", models.CharField(blank=True, max_length=5)),
                ("waiting", models.PositiveIntegerField(default=0)),
                ("expires_at", models.DateTimeField(db_index=True, null=True)),
                ("over_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "number"), name="match_game_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "phase__in",
                                [
                                    tournament.core.classic.state.MatchPhase["TOSS"],
                                    tournament.core.classic.state.MatchPhase["RACKS"],
                                    tournament.core.classic.state.MatchPhase["START"],
                                    tournament.core.classic.state.MatchPhase["PLAY"],
                                    tournament.core.classic.state.MatchPhase["ANNOUNCED"],
                                    tournament.core.classic.state.MatchPhase["TURNED"],
                                    tournament.core.classic.state.MatchPhase["CHALLENGE"],
                                    tournament.core.classic.state.MatchPhase["SLIP"],
                                    tournament.core.classic.state.MatchPhase["SCORE"],
                                    tournament.core.classic.state.MatchPhase["HELD"],
                                    tournament.core.classic.state.MatchPhase["SUSPENDED"],
                                    tournament.core.classic.state.MatchPhase["LETTERS"],
                                    tournament.core.classic.state.MatchPhase["TOTALS"],
                                    tournament.core.classic.state.MatchPhase["OVER"],
                                ],
                            )
                        ),
                        name="match_game_phase",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "winner__in",
                                [
                                    "",
                                    tournament.core.classic.endings.Winner["X"],
                                    tournament.core.classic.endings.Winner["Y"],
                                    tournament.core.classic.endings.Winner["EQUAL"],
                                ],
                            )
                        ),
                        name="match_game_winner",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "starter_given__in",
                                [
                                    "",
                                    tournament.core.classic.sides.Side["X"],
                                    tournament.core.classic.sides.Side["Y"],
                                ],
                            )
                        ),
                        name="match_game_starter",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salts", models.JSONField(blank=True, default=dict)),
                ("erased", models.JSONField(blank=True, default=dict)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournament.matchgame",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("command", models.CharField(max_length=16)),
                ("actor", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                ("data", models.JSONField(default=dict)),
                ("key", models.CharField(blank=True, max_length=40)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("signed", models.CharField(blank=True, max_length=150)),
                ("reason", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="match_event_seq_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True),
                        fields=("game", "key"),
                        name="match_event_key_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "command__in",
                                [
                                    tournament.core.classic.commands.Command["TOSS"],
                                    tournament.core.classic.commands.Command["DRAW"],
                                    tournament.core.classic.commands.Command["PLAY"],
                                    tournament.core.classic.commands.Command["TURN"],
                                    tournament.core.classic.commands.Command["PRESS"],
                                    tournament.core.classic.commands.Command["LOOK"],
                                    tournament.core.classic.commands.Command["PASS"],
                                    tournament.core.classic.commands.Command["EXCHANGE"],
                                    tournament.core.classic.commands.Command["UNWRITE"],
                                    tournament.core.classic.commands.Command["CHALLENGE"],
                                    tournament.core.classic.commands.Command["SLIP"],
                                    tournament.core.classic.commands.Command["VERDICT"],
                                    tournament.core.classic.commands.Command["DISMISS"],
                                    tournament.core.classic.commands.Command["CONTEST_SCORE"],
                                    tournament.core.classic.commands.Command["AGREE_SCORE"],
                                    tournament.core.classic.commands.Command["DROP_CONTEST"],
                                    tournament.core.classic.commands.Command["SET_SCORE"],
                                    tournament.core.classic.commands.Command["SANCTION"],
                                    tournament.core.classic.commands.Command["LIFT"],
                                    tournament.core.classic.commands.Command["APPEAL"],
                                    tournament.core.classic.commands.Command["DECIDE"],
                                    tournament.core.classic.commands.Command["REFER"],
                                    tournament.core.classic.commands.Command["TIME_PLAYER"],
                                    tournament.core.classic.commands.Command["REPORT_EXCESS"],
                                    tournament.core.classic.commands.Command["REMOVE_EXCESS"],
                                    tournament.core.classic.commands.Command["FIND_EXCESS"],
                                    tournament.core.classic.commands.Command["UPSET"],
                                    tournament.core.classic.commands.Command["INCOMPLETE"],
                                    tournament.core.classic.commands.Command["DECLARE_TOTALS"],
                                    tournament.core.classic.commands.Command["SETTLE_TOTALS"],
                                    tournament.core.classic.commands.Command["LATE"],
                                    tournament.core.classic.commands.Command["ARRIVE"],
                                    tournament.core.classic.commands.Command["PAUSE"],
                                    tournament.core.classic.commands.Command["LEAVE"],
                                    tournament.core.classic.commands.Command["RETURN"],
                                    tournament.core.classic.commands.Command["CALL_ARBITER"],
                                    tournament.core.classic.commands.Command["ANSWER"],
                                    tournament.core.classic.commands.Command["ABANDON"],
                                    tournament.core.classic.commands.Command["HOLD"],
                                    tournament.core.classic.commands.Command["RESUME"],
                                    tournament.core.classic.commands.Command["SET_CLOCKS"],
                                    tournament.core.classic.commands.Command["UNWATCHED"],
                                    tournament.core.classic.commands.Command["TYPE_LETTERS"],
                                    tournament.core.classic.commands.Command["STOP"],
                                    tournament.core.classic.commands.Command["EXPIRE"],
                                ],
                            )
                        ),
                        name="match_event_command",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "actor__in",
                                [
                                    tournament.core.classic.sides.Actor["X"],
                                    tournament.core.classic.sides.Actor["Y"],
                                    tournament.core.classic.sides.Actor["ARBITER"],
                                    tournament.core.classic.sides.Actor["DIRECTOR"],
                                    tournament.core.classic.sides.Actor["TIME"],
                                ],
                            )
                        ),
                        name="match_event_actor",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salts", models.JSONField(blank=True, default=dict)),
                ("erased", models.JSONField(blank=True, default=dict)),
                (
                    "uid",
                    models.UUIDField(
                        db_default=django.contrib.postgres.functions.RandomUUID(),
                        default=uuid.uuid4,
                        editable=False,
                        unique=True,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="tournament.match",
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("games", models.JSONField(blank=True, default=list)),
                ("winner", models.CharField(blank=True, max_length=5)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("signed", models.CharField(blank=True, max_length=150)),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    tournament.core.classic.rounds.states.ResultKind["SHEET"],
                                    tournament.core.classic.rounds.states.ResultKind["GIVEN_UP"],
                                    tournament.core.classic.rounds.states.ResultKind["FORFEIT"],
                                    tournament.core.classic.rounds.states.ResultKind["BOTH_AWAY"],
                                ],
                            )
                        ),
                        name="match_result_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "winner__in",
                                [
                                    "",
                                    tournament.core.classic.endings.Winner["X"],
                                    tournament.core.classic.endings.Winner["Y"],
                                    tournament.core.classic.endings.Winner["EQUAL"],
                                ],
                            )
                        ),
                        name="match_result_winner",
                    ),
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
                (
                    "organisation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournament.organisation",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("manages", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("organisation", "user"), name="membership_once")
                ],
            },
        ),
        migrations.RunSQL(DEFERRABLE, migrations.RunSQL.noop),
    ]
