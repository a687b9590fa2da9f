"""Scenes of the big screen of the hall."""

from enum import StrEnum


class Scene(StrEnum):
    """Scene that the judge may choose for the big screen; AUTO: chosen by the state of the room."""

    AUTO = "auto"
    GRID = "grid"
    PROGRAMME = "programme"
    TABLES = "tables"
    RANKING = "ranking"
    ADDRESS = "address"
    PODIUM = "podium"
    SOLOS = "solos"


class Panel(StrEnum):
    """Part of a scene, which may have several pages shown in turn; the grid is not a panel."""

    WELCOME = "welcome"
    PROGRAMME = "programme"
    TABLES = "tables"
    RANKING = "ranking"
    ADDRESS = "address"
    PODIUM = "podium"
    #: Turn, player and word of each solo of the last finished game (3.5).
    SOLOS = "solos"
    #: The survivors and the eliminated of a mort subite (3.8.3).
    MORT_SUBITE = "contest"
    #: The common time of a round of matches on paper (classic 6.4).
    COUNTDOWN = "countdown"


#: Panels after the end of a tournament: third, second, first, then the whole ranking.
FINALE_PANELS = (Panel.PODIUM, Panel.RANKING)
BREAK_PANELS = (Panel.RANKING, Panel.PROGRAMME, Panel.TABLES, Panel.ADDRESS)
#: The scenes that AUTO stands for: between two games, and before the first.
BETWEEN, WELCOME = "between", "welcome"

#: Panels by scene; BETWEEN has FINALE_PANELS instead when the tournament is over.
SCENE_PANELS: dict[str, tuple[Panel, ...]] = {
    WELCOME: (Panel.WELCOME,),
    BETWEEN: BREAK_PANELS,
    Scene.PROGRAMME: (Panel.PROGRAMME,),
    Scene.TABLES: (Panel.TABLES,),
    Scene.RANKING: (Panel.RANKING,),
    Scene.ADDRESS: (Panel.ADDRESS,),
    Scene.PODIUM: FINALE_PANELS,
    Scene.SOLOS: (Panel.SOLOS,),
}
