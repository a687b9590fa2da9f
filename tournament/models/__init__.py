from tournament.models.centres import Centre
from tournament.models.credentials import CodeFailures, Invitation, MailRequest, SignInLink
from tournament.models.desk import DeskHold
from tournament.models.lexica import LexiconImport, WordList
from tournament.models.organisation import (
    AccountChange,
    ColumnMatching,
    Group,
    Membership,
    Organisation,
    RosterPlayer,
)
from tournament.models.pending_files import PendingFile
from tournament.models.people import (
    Entry,
    EntryImport,
    Player,
    Table,
    Team,
    Tournament,
)
from tournament.models.play import (
    Game,
    Journal,
    Solutions,
    TournamentJournal,
    Turn,
)
from tournament.models.preparation import GamePreparation
from tournament.models.results import (
    Bulletin,
    Explanation,
    LateBulletin,
    Score,
    Straggler,
    TurnParticipation,
)
from tournament.models.roomclock import RoomClock
from tournament.models.roster_changes import RosterChange
from tournament.models.screen import BigScreen
from tournament.models.seating import SeatingChange
from tournament.models.seats import Contender, Seat
from tournament.models.staff import RoleChange, StaffMember
from tournament.models.submissions import FormSubmission
from tournament.models.tournament_changes import TournamentChange
from tournament.models.work import TurnWork, WorkKind, WorkPriority

__all__ = [
    "AccountChange",
    "BigScreen",
    "Bulletin",
    "Centre",
    "CodeFailures",
    "ColumnMatching",
    "Contender",
    "DeskHold",
    "Entry",
    "EntryImport",
    "Explanation",
    "FormSubmission",
    "Game",
    "GamePreparation",
    "Group",
    "Invitation",
    "Journal",
    "LateBulletin",
    "LexiconImport",
    "MailRequest",
    "Membership",
    "Organisation",
    "PendingFile",
    "Player",
    "RoleChange",
    "RoomClock",
    "RosterChange",
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
    "Tournament",
    "TournamentChange",
    "TournamentJournal",
    "Turn",
    "TurnParticipation",
    "TurnWork",
    "WordList",
    "WorkKind",
    "WorkPriority",
]
