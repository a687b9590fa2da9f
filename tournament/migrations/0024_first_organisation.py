"""What there is belongs to one organisation, and games that were started keep their seats.

Done again, after one went back to 0023, it touches nothing that has them already.
"""

from django.db import migrations
from django.db.models import Q

NAME = "Mon club"


def gather(apps, _schema_editor):
    get = lambda name: apps.get_model("tournament", name)  # noqa: E731 - as short as the rest
    tournaments = get("Tournament").objects.filter(organisation=None)
    if not tournaments.exists():
        return
    organisations = get("Organisation").objects
    organisation = organisations.order_by("pk").first() or organisations.create(name=NAME)
    staff = get("StaffMember").objects.filter(tournament__organisation=None)
    roles = list(staff.values_list("user_id", "role"))
    tournaments.update(organisation=organisation)
    accounts = {user: False for user, _role in roles}
    accounts |= {user: True for user, role in roles if role == "organiser"}
    membership = get("Membership")
    membership.objects.bulk_create(
        (
            membership(organisation=organisation, user_id=user, manages=manages)
            for user, manages in accounts.items()
        ),
        ignore_conflicts=True,
    )
    brought = get("LexiconImport").objects.filter(organisation=None).exclude(by=None)
    brought.update(organisation=organisation)


def seat(apps, _schema_editor):
    seat, entry = apps.get_model("tournament", "Seat"), apps.get_model("tournament", "Entry")
    for game in apps.get_model("tournament", "Game").objects.exclude(started_at=None):
        scored = entry.objects.filter(scores__turn__game=game).values("pk")
        there = entry.objects.filter(tournament=game.tournament_id)
        there = there.filter(Q(withdrawn=False) | Q(pk__in=scored))
        seat.objects.bulk_create(
            [seat(game=game, entry=one, table_id=one.table_id) for one in there],
            batch_size=1000,
            ignore_conflicts=True,
        )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0023_organisations")]

    operations = [
        migrations.RunPython(gather, migrations.RunPython.noop),
        migrations.RunPython(seat, migrations.RunPython.noop),
    ]
