import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('event', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='UnsentArchive',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.BinaryField()),
                ('made_at', models.DateTimeField()),
                ('package', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='unsent', to='event.importedevent')),
            ],
        ),
    ]
