import django.contrib.postgres.functions
import django.db.models.deletion
import tournament.models.play
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0038_topping"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ("board_number", models.PositiveIntegerField(null=True)),
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
                ("seq", models.PositiveIntegerField()),
                ("command", models.CharField(max_length=16)),
                ("actor", models.CharField(max_length=8)),
                ("at", models.DateTimeField()),
                ("data", models.JSONField(default=dict)),
                ("key", models.CharField(blank=True, max_length=40)),
                ("signed", models.CharField(blank=True, max_length=150)),
                ("reason", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["seq"],
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
                ("number", models.PositiveIntegerField()),
                ("seed", models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ("terms", models.JSONField(default=dict)),
                ("starter_given", models.CharField(blank=True, max_length=1)),
                ("opened_at", models.DateTimeField()),
                ("seq", models.PositiveIntegerField(default=0)),
                ("phase", models.CharField(default="toss", max_length=12)),
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
                ("number", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="discipline",
            field=models.CharField(default="duplicate", max_length=9, verbose_name="jeu"),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("discipline__in", ["duplicate", "classic"])),
                name="tournament_discipline",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="x",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches_as_x",
                to="tournament.entry",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="y",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches_as_y",
                to="tournament.entry",
            ),
        ),
        migrations.AddField(
            model_name="matchevent",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="matchgame",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="tournament.match",
            ),
        ),
        migrations.AddField(
            model_name="matchgame",
            name="word_list",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="match_games",
                to="tournament.wordlist",
            ),
        ),
        migrations.AddField(
            model_name="matchevent",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="tournament.matchgame",
            ),
        ),
        migrations.AddField(
            model_name="matchround",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="tournament.matchround",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgame",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="match_game_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgame",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "phase__in",
                        [
                            "toss",
                            "racks",
                            "start",
                            "play",
                            "announced",
                            "turned",
                            "challenge",
                            "slip",
                            "score",
                            "held",
                            "suspended",
                            "letters",
                            "totals",
                            "over",
                        ],
                    )
                ),
                name="match_game_phase",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgame",
            constraint=models.CheckConstraint(
                condition=models.Q(("winner__in", ["", "X", "Y", "equal"])),
                name="match_game_winner",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchgame",
            constraint=models.CheckConstraint(
                condition=models.Q(("starter_given__in", ["", "X", "Y"])), name="match_game_starter"
            ),
        ),
        migrations.AddConstraint(
            model_name="matchevent",
            constraint=models.UniqueConstraint(fields=("game", "seq"), name="match_event_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="matchevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("game", "key"),
                name="match_event_key_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "command__in",
                        [
                            "toss",
                            "draw",
                            "play",
                            "turn",
                            "press",
                            "look",
                            "pass",
                            "exchange",
                            "unwrite",
                            "challenge",
                            "slip",
                            "verdict",
                            "dismiss",
                            "contest-score",
                            "agree-score",
                            "drop-contest",
                            "set-score",
                            "sanction",
                            "lift",
                            "appeal",
                            "decide",
                            "refer",
                            "time-player",
                            "report-excess",
                            "remove-excess",
                            "find-excess",
                            "upset",
                            "incomplete",
                            "declare-totals",
                            "settle-totals",
                            "late",
                            "arrive",
                            "pause",
                            "leave",
                            "return",
                            "call-arbiter",
                            "answer",
                            "abandon",
                            "hold",
                            "resume",
                            "set-clocks",
                            "unwatched",
                            "type-letters",
                            "stop",
                            "expire",
                        ],
                    )
                ),
                name="match_event_command",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("actor__in", ["X", "Y", "arbiter", "director", "time"])),
                name="match_event_actor",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchround",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="round_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("x", models.F("y")), _negated=True), name="match_of_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("winner__in", ["", "X", "Y", "equal"])), name="match_winner"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
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
        ),
    ]
