"""French names of games played alone."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Game
from tournament.practice.core.practice_state import PracticeKind, PracticeTerms
from tournament.practice.queries.replay import can_replay
from tournament.presentation.games import format_duration, get_format_name


def describe_terms(terms: PracticeTerms, game: Game | None = None) -> str:
    """Return the name of the game and its clock: « Partie au hasard, joker, 2 min »."""
    clock = format_duration(terms.clock_s) if terms.clock_s else _("sans chrono")
    if terms.kind == PracticeKind.TRIAL:
        return _("Un coup à essayer")
    if terms.kind == PracticeKind.RANDOM:
        name = _("Partie au hasard, formule %(format)s") % {"format": get_format_name(terms.fmt)}
    else:
        game = game or Game.objects.select_related("tournament").filter(pk=terms.source).first()
        name = describe_game(game) if game else _("Partie rejouée")
    return f"{name}, {clock}"


def find_replay_address(game: Game) -> str:
    """Return where everybody may replay the game, empty if nobody may; answers a port."""
    if not can_replay(game):
        return ""
    return reverse("practice-replay", args=[game.tournament.slug, game.number])


def describe_game(game: Game) -> str:
    return _("%(tournament)s, partie %(number)d") % {
        "tournament": game.tournament.name,
        "number": game.number,
    }
