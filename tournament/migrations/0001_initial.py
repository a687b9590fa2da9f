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
            ],
            options={
                'ordering': ['-starts_on', 'name'],
            },
        ),
        migrations.CreateModel(
            name='ColumnMatching',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('headers', models.JSONField()),
                ('fields', models.JSONField()),
                ('used_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Explanation',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('parts', models.JSONField()),
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
            ],
            options={
                'ordering': ['kind', 'position', 'code'],
            },
        ),
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
            ],
            options={
                'ordering': ['pk'],
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
            ],
            options={
                'ordering': ['last_name', 'first_name'],
            },
        ),
        migrations.CreateModel(
            name='RoleChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=20)),
                ('given', models.BooleanField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['at', 'pk'],
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
            ],
            options={
                'ordering': ['last_name', 'first_name', 'pk'],
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
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.CreateModel(
            name='SeatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('moves', models.JSONField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['at', 'pk'],
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
            ],
        ),
        migrations.CreateModel(
            name='StaffMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('organiser', 'organiser'), ('judge', 'judge'), ('arbiter', 'arbiter'), ('double_arbiter', 'double_arbiter'), ('commission', 'commission')], max_length=20)),
            ],
        ),
        migrations.CreateModel(
            name='Straggler',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='table')),
                ('code', models.CharField(default=tournament.models.people.new_code, max_length=6)),
                ('key', models.CharField(default=tournament.models.people.new_key, max_length=40, unique=True)),
                ('renewals', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='nom')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='TookPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plays_on', models.CharField(max_length=7)),
                ('typed', models.CharField(blank=True, max_length=7)),
            ],
        ),
        migrations.CreateModel(
            name='TournamentChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('kind', models.CharField(max_length=12)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['at', 'pk'],
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
            ],
            options={
                'ordering': ['ordinal'],
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
            name='AccountChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('username', models.CharField(max_length=150)),
                ('kind', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
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
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['table__number'],
            },
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
            ],
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
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='imported',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='tournament.entryimport'),
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
            ],
            options={
                'ordering': ['number'],
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
            ],
            options={
                'ordering': ['-pk'],
                'abstract': False,
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
            ],
            options={
                'ordering': ['seq'],
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
            ],
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
            ],
            options={
                'ordering': ['-pk'],
                'abstract': False,
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
                'indexes': [models.Index(fields=['address', 'at'], name='mail_by_address'), models.Index(fields=['network', 'at'], name='mail_by_network')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ["sign-up", "reset"])), name='mail_kind')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('manages', models.BooleanField(default=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddField(
            model_name='tournament',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournament.organisation'),
        ),
        migrations.AddConstraint(
            model_name='organisation',
            constraint=models.CheckConstraint(condition=models.Q(('paper__in', ['', "a4", "letter"])), name='organisation_paper'),
        ),
        migrations.AddField(
            model_name='membership',
            name='organisation',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='lexiconimport',
            name='organisation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lexica', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='group',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='columnmatching',
            name='organisation',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='matchings', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='accountchange',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='account_changes', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='pendingfile',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='pendingfile',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pending_files', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='pendingfile',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='pending_files', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='player',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='entry',
            name='players',
            field=models.ManyToManyField(related_name='entries', to='tournament.player'),
        ),
        migrations.AddField(
            model_name='rolechange',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='rolechange',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='role_changes', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='rolechange',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='roomclock',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='one_room_clock'),
        ),
        migrations.AddField(
            model_name='rosterplayer',
            name='organisation',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='roster', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='player',
            name='known',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='played', to='tournament.rosterplayer'),
        ),
        migrations.AddField(
            model_name='score',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='score',
            name='explanation',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='scores', to='tournament.explanation'),
        ),
        migrations.AddField(
            model_name='seat',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='seat',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.game'),
        ),
        migrations.AddField(
            model_name='seatingchange',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seatingchange',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seating_changes', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='signinlink',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='staffmember',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='staffmember',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='table',
            name='arbiter',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tables', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='table',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='entry',
            name='table',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='team',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='entry',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='tournament.team'),
        ),
        migrations.AddField(
            model_name='tookpart',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='took_part', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='tournamentchange',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tournamentchange',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournament_changes', to='tournament.organisation'),
        ),
        migrations.AddField(
            model_name='tournamentchange',
            name='tournament',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='changes', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='turn',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='tournament.game'),
        ),
        migrations.AddField(
            model_name='tookpart',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='took_part', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='straggler',
            name='turn',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stragglers', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='solutions',
            name='turn',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='solutions', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='score',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='latebulletin',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='journal',
            name='turn',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='explanation',
            name='turn',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='explanations', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='bulletin',
            name='turn',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.turn'),
        ),
        migrations.AddField(
            model_name='lexiconimport',
            name='word_list',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='tournament.wordlist'),
        ),
        migrations.AddField(
            model_name='gamepreparation',
            name='vocabulary',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.wordlist'),
        ),
        migrations.AddField(
            model_name='gamepreparation',
            name='word_list',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.wordlist'),
        ),
        migrations.AddField(
            model_name='game',
            name='word_list',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournament.wordlist'),
        ),
        migrations.AddConstraint(
            model_name='bigscreen',
            constraint=models.CheckConstraint(condition=models.Q(('scene__in', ["auto", "grid", "programme", "tables", "ranking", "address", "podium"])), name='big_screen_scene'),
        ),
        migrations.AddConstraint(
            model_name='bigscreen',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('logo__isnull', True), ('logo_kind', '')), models.Q(('logo__isnull', False), ('logo_kind__in', ["image/png", "image/jpeg", "image/webp"])), _connector='OR'), name='big_screen_logo'),
        ),
        migrations.AddConstraint(
            model_name='codefailures',
            constraint=models.UniqueConstraint(fields=('tournament', 'network'), name='code_failures_once'),
        ),
        migrations.AddConstraint(
            model_name='contender',
            constraint=models.UniqueConstraint(fields=('game', 'entry'), name='contender_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper"])), name='tournament_plays_on'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["draft", "published", "archived"])), name='tournament_state'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('discipline__in', ["duplicate", "classic"])), name='tournament_discipline'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('paper__in', ['', "a4", "letter"])), name='tournament_paper'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('publicity__in', ["live", "game", "end"])), name='tournament_publicity'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('organisation', 'user'), name='membership_once'),
        ),
        migrations.AddConstraint(
            model_name='group',
            constraint=models.UniqueConstraint(models.F('organisation'), models.F('kind'), django.db.models.functions.text.Lower('code'), name='group_once'),
        ),
        migrations.AddConstraint(
            model_name='group',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ["series", "category", "club", "federation"])), name='group_kind'),
        ),
        migrations.AddConstraint(
            model_name='columnmatching',
            constraint=models.UniqueConstraint(fields=('organisation', 'headers'), name='matching_once'),
        ),
        migrations.AddConstraint(
            model_name='accountchange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ["made", "invited", "joined", "left", "password", "card", "renamed", "closed", "reopened", "manages", "manages-not"])), name='account_change_kind'),
        ),
        migrations.AddConstraint(
            model_name='rolechange',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ["organiser", "judge", "arbiter", "double_arbiter", "commission"])), name='role_change_role'),
        ),
        migrations.AddIndex(
            model_name='rosterplayer',
            index=models.Index(fields=['organisation', 'plain_name'], name='roster_by_plain_name'),
        ),
        migrations.AddConstraint(
            model_name='rosterplayer',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('organisation', 'licence'), name='roster_licence_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('tournament', 'licence'), name='player_licence_once'),
        ),
        migrations.AddConstraint(
            model_name='seatingchange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ["hand", "registered", "name", "ranking", "random", "series", "undo"])), name='seating_change_kind'),
        ),
        migrations.AddConstraint(
            model_name='staffmember',
            constraint=models.UniqueConstraint(fields=('tournament', 'user', 'role'), name='staff_role_once'),
        ),
        migrations.AddConstraint(
            model_name='staffmember',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ["organiser", "judge", "arbiter", "double_arbiter", "commission"])), name='staff_role'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'entry'), name='seat_of_an_entry_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'table'), name='seat_at_a_table_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(models.F('tournament'), django.db.models.functions.text.Lower('name'), name='team_name_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper", "nothing"])), name='entry_plays_on'),
        ),
        migrations.AddConstraint(
            model_name='tournamentchange',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ["publish", "hide", "archive", "bring_back", "delete", "order", "copied", "restored", "anonymised", "round"])), name='tournament_change_kind'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.UniqueConstraint(fields=('game', 'ordinal'), name='turn_ordinal_once'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ["announced", "closed", "drawn", "open", "revealed"])), fields=('game',), name='one_live_turn'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', "open"), _negated=True), models.Q(('closes_at__isnull', False), ('opened_at__isnull', False), ('collects_at__gte', models.F('closes_at'))), _connector='OR'), name='open_turn_has_times'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ["revealed", "done"]), _negated=True), models.Q(('ref', ''), ('word', ''), _negated=True), _connector='OR'), name='revealed_turn_has_word'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.CheckConstraint(condition=models.Q(('set_aside', False), ('state', "cancelled"), _connector='OR'), name='set_aside_turn_is_cancelled'),
        ),
        migrations.AddConstraint(
            model_name='turn',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["drawn", "announced", "open", "closed", "revealed", "done", "cancelled"])), name='turn_state'),
        ),
        migrations.AddConstraint(
            model_name='tookpart',
            constraint=models.UniqueConstraint(fields=('turn', 'entry'), name='took_part_once'),
        ),
        migrations.AddConstraint(
            model_name='tookpart',
            constraint=models.CheckConstraint(condition=models.Q(('plays_on__in', ["tablet", "paper", "nothing", "watches"])), name='took_part_plays_on'),
        ),
        migrations.AddConstraint(
            model_name='tookpart',
            constraint=models.CheckConstraint(condition=models.Q(('typed__in', ['', "in-time", "late", "not"])), name='took_part_typed'),
        ),
        migrations.AddConstraint(
            model_name='score',
            constraint=models.UniqueConstraint(fields=('turn', 'entry'), name='one_score'),
        ),
        migrations.AddConstraint(
            model_name='latebulletin',
            constraint=models.UniqueConstraint(fields=('turn', 'entry'), name='one_late_bulletin'),
        ),
        migrations.AddConstraint(
            model_name='journal',
            constraint=models.UniqueConstraint(fields=('game', 'seq'), name='journal_seq_once'),
        ),
        migrations.AddConstraint(
            model_name='bulletin',
            constraint=models.UniqueConstraint(fields=('turn', 'entry'), name='one_bulletin'),
        ),
        migrations.AddConstraint(
            model_name='lexiconimport',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "running", "done", "failed", "stopped"])), name='lexiconimport_state'),
        ),
        migrations.AddConstraint(
            model_name='lexiconimport',
            constraint=models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='lexiconimport_progress'),
        ),
        migrations.AddConstraint(
            model_name='gamepreparation',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "running", "done", "failed", "stopped"])), name='gamepreparation_state'),
        ),
        migrations.AddConstraint(
            model_name='gamepreparation',
            constraint=models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='gamepreparation_progress'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('dirty_turns', []), _negated=True), fields=['id'], name='game_dirty'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='game_number_once'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ["running", "interrupted"])), fields=('tournament',), name='one_running_game'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('time_s__gte', 1)), name='game_time'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ["duplicate", "mort-subite"])), name='game_kind'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('settles__isnull', True), ('kind', "mort-subite"), _connector='OR'), name='only_mort_subite_settles'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', "finished"), _negated=True), ('finished_at__isnull', False), _connector='OR'), name='finished_game_has_time'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["draft", "ready", "running", "interrupted", "finished", "void"])), name='game_state'),
        ),
        migrations.RunSQL(DEFERRABLE, migrations.RunSQL.noop),
    ]
