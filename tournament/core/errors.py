"""The errors that a caller of ``tournament`` can expect.

Each has a ``code`` and ``data``. ``tournament.presentation.messages`` makes the French sentence
from them, so that every page and socket shows the same one.

    RoomError
    ├── WrongState        a command that the state of the game or turn does not allow
    ├── LostRace          another request changed the same game or turn first
    ├── NotAllowed        the account or table may not do this
    ├── LettersRefused    letters typed by hand that are not a possible draw
    ├── BadChoice         a top that the rules do not allow
    ├── BadSetting        a value of a form or file that cannot be used
    ├── BadAccess         unknown or expired link, wrong table code
    ├── BadSheet          a bulletin that exceeds the limits of a bulletin
    ├── ClassicRefused    a command that a two-player match does not allow now
    └── Busy              the server is busy: keep the data and send it again
"""

from typing import Any, ClassVar


class RoomError(Exception):
    """An expected refusal: nothing was changed.

    ``code``: of the class; ``reason``: of the error, within the class.
    """

    code: ClassVar[str] = "refused"

    def __init__(self, reason: str, **data: Any) -> None:
        self.reason = reason
        self.data = data
        super().__init__(f"{self.code}:{reason} {data}")


class WrongState(RoomError):
    code = "wrong-state"


class LostRace(RoomError):
    code = "lost-race"


class NotAllowed(RoomError):
    code = "not-allowed"


class LettersRefused(RoomError):
    code = "bad-letters"


class BadChoice(RoomError):
    code = "bad-choice"


class BadSetting(RoomError):
    code = "bad-setting"


class BadAccess(RoomError):
    code = "bad-access"


class BadSheet(RoomError):
    code = "bad-sheet"


class ClassicRefused(RoomError):
    code = "classic"


class Busy(RoomError):
    code = "busy"
