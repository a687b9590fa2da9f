import django.contrib.postgres.functions
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('classic', '0001_initial'),
        ('tournament', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TableCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=10)),
                ('side', models.CharField(blank=True, max_length=1)),
                ('about', models.PositiveIntegerField(default=0)),
                ('said', models.CharField(blank=True, max_length=1000)),
                ('at', models.DateTimeField()),
                ('state', models.CharField(default="waiting", max_length=10)),
                ('taken_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('closed_seq', models.PositiveIntegerField(default=0)),
                ('proposed', models.JSONField(blank=True, default=dict)),
                ('otherwise', models.CharField(blank=True, max_length=300)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='closed_calls', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_calls', to='classic.matchgame')),
                ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='taken_calls', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.tournament')),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(condition=models.Q(('state__in', ["taken", "waiting"])), fields=['tournament'], name='call_is_open')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='call_number_once'), models.UniqueConstraint(condition=models.Q(('state__in', ["taken", "waiting"])), fields=('game', 'kind', 'side', 'about'), name='call_open_once'), models.CheckConstraint(condition=models.Q(('kind__in', ["challenge", "score", "letters", "board", "set", "totals", "late", "pause", "gone", "slow", "end", "resign", "clock", "appeal", "other"])), name='call_kind'), models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "taken", "closed", "withdrawn"])), name='call_state'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('state__in', ["taken", "waiting"])), models.Q(models.Q(('state__in', ["taken", "waiting"]), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='call_closed'), models.CheckConstraint(condition=models.Q(models.Q(('state', "taken"), _negated=True), ('taken_at__isnull', False), _connector='OR'), name='call_taken')],
            },
        ),
    ]
