from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('topping', '0001_initial'),
        ('tournament', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='topping',
            name='topping_mode',
        ),
        migrations.AddField(
            model_name='toppingrun',
            name='board',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='topping',
            constraint=models.CheckConstraint(condition=models.Q(('mode__in', ["devices", "judge", "together"])), name='topping_mode'),
        ),
        migrations.AddConstraint(
            model_name='toppingrun',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ["interrupted", "playing"])), fields=('topping', 'board'), name='one_topping_run_at_a_board'),
        ),
        migrations.AddConstraint(
            model_name='toppingrun',
            constraint=models.CheckConstraint(condition=models.Q(('board__isnull', True), ('board__in', [1, 2, 3, 4, 5, 6, 7, 8, 9]), _connector='OR'), name='topping_run_board'),
        ),
    ]
