import django.contrib.postgres.functions
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('classic', '0001_initial'),
        ('tournament', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.AddField(
            model_name='matchround',
            name='clock_ends_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='matchround',
            name='clock_left_ms',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='matchround',
            constraint=models.CheckConstraint(condition=models.Q(('clock_left_ms__isnull', True), ('clock_ends_at__isnull', True), _connector='OR'), name='round_clock_runs_or_not'),
        ),
    ]
