"""Gestures of a case that the tablet keeps to itself: letters laid on the grid before a score is
announced (4.1.2), and the gestures of an exchange (4.3.4)."""

from collections.abc import Mapping
from typing import Any

from engine.board.place import SIZE
from engine.rules.classic.letters import UNSEEN
from tests.cases.classic_events import find_squares
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.expiry import is_turned_by_expiry
from tournament.classic.core.moves import lay_word, require_exchange, require_turn
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.core.errors import ClassicRefused

type EventFields = Mapping[str, Any]


class Tablet:
    """``laid``: word and reference; ``changing``: number of letters announced; ``drawn``: True
    once as many were drawn."""

    laid: tuple[str, str] | None = None
    changing: int | None = None
    drawn = False

    @property
    def in_hand(self) -> int:
        """Number of letters drawn for an exchange whose letters were not put back yet."""
        return (self.changing or 0) if self.drawn else 0

    def apply_gesture(self, state: MatchState, event: EventFields) -> bool:
        """Apply a gesture of the tablet alone; return False if it is a command."""
        do = event["do"]
        if do == "tirer" and self.changing is not None and event["by"] == state.to_move:
            self._draw(event)
            return True
        if do == "tourner" and event["by"] in list(Side):
            return is_turned_by_expiry(state, Side(event["by"]))
        if do in _GESTURES:
            actor = Actor(event["by"])
            if state.phase is not MatchPhase.PLAY:
                raise ClassicRefused("wrong-phase", phase=str(state.phase), command=do)
            side = require_turn(state, Event(Command.PLAY, actor))
            _GESTURES[do](self, state, side, event)
            return True
        if do == "remettre" and not self.drawn:
            raise ClassicRefused("draw-first")
        return False

    def complete_exchange(self, event: EventFields) -> EventFields:
        """Return the whole exchange for the event that puts letters back."""
        return (
            {**event, "do": "changer", "n": self.changing} if event["do"] == "remettre" else event
        )

    def clear_after(self, before: MatchState, after: MatchState) -> None:
        if len(after.moves) != len(before.moves):
            self.laid, self.changing, self.drawn = None, None, False

    def _lay(self, state: MatchState, side: Side, event: EventFields) -> None:
        laid = {"word": event.get("word"), "ref": event.get("ref")}
        lay_word(state, side, Event(Command.PLAY, Actor(side.value), data=laid))
        self.laid = str(laid["word"]), str(laid["ref"])

    def _take_back(self, _state: MatchState, _side: Side, _event: EventFields) -> None:
        if self.laid is None:
            raise ClassicRefused("cannot-lie-no_tile")
        self.laid = None

    def _move(self, state: MatchState, side: Side, event: EventFields) -> None:
        """Move letters just laid; those of earlier moves stay."""
        for place in find_squares(event):
            if place.row < SIZE and state.board.get_tile(place.row, place.col):
                raise ClassicRefused("cannot-lie-letter_conflict")
        if self.laid is None:
            raise ClassicRefused("cannot-lie-no_tile")
        to = str(event.get("to") or event.get("vers") or "") if event.get("word") else ""
        self._lay(state, side, {"word": self.laid[0], "ref": to or self.laid[1]})

    def _change(self, state: MatchState, side: Side, event: EventFields) -> None:
        require_exchange(state, side)
        self.laid, self.changing = None, event["n"]

    def _draw(self, event: EventFields) -> None:
        n = len(event.get("letters") or UNSEEN * event["n"])
        if self.drawn or n != self.changing:
            raise ClassicRefused("wrong-exchange-count", n=self.changing)
        self.drawn = True


_GESTURES = {
    "poser": Tablet._lay,
    "reprendre": Tablet._take_back,
    "deplacer": Tablet._move,
    "annoncer_change": Tablet._change,
}
