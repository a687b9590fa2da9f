"""A score may be void because its player cheated (6.1)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("arbitrage", "0008_two_keyers")]

    operations = [
        migrations.AlterField(
            "act",
            "kind",
            models.CharField(
                max_length=10,
                choices=[
                    ("warning", "Warning"),
                    ("zero", "Zero"),
                    ("cheating", "Cheating"),
                    ("removal", "Removal"),
                    ("average", "Average"),
                    ("withdrawal", "Withdrawal"),
                ],
            ),
        ),
    ]
