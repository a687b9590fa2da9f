"""What a case tells apart that a tablet keeps to itself until it is said: letters laid on the grid
before a score is announced (4.1.2), and the gestures of an exchange (4.3.4)."""

from collections.abc import Mapping
from typing import Any

from engine.board.place import SIZE
from engine.rules.classic.letters import UNSEEN
from tests.cases.classic_events import squares_named
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.expiry import is_turned_by_expiry
from tournament.classic.core.moves import lay_word, require_exchange, require_turn
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchPhase, MatchState
from tournament.core.errors import ClassicRefused

type Told = Mapping[str, Any]


class Tablet:
    """``laid``: word and reference; ``changing``: how many letters were announced; ``drawn``: as
    many were drawn."""

    laid: tuple[str, str] | None = None
    changing: int | None = None
    drawn = False

    @property
    def in_hand(self) -> int:
        """Letters drawn for an exchange of which none has been put back."""
        return (self.changing or 0) if self.drawn else 0

    def does(self, state: MatchState, told: Told) -> bool:
        """Whether it is a gesture of the tablet alone; refused like a command."""
        do = told["do"]
        if do == "tirer" and self.changing is not None and told["by"] == state.to_move:
            self._draw(told)
            return True
        if do == "tourner" and told["by"] in list(Side):
            return is_turned_by_expiry(state, Side(told["by"]))
        if do in _GESTURES:
            actor = Actor(told["by"])
            if state.phase is not MatchPhase.PLAY:
                raise ClassicRefused("wrong-phase", phase=str(state.phase), command=do)
            side = require_turn(state, Event(Command.PLAY, actor))
            _GESTURES[do](self, state, side, told)
            return True
        if do == "remettre" and not self.drawn:
            raise ClassicRefused("draw-first")
        return False

    def whole(self, told: Told) -> Told:
        """What is put back is the whole exchange."""
        return {**told, "do": "changer", "n": self.changing} if told["do"] == "remettre" else told

    def clear_after(self, before: MatchState, after: MatchState) -> None:
        if len(after.moves) != len(before.moves):
            self.laid, self.changing, self.drawn = None, None, False

    def _lay(self, state: MatchState, side: Side, told: Told) -> None:
        laid = {"word": told.get("word"), "ref": told.get("ref")}
        lay_word(state, side, Event(Command.PLAY, Actor(side.value), data=laid))
        self.laid = str(laid["word"]), str(laid["ref"])

    def _take_back(self, _state: MatchState, _side: Side, _told: Told) -> None:
        if self.laid is None:
            raise ClassicRefused("cannot-lie-no_tile")
        self.laid = None

    def _move(self, state: MatchState, side: Side, told: Told) -> None:
        """Letters that lie on the grid stay; those just laid may lie elsewhere."""
        for place in squares_named(told):
            if place.row < SIZE and state.board.tile_at(place.row, place.col):
                raise ClassicRefused("cannot-lie-letter_conflict")
        if self.laid is None:
            raise ClassicRefused("cannot-lie-no_tile")
        to = str(told.get("to") or told.get("vers") or "") if told.get("word") else ""
        self._lay(state, side, {"word": self.laid[0], "ref": to or self.laid[1]})

    def _change(self, state: MatchState, side: Side, told: Told) -> None:
        require_exchange(state, side)
        self.laid, self.changing = None, told["n"]

    def _draw(self, told: Told) -> None:
        n = len(told.get("letters") or UNSEEN * told["n"])
        if self.drawn or n != self.changing:
            raise ClassicRefused("exchange-exactly", n=self.changing)
        self.drawn = True


_GESTURES = {
    "poser": Tablet._lay,
    "reprendre": Tablet._take_back,
    "deplacer": Tablet._move,
    "annoncer_change": Tablet._change,
}
