import arbitrage.archive.models
import django.db.models.deletion
import tournament.core.jobs
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('archive', '0001_initial'),
        ('tournament', '0010_last_day'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BackupJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(default=tournament.core.jobs.JobState['WAITING'], max_length=10)),
                ('progress', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField()),
                ('beat_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('failure', models.JSONField(null=True)),
                ('kind', models.CharField(max_length=5)),
                ('file_name', models.CharField(max_length=255)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('modified_ns', models.BigIntegerField(default=0)),
                ('report', models.JSONField(default=dict)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('copy', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.tournament')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='backup_jobs', to='tournament.tournament')),
            ],
            options={
                'ordering': ['-pk'],
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', [tournament.core.jobs.JobState['WAITING'], tournament.core.jobs.JobState['RUNNING'], tournament.core.jobs.JobState['DONE'], tournament.core.jobs.JobState['FAILED'], tournament.core.jobs.JobState['STOPPED']])), name='backupjob_state'), models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='backupjob_progress'), models.CheckConstraint(condition=models.Q(('kind__in', [arbitrage.archive.models.BackupJobKind['CHECK'], arbitrage.archive.models.BackupJobKind['COPY']])), name='backup_job_kind')],
            },
        ),
    ]
