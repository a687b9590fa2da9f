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
            name='Topping',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('title', models.CharField(blank=True, max_length=80, verbose_name='nom')),
                ('mode', models.CharField(default="devices", max_length=10)),
                ('state', models.CharField(default="ready", max_length=10)),
                ('limit_s', models.PositiveIntegerField(verbose_name='temps par coup (secondes)')),
                ('penalty_s', models.PositiveIntegerField(verbose_name='pénalité (secondes)')),
                ('pause_s', models.PositiveIntegerField(verbose_name='lecture de la solution (secondes)')),
                ('script', models.JSONField()),
                ('tops', models.JSONField()),
                ('seed', models.CharField(blank=True, default=tournament.models.play.new_seed, max_length=64)),
                ('extra_words', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('organisation', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='toppings', to='tournament.organisation')),
                ('tournament', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='toppings', to='tournament.tournament')),
                ('word_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.wordlist')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('tournament', 'number'), name='topping_number_once'),
                    models.UniqueConstraint(fields=('organisation', 'number'), name='training_topping_number_once'),
                    models.CheckConstraint(condition=models.Q(('tournament__isnull', True), ('organisation__isnull', True), _connector='XOR'), name='topping_of_one_owner'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["ready", "open", "closed"])), name='topping_state'),
                    models.CheckConstraint(condition=models.Q(('mode__in', ["devices", "judge", "together"])), name='topping_mode'),
                    models.CheckConstraint(condition=models.Q(('limit_s__gte', 1)), name='topping_limit'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TrainingHall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40, unique=True)),
                ('lexicon', models.CharField(default='fr-libre', max_length=60, verbose_name='lexique')),
                ('opened_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organisation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='training_hall', to='tournament.organisation')),
            ],
        ),
        migrations.CreateModel(
            name='Trainee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('device', models.CharField(blank=True, max_length=64)),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='nom')),
                ('made_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='trainees', to=settings.AUTH_USER_MODEL)),
                ('hall', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='trainees', to='topping.traininghall')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('hall', 'user'), name='trainee_account_once'),
                    models.UniqueConstraint(condition=models.Q(('device', ''), _negated=True), fields=('hall', 'device'), name='trainee_device_once'),
                    models.CheckConstraint(condition=models.Q(('user__isnull', True), ('device', ''), _connector='XOR'), name='trainee_is_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ToppingRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('position', models.PositiveIntegerField()),
                ('state', models.CharField(default="waiting", max_length=12)),
                ('turn', models.PositiveIntegerField(default=0)),
                ('began_at', models.DateTimeField(null=True)),
                ('held_ms', models.PositiveIntegerField(default=0)),
                ('expires_at', models.DateTimeField(db_index=True, null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='topping_runs', to='tournament.entry')),
                ('topping', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='topping.topping')),
                ('trainee', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='topping.trainee')),
                ('board', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'ordering': ['position', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', "annulled"), _negated=True), fields=('topping', 'entry'), name='one_topping_run'),
                    models.UniqueConstraint(condition=models.Q(('state', "annulled"), _negated=True), fields=('topping', 'trainee'), name='one_training_run'),
                    models.UniqueConstraint(condition=models.Q(('state__in', ["interrupted", "playing"])), fields=('trainee',), name='one_training_run_at_a_time'),
                    models.CheckConstraint(condition=models.Q(('entry__isnull', True), ('trainee__isnull', True), _connector='XOR'), name='topping_run_of_one_player'),
                    models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "playing", "interrupted", "done", "stopped", "annulled"])), name='topping_run_state'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state', "playing"), _negated=True), models.Q(('began_at__isnull', False), ('expires_at__isnull', False), ('turn__gte', 1)), _connector='OR'), name='playing_run_has_times'),
                    models.UniqueConstraint(condition=models.Q(('state__in', ["interrupted", "playing"])), fields=('topping', 'board'), name='one_topping_run_at_a_board'),
                    models.CheckConstraint(condition=models.Q(('board__isnull', True), ('board__in', [1, 2, 3, 4, 5, 6, 7, 8, 9]), _connector='OR'), name='topping_run_board'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ToppingEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(default=0)),
                ('kind', models.CharField(max_length=12)),
                ('turn', models.PositiveIntegerField(default=0)),
                ('data', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('topping', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='topping.topping')),
                ('run', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='topping.toppingrun')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('run__isnull', False)), fields=('run', 'seq'), name='topping_event_seq_once'),
                ],
                'indexes': [
                    models.Index(fields=['run', 'kind'], name='topping_event_kinds'),
                ],
            },
        ),
    ]
