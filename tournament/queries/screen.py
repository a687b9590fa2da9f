"""What the big screen of a tournament shows."""

from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import BETWEEN, FINALE, PANELS, Panel, Scene
from tournament.core.states import GameState
from tournament.models import BigScreen, Game, Tournament
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.standings import unsettled

_TO_PLAY = {GameState.DRAFT, GameState.READY, GameState.RUNNING, GameState.INTERRUPTED}


def scene_of(tournament_id: int) -> Scene:
    """What the judge has chosen."""
    chosen = BigScreen.objects.filter(tournament=tournament_id).values_list("scene", flat=True)
    return Scene(chosen.first() or Scene.AUTO)


def has_logo(tournament_id: int) -> bool:
    return BigScreen.objects.filter(tournament=tournament_id, logo__isnull=False).exists()


def logo_of(tournament_id: int) -> tuple[PictureKind, bytes] | None:
    found = BigScreen.objects.filter(tournament=tournament_id, logo__isnull=False)
    row = found.first()
    return (PictureKind(row.logo_kind), bytes(row.logo)) if row and row.logo else None


def panels_of(tournament: Tournament, asked: str) -> tuple[Panel, ...]:
    """The panels of a scene; between games those of the end, once nothing of it can change. Where
    the ranking is shown, a *mort subite* that is played, or was the last, comes first."""
    panels = FINALE if asked == BETWEEN and _settled(tournament) else PANELS[asked]
    if Panel.RANKING not in panels or contest_of(tournament) is None:
        return panels
    at = panels.index(Panel.RANKING)
    return (*panels[:at], Panel.CONTEST, *panels[at:])


def contest_of(tournament: Tournament) -> Game | None:
    """The *mort subite* that the room is at."""
    begun = tournament.games.filter(started_at__isnull=False).exclude(state=GameState.VOID)
    last = begun.select_related("tournament").order_by("-started_at").first()
    return last if last is not None and is_mort_subite(last) else None


def _settled(tournament: Tournament) -> bool:
    """Whether every game is played, and nothing of any is still to be typed in or decided."""
    games = list(Game.objects.filter(tournament=tournament).exclude(state=GameState.VOID))
    if not games or any(game.state in _TO_PLAY for game in games):
        return False
    return not unsettled(games)
