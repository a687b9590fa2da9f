"""What the public pages say: address and contact of a tournament, hours of its games, frames."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_unverified")]

    operations = [
        migrations.AddField(
            "tournament",
            "venue_address",
            models.CharField(blank=True, default="", max_length=300, verbose_name="adresse du lieu"),
            preserve_default=False,
        ),
        migrations.AddField(
            "tournament",
            "contact",
            models.CharField(blank=True, default="", max_length=200, verbose_name="contact"),
            preserve_default=False,
        ),
        migrations.AddField(
            "tournament",
            "is_embeddable",
            models.BooleanField(
                default=False, verbose_name="classement et grille dans les pages d'autres sites"
            ),
        ),
        migrations.AddField(
            "game",
            "starts_at",
            models.DateTimeField(blank=True, null=True, verbose_name="heure prévue"),
        ),
    ]
