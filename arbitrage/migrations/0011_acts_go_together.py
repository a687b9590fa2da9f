import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("arbitrage", "0010_ruling_in_time"),
    ]

    operations = [
        migrations.AlterField(
            model_name="act",
            name="takes_back",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="taken_back_by",
                to="arbitrage.act",
            ),
        ),
    ]
