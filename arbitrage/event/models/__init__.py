from arbitrage.event.models.archives import ArrivalChannel, CentreArchive, CentreUpload
from arbitrage.event.models.events import Centre, Event, EventDecision, EventGame
from arbitrage.event.models.packages import (
    ImportedEvent,
    ImportedGame,
    OpenedGame,
    OpeningChannel,
    UnsentArchive,
)

__all__ = [
    "ArrivalChannel",
    "Centre",
    "CentreArchive",
    "CentreUpload",
    "Event",
    "EventDecision",
    "EventGame",
    "ImportedEvent",
    "ImportedGame",
    "OpenedGame",
    "OpeningChannel",
    "UnsentArchive",
]
