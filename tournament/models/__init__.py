from tournament.models.archives import Backup, Placeholder, Restoration
from tournament.models.classic import Match, MatchEvent, MatchGame, MatchResult, MatchRound
from tournament.models.desk import DeskHold
from tournament.models.lexica import LexiconImport, WordList
from tournament.models.life import TournamentChange
from tournament.models.organisation import (
    AccountChange,
    ColumnMatching,
    Group,
    Membership,
    Organisation,
    RosterPlayer,
)
from tournament.models.people import (
    Entry,
    EntryImport,
    PendingFile,
    Player,
    RoleChange,
    StaffMember,
    Table,
    Team,
    Tournament,
)
from tournament.models.play import Contender, Game, Journal, Seat, Solutions, Turn
from tournament.models.preparation import GamePreparation
from tournament.models.results import (
    Bulletin,
    Explanation,
    LateBulletin,
    Score,
    Straggler,
    TookPart,
)
from tournament.models.roomclock import RoomClock
from tournament.models.screen import BigScreen
from tournament.models.seating import SeatingChange
from tournament.models.topping import Topping, ToppingEvent, ToppingRun, Trainee, TrainingHall
from tournament.models.ways_in import CodeFailures, Invitation, MailRequest, SignInLink

__all__ = [
    "AccountChange",
    "Backup",
    "BigScreen",
    "Bulletin",
    "CodeFailures",
    "ColumnMatching",
    "Contender",
    "DeskHold",
    "Entry",
    "EntryImport",
    "Explanation",
    "Game",
    "GamePreparation",
    "Group",
    "Invitation",
    "Journal",
    "LateBulletin",
    "LexiconImport",
    "MailRequest",
    "Match",
    "MatchEvent",
    "MatchGame",
    "MatchResult",
    "MatchRound",
    "Membership",
    "Organisation",
    "PendingFile",
    "Placeholder",
    "Player",
    "Restoration",
    "RoleChange",
    "RoomClock",
    "RosterPlayer",
    "Score",
    "Seat",
    "SeatingChange",
    "SignInLink",
    "Solutions",
    "StaffMember",
    "Straggler",
    "Table",
    "Team",
    "TookPart",
    "Topping",
    "ToppingEvent",
    "ToppingRun",
    "Tournament",
    "TournamentChange",
    "Trainee",
    "TrainingHall",
    "Turn",
    "WordList",
]
