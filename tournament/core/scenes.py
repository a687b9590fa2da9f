"""What the big screen of the room shows."""

from enum import StrEnum


class Scene(StrEnum):
    """What the judge may have on the big screen; AUTO: what the moment asks for."""

    AUTO = "auto"
    GRID = "grid"
    PROGRAMME = "programme"
    TABLES = "tables"
    RANKING = "ranking"
    ADDRESS = "address"
    PODIUM = "podium"


class Panel(StrEnum):
    """A part of a scene, which may have pages that turn; the grid is no panel."""

    WELCOME = "welcome"
    PROGRAMME = "programme"
    TABLES = "tables"
    RANKING = "ranking"
    ADDRESS = "address"
    PODIUM = "podium"
    #: Who is in a mort subite, and who is out (3.8.3).
    CONTEST = "contest"


#: The end of a tournament is an event: who came third, second, first, then everybody.
FINALE = (Panel.PODIUM, Panel.RANKING)
BREAK = (Panel.RANKING, Panel.PROGRAMME, Panel.TABLES, Panel.ADDRESS)
#: What the big screen asks for between two games, and before there is one.
BETWEEN, WELCOME = "between", "welcome"

#: The panels of every scene that has some; BETWEEN has FINALE once the tournament is over.
PANELS: dict[str, tuple[Panel, ...]] = {
    WELCOME: (Panel.WELCOME,),
    BETWEEN: BREAK,
    Scene.PROGRAMME: (Panel.PROGRAMME,),
    Scene.TABLES: (Panel.TABLES,),
    Scene.RANKING: (Panel.RANKING,),
    Scene.ADDRESS: (Panel.ADDRESS,),
    Scene.PODIUM: FINALE,
}
