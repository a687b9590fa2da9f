import datetime
import django.contrib.postgres.functions
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tournament.models.people
import tournament.models.play
import uuid
from django.conf import settings
from django.db import migrations, models


#: Checked at the end of a statement: while it runs, two entries may have one table.
DEFERRABLE = """
ALTER TABLE tournament_entry
    DROP CONSTRAINT tournament_entry_table_id_key,
    ADD CONSTRAINT tournament_entry_table_id_key
        UNIQUE (table_id) DEFERRABLE INITIALLY IMMEDIATE
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Organisation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='nom')),
                ('time_zone', models.CharField(blank=True, max_length=40, verbose_name='fuseau horaire')),
                ('paper', models.CharField(blank=True, max_length=6, verbose_name='papier')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('paper__in', ['', "a4", "letter"])), name='organisation_paper'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('state', models.CharField(default="published", max_length=10)),
                ('name', models.CharField(max_length=120, verbose_name='nom')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='adresse')),
                ('venue', models.CharField(blank=True, max_length=120, verbose_name='lieu')),
                ('starts_on', models.DateField(default=django.utils.timezone.localdate, verbose_name='date')),
                ('edition', models.CharField(default='2023', max_length=10, verbose_name='édition du règlement')),
                ('discipline', models.CharField(default="duplicate", max_length=9, verbose_name='jeu')),
                ('lexicon', models.CharField(default='fr-libre', max_length=60, verbose_name='lexique')),
                ('links_valid_until', models.DateTimeField(default=tournament.models.people.default_validity, verbose_name="liens des tables valables jusqu'au")),
                ('confirm_clean', models.BooleanField(default=False, verbose_name='faire confirmer aussi les bulletins sans faute')),
                ('confirm_refused', models.BooleanField(default=False, verbose_name='faire confirmer les zéros pour un mot non admis')),
                ('plays_on', models.CharField(default="tablet", max_length=7)),
                ('time_zone', models.CharField(blank=True, max_length=40, verbose_name='fuseau horaire')),
                ('paper', models.CharField(blank=True, max_length=6, verbose_name='papier')),
                ('short_minors', models.BooleanField(default=False, verbose_name='abréger les noms des mineurs pour le public')),
                ('ranking', models.JSONField(blank=True, default=dict)),
                ('classic', models.JSONField(blank=True, default=dict)),
                ('publicity', models.CharField(default="live", max_length=4)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournament.organisation')),
                ('solo_players', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('solo_points', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('unverified', models.JSONField(blank=True, null=True)),
                ('venue_address', models.CharField(blank=True, max_length=300, verbose_name='adresse du lieu')),
                ('contact', models.CharField(blank=True, max_length=200, verbose_name='contact')),
                ('is_embeddable', models.BooleanField(default=False, verbose_name="classement et grille dans les pages d'autres sites")),
                ('ends_on', models.DateField(blank=True, null=True, verbose_name='dernier jour')),
                ('points_on_slips', models.BooleanField(db_default=False, default=False, verbose_name='points et total sur les billets')),
            ],
            options={
                'ordering': ['-starts_on', 'name'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper"])), name='tournament_plays_on'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["draft", "published", "archived"])), name='tournament_state'),
                    models.CheckConstraint(condition=models.Q(('discipline__in', ["duplicate", "classic"])), name='tournament_discipline'),
                    models.CheckConstraint(condition=models.Q(('paper__in', ['', "a4", "letter"])), name='tournament_paper'),
                    models.CheckConstraint(condition=models.Q(('publicity__in', ["live", "game", "end"])), name='tournament_publicity'),
                    models.CheckConstraint(condition=models.Q(('solo_players', None), ('solo_players__gte', 1), _connector='OR'), name='tournament_solo_players'),
                    models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gt', models.F('starts_on')), _connector='OR'), name='tournament_ends_on'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ColumnMatching',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('headers', models.JSONField()),
                ('fields', models.JSONField()),
                ('used_at', models.DateTimeField()),
                ('organisation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='matchings', to='tournament.organisation')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('organisation', 'headers'), name='matching_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RosterChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=8)),
                ('data', models.JSONField()),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roster_changes', to='tournament.organisation')),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["import", "merge", "name"])), name='roster_change_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EntryImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='tournament.tournament')),
                ('learnt', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entry_import', to='tournament.rosterchange')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='RosterPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_name', models.CharField(max_length=80, verbose_name='nom')),
                ('first_name', models.CharField(blank=True, max_length=80, verbose_name='prénom')),
                ('licence', models.CharField(blank=True, max_length=30, verbose_name='licence')),
                ('club', models.CharField(blank=True, max_length=80, verbose_name='club')),
                ('federation', models.CharField(blank=True, max_length=80, verbose_name='fédération')),
                ('country', models.CharField(blank=True, max_length=80, verbose_name='pays')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='année de naissance')),
                ('series', models.CharField(blank=True, max_length=30, verbose_name='série')),
                ('category', models.CharField(blank=True, max_length=30, verbose_name='catégorie')),
                ('plain_name', models.CharField(max_length=330)),
                ('updated_at', models.DateTimeField()),
                ('organisation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='roster', to='tournament.organisation')),
                ('plain_licence', models.CharField(blank=True, default='', max_length=60)),
                ('plain_club', models.CharField(blank=True, default='', max_length=160)),
            ],
            options={
                'ordering': ['last_name', 'first_name', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('organisation', 'licence'), name='roster_licence_once'),
                ],
                'indexes': [
                    models.Index(fields=['organisation', 'plain_name'], name='roster_by_plain_name'),
                    models.Index(fields=['organisation', 'plain_licence'], name='roster_by_plain_licence'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_name', models.CharField(max_length=80, verbose_name='nom')),
                ('first_name', models.CharField(blank=True, max_length=80, verbose_name='prénom')),
                ('licence', models.CharField(blank=True, max_length=30, verbose_name='licence')),
                ('club', models.CharField(blank=True, max_length=80, verbose_name='club')),
                ('federation', models.CharField(blank=True, max_length=80, verbose_name='fédération')),
                ('country', models.CharField(blank=True, max_length=80, verbose_name='pays')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='année de naissance')),
                ('series', models.CharField(blank=True, max_length=30, verbose_name='série')),
                ('category', models.CharField(blank=True, max_length=30, verbose_name='catégorie')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournament.tournament')),
                ('known', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='played', to='tournament.rosterplayer')),
            ],
            options={
                'ordering': ['last_name', 'first_name'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('tournament', 'licence'), name='player_licence_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='table')),
                ('code', models.CharField(default=tournament.models.people.new_code, max_length=6)),
                ('key', models.CharField(default=tournament.models.people.new_key, max_length=40, unique=True)),
                ('renewals', models.PositiveIntegerField(default=0)),
                ('arbiter', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.tournament')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'number'), name='table_number_once'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='nom')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournament.tournament')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [
                    models.UniqueConstraint(models.F('tournament'), django.db.models.functions.text.Lower('name'), name='team_name_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=330)),
                ('withdrawn', models.BooleanField(default=False)),
                ('checked_in_at', models.DateTimeField(null=True)),
                ('plays_on', models.CharField(default="tablet", max_length=7)),
                ('news', models.PositiveIntegerField(default=0)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.tournament')),
                ('imported', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='tournament.entryimport')),
                ('players', models.ManyToManyField(related_name='entries', to='tournament.player')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='tournament.table')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='tournament.team')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['table__number'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper", "nothing"])), name='entry_plays_on'),
                ],
            },
        ),
        migrations.CreateModel(
            name='WordList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('checksum', models.CharField(max_length=64, unique=True)),
                ('count', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField(verbose_name='partie')),
                ('state', models.CharField(default="draft", max_length=12)),
                ('kind', models.CharField(default="duplicate", max_length=12)),
                ('settles', models.JSONField(blank=True, null=True)),
                ('format', models.CharField(default='normal', max_length=12, verbose_name='formule')),
                ('time_s', models.PositiveIntegerField(default=180, verbose_name='temps de jeu (secondes)')),
                ('turn_time_s', models.PositiveIntegerField(null=True)),
                ('warn_s', models.PositiveIntegerField(default=30, verbose_name='signal avant la fin (secondes)')),
                ('source', models.CharField(default="software", max_length=10, verbose_name='tirage')),
                ('seed', models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ('script', models.JSONField(blank=True, null=True)),
                ('extra_words', models.JSONField(blank=True, default=list)),
                ('refused', models.JSONField(blank=True, default=list)),
                ('started_at', models.DateTimeField(null=True)),
                ('interrupted_at', models.DateTimeField(null=True)),
                ('resumes_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('end_reason', models.CharField(blank=True, max_length=40)),
                ('end_article', models.CharField(blank=True, max_length=20)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('heads', models.JSONField(default=dict)),
                ('head', models.CharField(blank=True, max_length=64)),
                ('dirty_turns', models.JSONField(default=list)),
                ('standings_sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('judge_plays', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='judged_games', to='tournament.entry')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='tournament.tournament')),
                ('word_list', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournament.wordlist')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='heure prévue')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'number'), name='game_number_once'),
                    models.UniqueConstraint(condition=models.Q(('state__in', ["running", "interrupted"])), fields=('tournament',), name='one_running_game'),
                    models.CheckConstraint(condition=models.Q(('time_s__gte', 1)), name='game_time'),
                    models.CheckConstraint(condition=models.Q(('kind__in', ["duplicate", "mort-subite"])), name='game_kind'),
                    models.CheckConstraint(condition=models.Q(('settles__isnull', True), ('kind', "mort-subite"), _connector='OR'), name='only_mort_subite_settles'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', "finished"), _negated=True), ('finished_at__isnull', False), _connector='OR'), name='finished_game_has_time'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["draft", "ready", "running", "interrupted", "finished", "void"])), name='game_state'),
                ],
                'indexes': [
                    models.Index(condition=models.Q(('dirty_turns', []), _negated=True), fields=['id'], name='game_dirty'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('state', models.CharField(default="drawn", max_length=12)),
                ('set_aside', models.BooleanField(default=False)),
                ('kept', models.CharField(blank=True, max_length=15)),
                ('drawn', models.CharField(max_length=15)),
                ('rejected', models.JSONField(blank=True, default=list)),
                ('may_reject', models.BooleanField(default=False)),
                ('time_s', models.PositiveIntegerField(null=True)),
                ('opened_at', models.DateTimeField(null=True)),
                ('closes_at', models.DateTimeField(null=True)),
                ('collects_at', models.DateTimeField(null=True)),
                ('shut', models.BooleanField(default=False)),
                ('closed_at', models.DateTimeField(null=True)),
                ('solved_at', models.DateTimeField(null=True)),
                ('corrected_at', models.DateTimeField(null=True)),
                ('rescued_at', models.DateTimeField(null=True)),
                ('to_decide', models.PositiveIntegerField(default=0)),
                ('decided', models.PositiveIntegerField(default=0)),
                ('word', models.CharField(blank=True, max_length=15)),
                ('ref', models.CharField(blank=True, max_length=3)),
                ('score', models.PositiveIntegerField(default=0)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='tournament.game')),
            ],
            options={
                'ordering': ['ordinal'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'ordinal'), name='turn_ordinal_once'),
                    models.UniqueConstraint(condition=models.Q(('state__in', ["announced", "closed", "drawn", "open", "revealed"])), fields=('game',), name='one_live_turn'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', "open"), _negated=True), models.Q(('closes_at__isnull', False), ('opened_at__isnull', False), ('collects_at__gte', models.F('closes_at'))), _connector='OR'), name='open_turn_has_times'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state__in', ["revealed", "done"]), _negated=True), models.Q(('ref', ''), ('word', ''), _negated=True), _connector='OR'), name='revealed_turn_has_word'),
                    models.CheckConstraint(condition=models.Q(('set_aside', False), ('state', "cancelled"), _connector='OR'), name='set_aside_turn_is_cancelled'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["drawn", "announced", "open", "closed", "revealed", "done", "cancelled"])), name='turn_state'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Explanation',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('parts', models.JSONField()),
                ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='explanations', to='tournament.turn')),
            ],
        ),
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=12)),
                ('code', models.CharField(max_length=80, verbose_name='abrégé')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='nom')),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('age_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('age_to', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='tournament.organisation')),
            ],
            options={
                'ordering': ['kind', 'position', 'code'],
                'constraints': [
                    models.UniqueConstraint(models.F('organisation'), models.F('kind'), django.db.models.functions.text.Lower('code'), name='group_once'),
                    models.CheckConstraint(condition=models.Q(('kind__in', ["series", "category", "club", "federation"])), name='group_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PendingFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=200)),
                ('data', models.BinaryField()),
                ('heading', models.PositiveIntegerField(null=True)),
                ('fields', models.JSONField(null=True)),
                ('decisions', models.JSONField(default=dict)),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pending_files', to='tournament.organisation')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pending_files', to='tournament.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='RoleChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=20)),
                ('given', models.BooleanField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_changes', to='tournament.tournament')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('role__in', ["organiser", "judge", "arbiter", "double_arbiter", "commission"])), name='role_change_role'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RoomClock',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('shift', models.DurationField(default=datetime.timedelta(0))),
                ('number', models.PositiveIntegerField(default=0)),
                ('steps', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('id', 1)), name='one_room_clock'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('gross', models.IntegerField()),
                ('sanction', models.CharField(max_length=10)),
                ('average', models.BooleanField(default=False)),
                ('warnings', models.PositiveSmallIntegerField(default=0)),
                ('word', models.CharField(blank=True, max_length=15)),
                ('ref', models.CharField(blank=True, max_length=3)),
                ('article', models.CharField(blank=True, max_length=20)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='tournament.entry')),
                ('explanation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='scores', to='tournament.explanation')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='tournament.turn')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('turn', 'entry'), name='one_score'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.entry')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.game')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.table')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'entry'), name='seat_of_an_entry_once'),
                    models.UniqueConstraint(fields=('game', 'table'), name='seat_at_a_table_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SeatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('moves', models.JSONField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seating_changes', to='tournament.tournament')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["hand", "registered", "name", "ranking", "random", "series", "undo"])), name='seating_change_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('target', models.TextField()),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Solutions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moves', models.JSONField()),
                ('proposed', models.JSONField(null=True)),
                ('final', models.JSONField(default=list)),
                ('nothing_playable', models.BooleanField(default=False)),
                ('lexicon_checksum', models.CharField(max_length=64)),
                ('checksum', models.CharField(max_length=64)),
                ('count', models.PositiveIntegerField()),
                ('turn', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='solutions', to='tournament.turn')),
            ],
        ),
        migrations.CreateModel(
            name='StaffMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('judge', 'judge'), ('arbiter', 'arbiter'), ('double_arbiter', 'double_arbiter'), ('commission', 'commission')], max_length=20)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='tournament.tournament')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'user', 'role'), name='staff_role_once'),
                    models.CheckConstraint(condition=models.Q(('role__in', ["organiser", "judge", "arbiter", "double_arbiter", "commission"])), name='staff_role'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Straggler',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stragglers', to='tournament.turn')),
            ],
        ),
        migrations.CreateModel(
            name='TookPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plays_on', models.CharField(max_length=7)),
                ('typed', models.CharField(blank=True, max_length=7)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='took_part', to='tournament.entry')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='took_part', to='tournament.turn')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('turn', 'entry'), name='took_part_once'),
                    models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper", "nothing", "watches"])), name='took_part_plays_on'),
                    models.CheckConstraint(condition=models.Q(('typed__in', ['', "in-time", "late", "not"])), name='took_part_typed'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TournamentChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('kind', models.CharField(max_length=12)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournament_changes', to='tournament.organisation')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='tournament.tournament')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["publish", "hide", "archive", "bring_back", "delete", "order", "copied", "restored", "anonymised", "round", "settings", "name", "entries"])), name='tournament_change_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='AccountChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('username', models.CharField(max_length=150)),
                ('kind', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='account_changes', to='tournament.organisation')),
                ('data', models.JSONField(db_default={}, default=dict)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["made", "invited", "joined", "left", "password", "card", "renamed", "closed", "reopened", "manages", "manages-not"])), name='account_change_kind'),
                ],
            },
        ),
        migrations.CreateModel(
            name='BigScreen',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='big_screen', serialize=False, to='tournament.tournament')),
                ('scene', models.CharField(default="auto", max_length=12)),
                ('logo', models.BinaryField(null=True)),
                ('logo_kind', models.CharField(blank=True, max_length=12)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('scene__in', ["auto", "grid", "programme", "tables", "ranking", "address", "podium", "solos"])), name='big_screen_scene'),
                    models.CheckConstraint(condition=models.Q(models.Q(('logo__isnull', True), ('logo_kind', '')), models.Q(('logo__isnull', False), ('logo_kind__in', ["image/png", "image/jpeg", "image/webp"])), _connector='OR'), name='big_screen_logo'),
                ],
            },
        ),
        migrations.CreateModel(
            name='CodeFailures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('network', models.CharField(max_length=43)),
                ('count', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.tournament')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'network'), name='code_failures_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DeskHold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(max_length=64)),
                ('since', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='desk_hold', to='tournament.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Bulletin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rev', models.PositiveIntegerField()),
                ('device', models.CharField(max_length=40)),
                ('rows', models.JSONField(default=list)),
                ('struck', models.JSONField(default=list)),
                ('reference', models.CharField(blank=True, max_length=20)),
                ('score', models.CharField(blank=True, max_length=20)),
                ('arrived_at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.entry')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.turn')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('turn', 'entry'), name='one_bulletin'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Contender',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fell', models.PositiveIntegerField(null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='contests', to='tournament.entry')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='contenders', to='tournament.game')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'entry'), name='contender_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='GamePreparation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(default="waiting", max_length=10)),
                ('progress', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('beat_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('failure', models.JSONField(null=True)),
                ('format', models.CharField(max_length=12)),
                ('time_s', models.PositiveIntegerField()),
                ('warn_s', models.PositiveIntegerField()),
                ('wishes', models.JSONField(default=list)),
                ('seed', models.CharField(default=tournament.models.play.new_seed, max_length=64)),
                ('vocabulary_name', models.CharField(blank=True, max_length=60)),
                ('most_tries', models.PositiveIntegerField()),
                ('tries', models.PositiveIntegerField(default=0)),
                ('tally', models.JSONField(default=dict)),
                ('rescued_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='preparation', to='tournament.game')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='preparations', to='tournament.tournament')),
                ('vocabulary', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.wordlist')),
                ('word_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.wordlist')),
            ],
            options={
                'ordering': ['-pk'],
                'abstract': False,
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "running", "done", "failed", "stopped"])), name='gamepreparation_state'),
                    models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='gamepreparation_progress'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roles', models.JSONField(default=list)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.tournament')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.organisation')),
            ],
        ),
        migrations.CreateModel(
            name='Journal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('data', models.JSONField(default=dict)),
                ('signed', models.CharField(blank=True, max_length=150)),
                ('chain', models.CharField(max_length=64)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournament.game')),
                ('turn', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='tournament.turn')),
            ],
            options={
                'ordering': ['seq'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'seq'), name='journal_seq_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='LateBulletin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rev', models.PositiveIntegerField()),
                ('device', models.CharField(max_length=40)),
                ('rows', models.JSONField(default=list)),
                ('struck', models.JSONField(default=list)),
                ('reference', models.CharField(blank=True, max_length=20)),
                ('score', models.CharField(blank=True, max_length=20)),
                ('arrived_at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.entry')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.turn')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('turn', 'entry'), name='one_late_bulletin'),
                ],
            },
        ),
        migrations.CreateModel(
            name='LexiconImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(default="waiting", max_length=10)),
                ('progress', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('beat_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('failure', models.JSONField(null=True)),
                ('name', models.CharField(max_length=60, verbose_name='nom')),
                ('file_name', models.CharField(max_length=200)),
                ('content', models.BinaryField(null=True)),
                ('replaces', models.BooleanField(default=False)),
                ('report', models.JSONField(default=dict)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lexica', to='tournament.organisation')),
                ('word_list', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='tournament.wordlist')),
            ],
            options={
                'ordering': ['-pk'],
                'abstract': False,
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "running", "done", "failed", "stopped"])), name='lexiconimport_state'),
                    models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='lexiconimport_progress'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MailRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('address', models.EmailField(max_length=254)),
                ('network', models.CharField(max_length=43)),
                ('club', models.CharField(blank=True, max_length=120)),
                ('name', models.CharField(blank=True, max_length=150)),
                ('at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('kind__in', ["sign-up", "reset"])), name='mail_kind'),
                ],
                'indexes': [
                    models.Index(fields=['address', 'at'], name='mail_by_address'),
                    models.Index(fields=['network', 'at'], name='mail_by_network'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('manages', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournament.organisation')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('organisation', 'user'), name='membership_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='FormSubmission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('path', models.CharField(max_length=200)),
                ('fields', models.JSONField(default=list)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('target', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['path'], name='submission_by_path')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('digest', ''), _negated=True), fields=('digest',), name='submission_once')],
            },
        ),
        migrations.CreateModel(
            name='TournamentJournal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=10)),
                ('subject', models.UUIDField()),
                ('at', models.DateTimeField()),
                ('data', models.JSONField(default=dict)),
                ('signed', models.CharField(blank=True, max_length=150)),
                ('chain', models.CharField(max_length=64)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournament.tournament')),
            ],
            options={
                'ordering': ['seq'],
                'indexes': [models.Index(fields=['subject', 'seq'], name='tournament_journal_subject')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'seq'), name='tournament_journal_seq_once')],
            },
        ),
        migrations.RunSQL(DEFERRABLE, migrations.RunSQL.noop),
    ]
