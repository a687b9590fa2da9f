import django.contrib.postgres.functions
import django.db.models.deletion
import tournament.models.play
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournament', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='MatchRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(default="prepared", max_length=10)),
                ('published_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.tournament')),
                ('clock_ends_at', models.DateTimeField(null=True)),
                ('clock_left_ms', models.PositiveIntegerField(null=True)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_once'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["prepared", "published", "running", "finished"])), name='round_state'),
                    models.CheckConstraint(condition=models.Q(('clock_left_ms__isnull', True), ('clock_ends_at__isnull', True), _connector='OR'), name='round_clock_runs_or_not'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('board_number', models.PositiveIntegerField(null=True)),
                ('terms', models.JSONField(blank=True, default=dict)),
                ('winner', models.CharField(blank=True, max_length=5)),
                ('points_x', models.IntegerField(null=True)),
                ('points_y', models.IntegerField(null=True)),
                ('difference', models.IntegerField(null=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='tournament.tournament')),
                ('x', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_x', to='tournament.entry')),
                ('y', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='matches_as_y', to='tournament.entry')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='matches', to='classic.matchround')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ['round__number', 'board_number', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('x', models.F('y')), _negated=True), name='match_of_two'),
                    models.CheckConstraint(condition=models.Q(('winner__in', ['', "X", "Y", "equal"])), name='match_winner'),
                    models.CheckConstraint(condition=models.Q(models.Q(('over_at__isnull', True), ('points_x__isnull', True), ('points_y__isnull', True)), models.Q(('over_at__isnull', False), ('points_x__isnull', False), ('points_y__isnull', False)), _connector='OR'), name='match_over_has_points'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('seed', models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ('terms', models.JSONField(default=dict)),
                ('starter_given', models.CharField(blank=True, max_length=1)),
                ('opened_at', models.DateTimeField()),
                ('seq', models.PositiveIntegerField(default=0)),
                ('phase', models.CharField(default="toss", max_length=12)),
                ('to_move', models.CharField(blank=True, max_length=1)),
                ('score_x', models.IntegerField(default=0)),
                ('score_y', models.IntegerField(default=0)),
                ('winner', models.CharField(blank=True, max_length=5)),
                ('waiting', models.PositiveIntegerField(default=0)),
                ('expires_at', models.DateTimeField(db_index=True, null=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='classic.match')),
                ('word_list', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='match_games', to='tournament.wordlist')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'number'), name='match_game_number_once'),
                    models.CheckConstraint(condition=models.Q(('phase__in', ["toss", "racks", "start", "play", "announced", "turned", "challenge", "slip", "score", "held", "suspended", "letters", "totals", "over"])), name='match_game_phase'),
                    models.CheckConstraint(condition=models.Q(('winner__in', ['', "X", "Y", "equal"])), name='match_game_winner'),
                    models.CheckConstraint(condition=models.Q(('starter_given__in', ['', "X", "Y"])), name='match_game_starter'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('seq', models.PositiveIntegerField()),
                ('command', models.CharField(max_length=16)),
                ('actor', models.CharField(max_length=8)),
                ('at', models.DateTimeField()),
                ('data', models.JSONField(default=dict)),
                ('key', models.CharField(blank=True, max_length=40)),
                ('signed', models.CharField(blank=True, max_length=150)),
                ('reason', models.TextField(blank=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='classic.matchgame')),
            ],
            options={
                'ordering': ['seq'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'seq'), name='match_event_seq_once'),
                    models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('game', 'key'), name='match_event_key_once'),
                    models.CheckConstraint(condition=models.Q(('command__in', ["toss", "draw", "play", "turn", "press", "look", "pass", "exchange", "unwrite", "challenge", "slip", "verdict", "dismiss", "contest-score", "agree-score", "drop-contest", "set-score", "sanction", "lift", "appeal", "decide", "refer", "time-player", "report-excess", "remove-excess", "find-excess", "upset", "incomplete", "declare-totals", "settle-totals", "late", "arrive", "pause", "leave", "return", "call-arbiter", "answer", "abandon", "hold", "resume", "set-clocks", "unwatched", "type-letters", "stop", "expire"])), name='match_event_command'),
                    models.CheckConstraint(condition=models.Q(('actor__in', ["X", "Y", "arbiter", "director", "time"])), name='match_event_actor'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MatchResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(max_length=10)),
                ('games', models.JSONField(blank=True, default=list)),
                ('winner', models.CharField(blank=True, max_length=5)),
                ('signed', models.CharField(blank=True, max_length=150)),
                ('reason', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='classic.match')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["sheet", "given-up", "forfeit", "both-away"])), name='match_result_kind'),
                    models.CheckConstraint(condition=models.Q(('winner__in', ['', "X", "Y", "equal"])), name='match_result_winner'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TableClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('terms', models.JSONField(default=dict)),
                ('opened_at', models.DateTimeField()),
                ('seq', models.PositiveIntegerField(default=0)),
                ('phase', models.CharField(default="waiting", max_length=10)),
                ('called', models.CharField(blank=True, max_length=16)),
                ('expires_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='classic.match')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('match', 'number'), name='table_clock_number_once'),
                    models.CheckConstraint(condition=models.Q(('phase__in', ["waiting", "running", "stopped", "over"])), name='table_clock_phase'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ClockEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('seq', models.PositiveIntegerField()),
                ('command', models.CharField(max_length=16)),
                ('actor', models.CharField(max_length=8)),
                ('at', models.DateTimeField()),
                ('data', models.JSONField(default=dict)),
                ('key', models.CharField(blank=True, max_length=40)),
                ('signed', models.CharField(blank=True, max_length=150)),
                ('reason', models.TextField(blank=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('clock', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='classic.tableclock')),
            ],
            options={
                'ordering': ['seq'],
                'constraints': [
                    models.UniqueConstraint(fields=('clock', 'seq'), name='clock_event_seq_once'),
                    models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('clock', 'key'), name='clock_event_key_once'),
                    models.CheckConstraint(condition=models.Q(('command__in', ["answer", "call-arbiter", "hold", "lift", "press", "refer", "resume", "sanction", "set-clocks", "stop", "time-player", "unwatched"])), name='clock_event_command'),
                    models.CheckConstraint(condition=models.Q(('actor__in', ["X", "Y", "arbiter", "director", "time"])), name='clock_event_actor'),
                ],
            },
        ),
    ]
