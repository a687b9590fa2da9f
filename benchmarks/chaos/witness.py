"""What one tablet sends and is told, noted in the history as it happens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.chaos.history import History, Thing
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Sheet


@dataclass
class _Sending:
    """One revision on its way, sent once or more often: ``name`` is that of its operation."""

    name: int
    game: int
    turn: int
    sheet: Sheet
    since: float
    times: int = 1


@dataclass
class Witness:
    """A revision is one operation from when it is first sent until it is first answered.

    When it was sent twice, a refusal says nothing about the first time: its outcome is unknown.
    What a tablet is shown was read at some moment since it asked; what bars the way of a revision,
    since it came.
    """

    history: History
    entry: int
    who: str
    #: Whether an answer is always to what was sent last, as that to a request is.
    one_by_one: bool = False
    _under_way: list[_Sending] = field(default_factory=list)
    _came: float = 0.0
    _asked: float | None = None

    def came(self) -> None:
        """A new connection, which is sent a snapshot unasked."""
        self._came = self._asked = self.history.now()

    def asked(self) -> None:
        if self._asked is None:
            self._asked = self.history.now()

    def sent(self, game: int, turn: int, sheet: Sheet) -> None:
        # An answer does not say its game: what another left open will not be answered any more.
        self._under_way = [each for each in self._under_way if each.game == game]
        for sending in self._under_way:
            if (sending.game, sending.turn, sending.sheet) == (game, turn, sheet):
                sending.times += 1
                return
        since = self.history.now()
        name = self.history.call(self._sheet(game, turn), self.who, "save", sheet)
        self._under_way.append(_Sending(name, game, turn, sheet, since))

    def heard(self, message: Mapping[str, Any]) -> None:
        """Any message of the server."""
        match message["type"]:
            case "saved":
                self._saved(message)
            case "refused" if not message.get("retry"):
                self._refused(message)
            case "stale":
                self._barred(message["bulletin"])
            case "snapshot":
                self._shown(message["state"])

    def _saved(self, message: Mapping[str, Any]) -> None:
        sending = self._find(message["turn"], message["rev"])
        if sending is None:
            return  # the same was answered before
        self._under_way.remove(sending)
        self.history.answer(sending.name, "late" if message["late"] else "in-time")
        bell = Thing("bell", (sending.game, sending.turn))
        arrived = "late" if message["late"] else "in time"
        now = self.history.now()
        self.history.note(
            bell, Operation(self.who, arrived, sending.sheet.rev, sending.since, True, now)
        )

    def _refused(self, message: Mapping[str, Any]) -> None:
        self._not_stored(self._find(message.get("turn"), message.get("rev")))

    def _not_stored(self, sending: _Sending | None) -> None:
        if sending is not None and sending.times == 1:
            self._under_way.remove(sending)
            self.history.answer(sending.name, "refused")

    def _barred(self, held: Mapping[str, Any]) -> None:
        """It says neither the game nor which of the revisions under way it answers."""
        sent = [each for each in self._under_way if each.turn == held["turn"]]
        if sent:
            thing = self._sheet(sent[-1].game, held["turn"])
            self.history.read(thing, self.who, "barred", _written(held), since=self._came)
            self._not_stored(sent[-1] if self.one_by_one else None)

    def _shown(self, state: Mapping[str, Any] | None) -> None:
        since, self._asked = self._came if self._asked is None else self._asked, None
        if not state or not state["turn"]:
            return
        thing = self._sheet(state["game"]["id"], state["turn"]["ordinal"])
        held = state["bulletin"] and _written(state["bulletin"])
        self.history.read(thing, self.who, "shown", held, since=since)

    def _find(self, turn: int | None, rev: int | None) -> _Sending | None:
        found = [each for each in self._under_way if (each.turn, each.sheet.rev) == (turn, rev)]
        return found[-1] if found else None

    def _sheet(self, game: int, turn: int) -> Thing:
        return Thing("sheet", (self.entry, game, turn))


def _written(held: Mapping[str, Any]) -> Sheet:
    word = "/".join(held["rows"])
    return Sheet(held["rev"], held["device"], word, held["reference"], held["score"])
