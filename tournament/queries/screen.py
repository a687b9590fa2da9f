"""Contents of the big screen of a tournament."""

from tournament.core.files.pictures import PictureKind
from tournament.core.scenes import BETWEEN, FINALE_PANELS, SCENE_PANELS, Panel, Scene
from tournament.core.states import UNDER_WAY_GAME_STATES, GameKind, GameState
from tournament.models import BigScreen, Game, Tournament
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.standings import find_unsettled

_UNFINISHED_STATES = {GameState.DRAFT, GameState.READY, *UNDER_WAY_GAME_STATES}


def get_scene(tournament_id: int) -> Scene:
    """Return the scene that the judge has chosen."""
    scenes = BigScreen.objects.filter(tournament=tournament_id).values_list("scene", flat=True)
    return Scene(scenes.first() or Scene.AUTO)


def has_logo(tournament_id: int) -> bool:
    return BigScreen.objects.filter(tournament=tournament_id, logo__isnull=False).exists()


def get_logo(tournament_id: int) -> tuple[PictureKind, bytes] | None:
    screens = BigScreen.objects.filter(tournament=tournament_id, logo__isnull=False)
    row = screens.first()
    return (PictureKind(row.logo_kind), bytes(row.logo)) if row and row.logo else None


def list_panels(tournament: Tournament, scene: str) -> tuple[Panel, ...]:
    """Return the panels of a scene; between games those of the end, when results are final. Before
    the ranking comes the current or last *mort subite*, if there is one."""
    panels = (
        FINALE_PANELS
        if scene == BETWEEN and _has_final_results(tournament)
        else SCENE_PANELS[scene]
    )
    if Panel.RANKING not in panels or find_mort_subite(tournament) is None:
        return panels
    index = panels.index(Panel.RANKING)
    return (*panels[:index], Panel.MORT_SUBITE, *panels[index:])


def find_mort_subite(tournament: Tournament) -> Game | None:
    """Return the last started game, if it is a *mort subite*."""
    started = tournament.games.filter(started_at__isnull=False).exclude(state=GameState.VOID)
    last = started.select_related("tournament").order_by("-started_at").first()
    return last if last is not None and is_mort_subite(last) else None


def find_finished_game(tournament: Tournament) -> Game | None:
    """Return the last finished game that is won by points."""
    finished = tournament.games.filter(state=GameState.FINISHED, kind=GameKind.DUPLICATE)
    return finished.select_related("tournament").order_by("-finished_at").first()


def _has_final_results(tournament: Tournament) -> bool:
    """Return True if every game is played and nothing is to be typed in or decided."""
    games = list(Game.objects.filter(tournament=tournament).exclude(state=GameState.VOID))
    if not games or any(game.state in _UNFINISHED_STATES for game in games):
        return False
    return not find_unsettled(games)
