from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_publicity")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="short_minors",
            field=models.BooleanField(
                default=False, verbose_name="abréger les noms des mineurs pour le public"
            ),
        ),
    ]
