import arbitrage.core.appeals
import arbitrage.core.bulletin
import arbitrage.core.classic.calls
import arbitrage.core.codes
import arbitrage.core.decided
import arbitrage.core.second_looks
import django.contrib.postgres.functions
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("arbitrage", "0001_initial"),
        ("arbitrage", "0002_act"),
        ("arbitrage", "0003_paperbulletin"),
        ("arbitrage", "0004_ruling_points"),
        ("arbitrage", "0005_ruling_origin"),
        ("arbitrage", "0006_ruling_came_since"),
        ("arbitrage", "0007_explanations"),
        ("arbitrage", "0008_two_keyers"),
        ("arbitrage", "0009_cheating"),
        ("arbitrage", "0010_ruling_in_time"),
        ("arbitrage", "0011_acts_go_together"),
        ("arbitrage", "0012_slips"),
        ("arbitrage", "0013_second_looks"),
        ("arbitrage", "0014_appeals"),
        ("arbitrage", "0015_chain"),
        ("arbitrage", "0016_cases_can_be_erased"),
        ("arbitrage", "0017_federation"),
        ("arbitrage", "0018_judged_entries_stay"),
        ("arbitrage", "0019_classic"),
        ("arbitrage", "0020_call_clock"),
        ("arbitrage", "0021_one_index_each"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Act",
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
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="acts",
                        to="tournament.entry",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("zero", "Zero"),
                            ("cheating", "Cheating"),
                            ("removal", "Removal"),
                            ("average", "Average"),
                            ("withdrawal", "Withdrawal"),
                        ],
                        max_length=10,
                    ),
                ),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "takes_back",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="taken_back_by",
                        to="arbitrage.act",
                    ),
                ),
                ("article", models.CharField(max_length=20)),
                ("automatic", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["turn", "entry", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("kind", arbitrage.core.decided.ActKind["WITHDRAWAL"]),
                                ("takes_back__isnull", False),
                            ),
                            models.Q(
                                ("takes_back__isnull", True),
                                models.Q(
                                    ("kind", arbitrage.core.decided.ActKind["WITHDRAWAL"]),
                                    _negated=True,
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="act_takes_back",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("automatic", False), ("reason", ""), _negated=True),
                        name="act_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salts", models.JSONField(blank=True, default=dict)),
                ("erased", models.JSONField(blank=True, default=dict)),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeals",
                        to="tournament.tournament",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "turn",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeals",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="appeals",
                        to="tournament.entry",
                    ),
                ),
                ("subject", models.CharField(max_length=8)),
                (
                    "act",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="appeals",
                        to="arbitrage.act",
                    ),
                ),
                ("origin", models.CharField(max_length=10)),
                (
                    "against",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answer",
                        to="arbitrage.appeal",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="appeals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("filed_at", models.DateTimeField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("grounds", models.CharField(blank=True, max_length=2000)),
                ("article", models.CharField(blank=True, max_length=20)),
                (
                    "state",
                    models.CharField(
                        default=arbitrage.core.appeals.CaseState["OPEN"], max_length=9
                    ),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="closed_appeals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("order", models.CharField(blank=True, max_length=300)),
                ("order_done_at", models.DateTimeField(null=True)),
                ("decision_version", models.PositiveIntegerField(default=0)),
                ("informed_at", models.DateTimeField(null=True)),
                (
                    "informed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("asked_at", models.DateTimeField(null=True)),
                ("completed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="appeal_number_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", arbitrage.core.appeals.CaseState["OPEN"])),
                        fields=("turn", "entry", "subject", "act"),
                        name="appeal_open_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.appeals.CaseState["OPEN"],
                                    arbitrage.core.appeals.CaseState["ALLOWED"],
                                    arbitrage.core.appeals.CaseState["DISMISSED"],
                                    arbitrage.core.appeals.CaseState["WITHDRAWN"],
                                    arbitrage.core.appeals.CaseState["MOOT"],
                                ],
                            )
                        ),
                        name="appeal_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "origin__in",
                                [
                                    arbitrage.core.appeals.CaseOrigin["PLAYER"],
                                    arbitrage.core.appeals.CaseOrigin["ARBITER"],
                                    arbitrage.core.appeals.CaseOrigin["RULE"],
                                    arbitrage.core.appeals.CaseOrigin["FEDERATION"],
                                ],
                            )
                        ),
                        name="appeal_origin",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("act__isnull", False),
                                ("subject", arbitrage.core.appeals.CaseSubject["ACT"]),
                            ),
                            models.Q(
                                ("act__isnull", True),
                                (
                                    "subject__in",
                                    [
                                        arbitrage.core.appeals.CaseSubject["RULING"],
                                        arbitrage.core.appeals.CaseSubject["DECISION"],
                                    ],
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="appeal_subject",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("closed_at__isnull", True),
                                ("state", arbitrage.core.appeals.CaseState["OPEN"]),
                            ),
                            models.Q(
                                models.Q(
                                    ("state", arbitrage.core.appeals.CaseState["OPEN"]),
                                    _negated=True,
                                ),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="appeal_closed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                (
                                    "state__in",
                                    [
                                        arbitrage.core.appeals.CaseState["ALLOWED"],
                                        arbitrage.core.appeals.CaseState["DISMISSED"],
                                    ],
                                ),
                                _negated=True,
                            ),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="appeal_has_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("grounds", ""), _negated=True),
                            (
                                "origin__in",
                                [
                                    arbitrage.core.appeals.CaseOrigin["RULE"],
                                    arbitrage.core.appeals.CaseOrigin["FEDERATION"],
                                ],
                            ),
                            _connector="OR",
                        ),
                        name="appeal_has_grounds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("against__isnull", False),
                                ("origin", arbitrage.core.appeals.CaseOrigin["FEDERATION"]),
                            ),
                            models.Q(
                                models.Q(
                                    ("origin", arbitrage.core.appeals.CaseOrigin["FEDERATION"]),
                                    _negated=True,
                                ),
                                ("against__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="appeal_answers",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", arbitrage.core.appeals.CaseState["OPEN"])),
                        fields=["turn"],
                        name="appeal_is_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LookPlan",
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
                        related_name="look_plans",
                        to="tournament.tournament",
                    ),
                ),
                ("plan", models.JSONField()),
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
                "ordering": ["tournament", "at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="PaperBulletin",
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
                        related_name="papers",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="papers",
                        to="tournament.entry",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("rows", models.JSONField(default=list)),
                ("struck", models.JSONField(default=list)),
                ("reference", models.CharField(blank=True, max_length=20)),
                ("score", models.CharField(blank=True, max_length=20)),
                (
                    "state",
                    models.CharField(
                        default=arbitrage.core.bulletin.SheetState["OK"], max_length=14
                    ),
                ),
                (
                    "contests",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="contested_by",
                        to="arbitrage.paperbulletin",
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
            ],
            options={
                "ordering": ["turn", "entry", "version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("turn", "entry", "version"), name="paper_version_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.bulletin.SheetState["OK"],
                                    arbitrage.core.bulletin.SheetState["BLANK"],
                                    arbitrage.core.bulletin.SheetState["MISSING"],
                                    arbitrage.core.bulletin.SheetState["LATE"],
                                    arbitrage.core.bulletin.SheetState["EXCHANGED"],
                                    arbitrage.core.bulletin.SheetState["ILLEGIBLE"],
                                    arbitrage.core.bulletin.SheetState["SEVERAL"],
                                    arbitrage.core.bulletin.SheetState["HARD_TO_READ"],
                                ],
                            )
                        ),
                        name="paper_state",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
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
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournament.entry",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("gesture", models.UUIDField(editable=False, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("undecided", "Undecided"),
                            ("confirmed", "Confirmed"),
                            ("changed", "Changed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("paper", "Paper"),
                            ("tablet", "Tablet"),
                            ("late", "Late"),
                            ("nothing", "Nothing"),
                        ],
                        max_length=7,
                    ),
                ),
                ("rev", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("received", models.CharField(blank=True, max_length=64)),
                ("verdict", models.JSONField()),
                ("points", models.IntegerField()),
                ("gross", models.IntegerField()),
                ("sanction", models.CharField(max_length=10)),
                ("motives", models.JSONField(default=list)),
                ("article", models.CharField(blank=True, max_length=20)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("in_time", models.CharField(blank=True, max_length=300)),
                ("in_time_article", models.CharField(blank=True, max_length=20)),
                ("came_since", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["turn", "entry", "version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("turn", "entry", "version"), name="ruling_version_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "sanction__in",
                                [
                                    arbitrage.core.codes.Sanction["NONE"],
                                    arbitrage.core.codes.Sanction["WARNING"],
                                    arbitrage.core.codes.Sanction["PENALTY"],
                                    arbitrage.core.codes.Sanction["ZERO"],
                                ],
                            )
                        ),
                        name="ruling_sanction",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("origin", arbitrage.core.decided.Origin["NOTHING"]), ("rev", 0)
                            ),
                            (
                                "origin__in",
                                [
                                    arbitrage.core.decided.Origin["PAPER"],
                                    arbitrage.core.decided.Origin["TABLET"],
                                    arbitrage.core.decided.Origin["LATE"],
                                ],
                            ),
                            _connector="OR",
                        ),
                        name="ruling_origin",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("came_since", False),
                            models.Q(
                                ("status", arbitrage.core.decided.Status["UNDECIDED"]),
                                models.Q(
                                    ("origin", arbitrage.core.decided.Origin["NOTHING"]),
                                    _negated=True,
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="ruling_came_since",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("in_time", ""), ("in_time_article", "")),
                            models.Q(
                                models.Q(("in_time", ""), _negated=True),
                                models.Q(("in_time_article", ""), _negated=True),
                                (
                                    "origin__in",
                                    [
                                        arbitrage.core.decided.Origin["LATE"],
                                        arbitrage.core.decided.Origin["PAPER"],
                                    ],
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="ruling_in_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SecondLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("salts", models.JSONField(blank=True, default=dict)),
                ("erased", models.JSONField(blank=True, default=dict)),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_looks",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_looks",
                        to="tournament.entry",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                (
                    "ruled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("settled_version", models.PositiveIntegerField()),
                ("points", models.IntegerField()),
                ("sanction", models.CharField(max_length=10)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("agreed", "agreed"),
                            ("differs", "differs"),
                            ("contested", "contested"),
                            ("joined", "joined"),
                            ("ruled", "ruled"),
                            ("kept", "kept"),
                            ("lapsed", "lapsed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("motive", models.CharField(blank=True, max_length=300)),
                ("reason", models.CharField(blank=True, max_length=300)),
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
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["turn", "entry", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "entry", "by"), name="look_once_each"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by", models.F("ruled_by")), _negated=True),
                            ("by__isnull", True),
                            ("ruled_by__isnull", True),
                            _connector="OR",
                        ),
                        name="look_not_own",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.second_looks.LookState["AGREED"],
                                    arbitrage.core.second_looks.LookState["DIFFERS"],
                                    arbitrage.core.second_looks.LookState["CONTESTED"],
                                    arbitrage.core.second_looks.LookState["JOINED"],
                                    arbitrage.core.second_looks.LookState["RULED"],
                                    arbitrage.core.second_looks.LookState["KEPT"],
                                    arbitrage.core.second_looks.LookState["LAPSED"],
                                ],
                            )
                        ),
                        name="look_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "sanction__in",
                                [
                                    arbitrage.core.codes.Sanction["NONE"],
                                    arbitrage.core.codes.Sanction["WARNING"],
                                    arbitrage.core.codes.Sanction["PENALTY"],
                                    arbitrage.core.codes.Sanction["ZERO"],
                                ],
                            )
                        ),
                        name="look_sanction",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("motive", ""),
                                ("state", arbitrage.core.second_looks.LookState["CONTESTED"]),
                                _negated=True,
                            ),
                            models.Q(
                                ("reason", ""),
                                ("state", arbitrage.core.second_looks.LookState["KEPT"]),
                                _negated=True,
                            ),
                        ),
                        name="look_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Sitting",
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
                    "appeal",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="arbitrage.appeal",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=200)),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("appeal", "user"), name="sitting_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Slip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="correction_slips",
                        to="tournament.turn",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="correction_slips",
                        to="tournament.entry",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("content", models.JSONField()),
                ("word", models.CharField(blank=True, max_length=15)),
                ("ref", models.CharField(blank=True, max_length=3)),
                ("claimed", models.PositiveIntegerField(null=True)),
                ("rectifies", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("shown_at", models.DateTimeField(null=True)),
                ("wanted", models.BooleanField(default=False)),
                ("printed_at", models.DateTimeField(null=True)),
                ("handed_at", models.DateTimeField(null=True)),
                (
                    "handed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["turn", "entry", "version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("turn", "entry", "version"), name="slip_version_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Statement",
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
                    "appeal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="statements",
                        to="arbitrage.appeal",
                    ),
                ),
                ("speaker", models.CharField(max_length=100)),
                ("text", models.CharField(max_length=2000)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="statement_has_text"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TableCall",
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
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournament.tournament",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_calls",
                        to="tournament.matchgame",
                    ),
                ),
                ("kind", models.CharField(max_length=10)),
                ("side", models.CharField(blank=True, max_length=1)),
                ("about", models.PositiveIntegerField(default=0)),
                ("said", models.CharField(blank=True, max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        default=arbitrage.core.classic.calls.CallState["WAITING"], max_length=10
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="taken_calls",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("taken_at", models.DateTimeField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="closed_calls",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                ("closed_seq", models.PositiveIntegerField(default=0)),
                ("proposed", models.JSONField(blank=True, default=dict)),
                ("otherwise", models.CharField(blank=True, max_length=300)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="call_number_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.classic.calls.CallState["TAKEN"],
                                    arbitrage.core.classic.calls.CallState["WAITING"],
                                ],
                            )
                        ),
                        fields=("game", "kind", "side", "about"),
                        name="call_open_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    arbitrage.core.classic.calls.CallKind["CHALLENGE"],
                                    arbitrage.core.classic.calls.CallKind["SCORE"],
                                    arbitrage.core.classic.calls.CallKind["LETTERS"],
                                    arbitrage.core.classic.calls.CallKind["BOARD"],
                                    arbitrage.core.classic.calls.CallKind["SET"],
                                    arbitrage.core.classic.calls.CallKind["TOTALS"],
                                    arbitrage.core.classic.calls.CallKind["LATE"],
                                    arbitrage.core.classic.calls.CallKind["PAUSE"],
                                    arbitrage.core.classic.calls.CallKind["GONE"],
                                    arbitrage.core.classic.calls.CallKind["SLOW"],
                                    arbitrage.core.classic.calls.CallKind["END"],
                                    arbitrage.core.classic.calls.CallKind["RESIGN"],
                                    arbitrage.core.classic.calls.CallKind["CLOCK"],
                                    arbitrage.core.classic.calls.CallKind["APPEAL"],
                                    arbitrage.core.classic.calls.CallKind["OTHER"],
                                ],
                            )
                        ),
                        name="call_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.classic.calls.CallState["WAITING"],
                                    arbitrage.core.classic.calls.CallState["TAKEN"],
                                    arbitrage.core.classic.calls.CallState["CLOSED"],
                                    arbitrage.core.classic.calls.CallState["WITHDRAWN"],
                                ],
                            )
                        ),
                        name="call_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("closed_at__isnull", True),
                                (
                                    "state__in",
                                    [
                                        arbitrage.core.classic.calls.CallState["TAKEN"],
                                        arbitrage.core.classic.calls.CallState["WAITING"],
                                    ],
                                ),
                            ),
                            models.Q(
                                models.Q(
                                    (
                                        "state__in",
                                        [
                                            arbitrage.core.classic.calls.CallState["TAKEN"],
                                            arbitrage.core.classic.calls.CallState["WAITING"],
                                        ],
                                    ),
                                    _negated=True,
                                ),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="call_closed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("state", arbitrage.core.classic.calls.CallState["TAKEN"]),
                                _negated=True,
                            ),
                            ("taken_at__isnull", False),
                            _connector="OR",
                        ),
                        name="call_taken",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    arbitrage.core.classic.calls.CallState["TAKEN"],
                                    arbitrage.core.classic.calls.CallState["WAITING"],
                                ],
                            )
                        ),
                        fields=["tournament"],
                        name="call_is_open",
                    )
                ],
            },
        ),
    ]
