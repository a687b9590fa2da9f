"""Events that tournaments of this installation play, for the room's ports."""

from django.urls import reverse

from arbitrage.event.models import ImportedEvent, ImportedGame
from tournament.core.states import GameState
from tournament.models import Game, Tournament
from tournament.queries import clock


def holds_results(tournament: Tournament) -> bool:
    """Return True until the end of the event: in another time zone it is still being played."""
    imported = ImportedEvent.objects.filter(tournament=tournament)
    return imported.filter(ends_at__gt=clock.now()).exists()


def is_sheet_secret(game: Game) -> bool:
    """Return True for a game of an event until it is finished: it shows turn after turn. An
    annulled one, whose other turns nobody has seen, stays secret until the end of the event."""
    if game.state == GameState.FINISHED:
        return False
    imported = ImportedGame.objects.filter(game=game)
    if game.state == GameState.VOID:
        imported = imported.filter(package__ends_at__gt=clock.now())
    return imported.exists()


def describe_link(tournament: Tournament) -> dict[str, str]:
    """Return the address of the page of its event, empty for a tournament that plays none."""
    if not ImportedEvent.objects.filter(tournament=tournament).exists():
        return {"event_page": ""}
    return {"event_page": reverse("centre-event", args=[tournament.slug])}


def find_imported(tournament: Tournament) -> ImportedEvent | None:
    rows = ImportedEvent.objects.filter(tournament=tournament)
    return rows.select_related("tournament__organisation", "rehearsal").first()
