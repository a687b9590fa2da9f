"""The sentences leave the scoreboard: what they are made of is in its explanations."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_explanation")]

    operations = [migrations.RemoveField(model_name="score", name="text")]
