from arbitrage.event.models.archives import ArrivalWay, CentreArchive, CentreUpload
from arbitrage.event.models.events import Centre, Event, EventDecision, EventGame
from arbitrage.event.models.packages import (
    ImportedEvent,
    ImportedGame,
    OpenedGame,
    OpeningWay,
    UnsentArchive,
)

__all__ = [
    "ArrivalWay",
    "Centre",
    "CentreArchive",
    "CentreUpload",
    "Event",
    "EventDecision",
    "EventGame",
    "ImportedEvent",
    "ImportedGame",
    "OpenedGame",
    "OpeningWay",
    "UnsentArchive",
]
