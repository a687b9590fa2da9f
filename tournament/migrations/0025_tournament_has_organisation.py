"""No tournament is without an organisation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0024_first_organisation"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="organisation",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournament.organisation",
            ),
        ),
    ]
