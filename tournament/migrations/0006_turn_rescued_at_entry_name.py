"""When lost work was asked for again, and room for the names of any pair."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_table_renewals")]

    operations = [
        migrations.AddField("turn", "rescued_at", models.DateTimeField(null=True)),
        migrations.AlterField("entry", "name", models.CharField(max_length=330)),
    ]
