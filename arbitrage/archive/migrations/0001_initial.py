import django.db.models.deletion
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
            name='Backup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stamp', models.CharField(blank=True, max_length=64)),
                ('made_at', models.DateTimeField(null=True)),
                ('path', models.TextField(blank=True)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('failed_at', models.DateTimeField(null=True)),
                ('failure', models.JSONField(null=True)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='backup', to='tournament.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Restoration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField()),
                ('content', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='restoration', to='tournament.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Placeholder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=180)),
                ('name', models.CharField(max_length=150)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='placeholders', to='tournament.tournament')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='placeholder', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'key'), name='placeholder_key_once')],
            },
        ),
        migrations.CreateModel(
            name='BackupJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(default="waiting", max_length=10)),
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
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ["waiting", "running", "done", "failed", "stopped"])), name='backupjob_state'), models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='backupjob_progress'), models.CheckConstraint(condition=models.Q(('kind__in', ["check", "copy"])), name='backup_job_kind')],
            },
        ),
    ]
