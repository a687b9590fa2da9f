import django.contrib.postgres.functions
import django.db.models.deletion
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
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('uid', models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('zero', 'Zero'), ('cheating', 'Cheating'), ('removal', 'Removal'), ('average', 'Average'), ('withdrawal', 'Withdrawal')], max_length=10)),
                ('data', models.JSONField(blank=True, default=dict)),
                ('article', models.CharField(max_length=20)),
                ('automatic', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='acts', to='tournament.entry')),
                ('takes_back', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='taken_back_by', to='arbitrage.act')),
                ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournament.turn')),
            ],
            options={
                'ordering': ['turn', 'entry', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('number', models.PositiveIntegerField()),
                ('subject', models.CharField(max_length=8)),
                ('origin', models.CharField(max_length=10)),
                ('filed_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('grounds', models.CharField(blank=True, max_length=2000)),
                ('article', models.CharField(blank=True, max_length=20)),
                ('state', models.CharField(default="open", max_length=9)),
                ('closed_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('order', models.CharField(blank=True, max_length=300)),
                ('order_done_at', models.DateTimeField(null=True)),
                ('decision_version', models.PositiveIntegerField(default=0)),
                ('informed_at', models.DateTimeField(null=True)),
                ('asked_at', models.DateTimeField(null=True)),
                ('completed_at', models.DateTimeField(null=True)),
                ('act', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='appeals', to='arbitrage.act')),
                ('against', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='answer', to='arbitrage.appeal')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='appeals', to=settings.AUTH_USER_MODEL)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='closed_appeals', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='appeals', to='tournament.entry')),
                ('informed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='tournament.tournament')),
                ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='tournament.turn')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='LookPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plan', models.JSONField()),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='look_plans', to='tournament.tournament')),
            ],
            options={
                'ordering': ['tournament', 'at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PaperBulletin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('rows', models.JSONField(default=list)),
                ('struck', models.JSONField(default=list)),
                ('reference', models.CharField(blank=True, max_length=20)),
                ('score', models.CharField(blank=True, max_length=20)),
                ('state', models.CharField(default="ok", max_length=14)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('contests', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='contested_by', to='arbitrage.paperbulletin')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='papers', to='tournament.entry')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='papers', to='tournament.turn')),
            ],
            options={
                'ordering': ['turn', 'entry', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('version', models.PositiveIntegerField()),
                ('gesture', models.UUIDField(editable=False, null=True)),
                ('status', models.CharField(choices=[('proposed', 'Proposed'), ('undecided', 'Undecided'), ('confirmed', 'Confirmed'), ('changed', 'Changed')], max_length=10)),
                ('origin', models.CharField(choices=[('paper', 'Paper'), ('tablet', 'Tablet'), ('late', 'Late'), ('nothing', 'Nothing')], max_length=7)),
                ('rev', models.PositiveIntegerField()),
                ('key', models.CharField(max_length=64)),
                ('received', models.CharField(blank=True, max_length=64)),
                ('verdict', models.JSONField()),
                ('points', models.IntegerField()),
                ('gross', models.IntegerField()),
                ('sanction', models.CharField(max_length=10)),
                ('motives', models.JSONField(default=list)),
                ('article', models.CharField(blank=True, max_length=20)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('in_time', models.CharField(blank=True, max_length=300)),
                ('in_time_article', models.CharField(blank=True, max_length=20)),
                ('came_since', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.entry')),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.turn')),
            ],
            options={
                'ordering': ['turn', 'entry', 'version'],
            },
        ),
        migrations.CreateModel(
            name='SecondLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('version', models.PositiveIntegerField()),
                ('settled_version', models.PositiveIntegerField()),
                ('points', models.IntegerField()),
                ('sanction', models.CharField(max_length=10)),
                ('state', models.CharField(choices=[('agreed', 'agreed'), ('differs', 'differs'), ('contested', 'contested'), ('joined', 'joined'), ('ruled', 'ruled'), ('kept', 'kept'), ('lapsed', 'lapsed')], max_length=9)),
                ('motive', models.CharField(blank=True, max_length=300)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='second_looks', to='tournament.entry')),
                ('ruled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='second_looks', to='tournament.turn')),
            ],
            options={
                'ordering': ['turn', 'entry', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Sitting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('name', models.CharField(max_length=200)),
                ('appeal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sittings', to='arbitrage.appeal')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Slip',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('version', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('word', models.CharField(blank=True, max_length=15)),
                ('ref', models.CharField(blank=True, max_length=3)),
                ('claimed', models.PositiveIntegerField(null=True)),
                ('rectifies', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('shown_at', models.DateTimeField(null=True)),
                ('wanted', models.BooleanField(default=False)),
                ('printed_at', models.DateTimeField(null=True)),
                ('handed_at', models.DateTimeField(null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='correction_slips', to='tournament.entry')),
                ('handed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('turn', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='correction_slips', to='tournament.turn')),
            ],
            options={
                'ordering': ['turn', 'entry', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Statement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salts', models.JSONField(blank=True, default=dict)),
                ('erased', models.JSONField(blank=True, default=dict)),
                ('speaker', models.CharField(max_length=100)),
                ('text', models.CharField(max_length=2000)),
                ('at', models.DateTimeField()),
                ('appeal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='statements', to='arbitrage.appeal')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', "withdrawal"), ('takes_back__isnull', False)), models.Q(('takes_back__isnull', True), models.Q(('kind', "withdrawal"), _negated=True)), _connector='OR'), name='act_takes_back'),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.CheckConstraint(condition=models.Q(('automatic', False), ('reason', ''), _negated=True), name='act_has_reason'),
        ),
        migrations.AddIndex(
            model_name='appeal',
            index=models.Index(condition=models.Q(('state', "open")), fields=['turn'], name='appeal_is_open'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='appeal_number_once'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.UniqueConstraint(condition=models.Q(('state', "open")), fields=('turn', 'entry', 'subject', 'act'), name='appeal_open_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["open", "allowed", "dismissed", "withdrawn", "moot"])), name='appeal_state'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ["player", "arbiter", "rule", "federation"])), name='appeal_origin'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__isnull', False), ('subject', "act")), models.Q(('act__isnull', True), ('subject__in', ["ruling", "decision"])), _connector='OR'), name='appeal_subject'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('state', "open")), models.Q(models.Q(('state', "open"), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='appeal_closed'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ["allowed", "dismissed"]), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='appeal_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('grounds', ''), _negated=True), ('origin__in', ["rule", "federation"]), _connector='OR'), name='appeal_has_grounds'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('against__isnull', False), ('origin', "federation")), models.Q(models.Q(('origin', "federation"), _negated=True), ('against__isnull', True)), _connector='OR'), name='appeal_answers'),
        ),
        migrations.AddConstraint(
            model_name='paperbulletin',
            constraint=models.UniqueConstraint(fields=('turn', 'entry', 'version'), name='paper_version_once'),
        ),
        migrations.AddConstraint(
            model_name='paperbulletin',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["ok", "blank", "missing", "late", "exchanged", "illegible-word", "several", "hard-to-read"])), name='paper_state'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('turn', 'entry', 'version'), name='ruling_version_once'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('sanction__in', ["none", "warning", "penalty", "zero"])), name='ruling_sanction'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('origin', "nothing"), ('rev', 0)), ('origin__in', ["paper", "tablet", "late"]), _connector='OR'), name='ruling_origin'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('came_since', False), models.Q(('status', "undecided"), models.Q(('origin', "nothing"), _negated=True)), _connector='OR'), name='ruling_came_since'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('in_time', ''), ('in_time_article', '')), models.Q(models.Q(('in_time', ''), _negated=True), models.Q(('in_time_article', ''), _negated=True), ('origin__in', ["late", "paper"])), _connector='OR'), name='ruling_in_time'),
        ),
        migrations.AddConstraint(
            model_name='secondlook',
            constraint=models.UniqueConstraint(fields=('turn', 'entry', 'by'), name='look_once_each'),
        ),
        migrations.AddConstraint(
            model_name='secondlook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by', models.F('ruled_by')), _negated=True), ('by__isnull', True), ('ruled_by__isnull', True), _connector='OR'), name='look_not_own'),
        ),
        migrations.AddConstraint(
            model_name='secondlook',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ["agreed", "differs", "contested", "joined", "ruled", "kept", "lapsed"])), name='look_state'),
        ),
        migrations.AddConstraint(
            model_name='secondlook',
            constraint=models.CheckConstraint(condition=models.Q(('sanction__in', ["none", "warning", "penalty", "zero"])), name='look_sanction'),
        ),
        migrations.AddConstraint(
            model_name='secondlook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('motive', ''), ('state', "contested"), _negated=True), models.Q(('reason', ''), ('state', "kept"), _negated=True)), name='look_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='sitting',
            constraint=models.UniqueConstraint(fields=('appeal', 'user'), name='sitting_once'),
        ),
        migrations.AddConstraint(
            model_name='slip',
            constraint=models.UniqueConstraint(fields=('turn', 'entry', 'version'), name='slip_version_once'),
        ),
        migrations.AddConstraint(
            model_name='statement',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='statement_has_text'),
        ),
    ]
