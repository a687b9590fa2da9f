"""Contents of the big screen: a scene chosen by the judge or the software, and the logo.

Not recorded in the journal: a screen changes nothing that is played or decided.
"""

from datetime import datetime

from django.db import transaction

from tournament.core.files.pictures import read_picture
from tournament.core.scenes import Scene
from tournament.models import BigScreen, Tournament
from tournament.protocol import bus
from tournament.queries.clock import to_milliseconds
from tournament.queries.screen import get_scene


def choose_scene(*, tournament: Tournament, scene: Scene, now: datetime) -> None:
    """Show ``scene`` on every big screen, until another is chosen or letters are announced."""
    with transaction.atomic():
        BigScreen.objects.update_or_create(tournament=tournament, defaults={"scene": scene})
        _publish_scene(tournament.pk, scene, now)


def end_scene(tournament_id: int, now: datetime) -> None:
    """End the scene chosen for a break, because a turn begins. For use inside a transaction."""
    chosen_screens = BigScreen.objects.filter(tournament=tournament_id).exclude(scene=Scene.AUTO)
    if chosen_screens.update(scene=Scene.AUTO):
        _publish_scene(tournament_id, Scene.AUTO, now)


def renew_scene(tournament_id: int, now: datetime) -> None:
    """Let every big screen fetch what it shows again. For use inside a transaction."""
    _publish_scene(tournament_id, get_scene(tournament_id), now)


def _publish_scene(tournament_id: int, scene: Scene, now: datetime) -> None:
    message = bus.SceneChosen(tournament_id, scene, to_milliseconds(now))
    transaction.on_commit(lambda: bus.publish(message))


def set_logo(*, tournament: Tournament, data: bytes) -> None:
    """Set the logo. Raise BadSetting for an unusable picture (``core.files.pictures``)."""
    picture = read_picture(data)
    logo = {"logo": picture.data, "logo_kind": picture.kind}
    BigScreen.objects.update_or_create(tournament=tournament, defaults=logo)


def remove_logo(*, tournament: Tournament) -> None:
    BigScreen.objects.filter(tournament=tournament).update(logo=None, logo_kind="")
