"""How the letters of the next turn come about: by software, by hand, from a script.

Every attempt is written down so that ``manage.py verify_draw`` can derive it again.
"""

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from engine.board.letters import sort_letters
from engine.errors import EngineError, LettersNotInBag
from engine.regulation.topics import Topic
from engine.rules.bag import Bag
from engine.rules.draw import DrawCheck, check_draw, draw_racks
from engine.rules.remainder import Remainder
from tournament.core.errors import BadSetting, LettersRefused
from tournament.core.states import SCRIPTED_SOURCES, Source, TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries.position import GamePosition, position_before

#: A draw refused this often is not chance any more.
MAX_ATTEMPTS = 1000
#: A letter of a refused rack that a recording does not say.
UNKNOWN_LETTER = "·"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rack taken from the bag; ``index`` numbers the software's draws of a game."""

    kept: str
    drawn: str
    verdict: str
    index: int | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "kept": self.kept,
            "drawn": self.drawn,
            "verdict": self.verdict,
            "index": self.index,
        }


@dataclass(slots=True)
class Draw:
    """The attempts for one turn; the last one stands unless the game is over.

    ``article``: what the edition of the tournament asks of a draw.
    """

    number: int
    article: str
    attempts: list[Attempt] = field(default_factory=list)
    game_over: bool = False
    may_reject: bool = False
    #: Why a scripted game ends here, as its script says: reason and article.
    end: dict[str, str] | None = None
    #: A hand draw that 3.2 refuses: everything goes back into the bag.
    refused: bool = False
    minimum: int | None = None

    @property
    def ending(self) -> dict[str, str]:
        """Reason and article, when the game is over."""
        reason = "no_valid_draw" if self.attempts else "recording_over"
        return self.end or {"reason": reason, "article": self.article}

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def rejected(self) -> list[list[str]]:
        return [[attempt.kept, attempt.drawn] for attempt in self.attempts[:-1]]


def drawn_before(game: Game) -> int:
    """How many software draws the journal of ``game`` holds."""
    used = 0
    rows = Journal.objects.filter(game=game, kind="drawn").values_list("data", flat=True)
    for data in rows:
        used += sum(attempt["index"] is not None for attempt in data["attempts"])
    return used


def scripted(position: GamePosition) -> bool:
    """Whether the next turn comes from the recording (``queries.results.tops.scripted_turn``)."""
    cancelled = any(turn.state == TurnState.CANCELLED for turn in position.turns)
    return position.game.source in SCRIPTED_SOURCES and not cancelled


def draw(position: GamePosition, letters: str | None) -> Draw:
    """Draw for the next turn; the racks in ``Game.refused`` were put back already.

    Raises LettersRefused (a hand draw that the bag does not allow) or BadSetting.
    """
    refused = [Attempt(**attempt) for attempt in position.game.refused]
    made = Draw(position.next_number, _article(position.game), refused)
    if scripted(position) and not refused:
        return _from_script(position, made)
    left = position.whole_bag if refused else position.remainder
    return _draw(position, made, left, letters)


def _article(game: Game) -> str:
    return game.tournament.regulation.number(Topic.DRAW)


def draw_again(turn: Turn, letters: str | None) -> Draw:
    """Replace the rack of ``turn``, all of whose letters go back into the bag (3.2)."""
    position = position_before(turn)
    return _draw(position, Draw(turn.number, _article(turn.game)), position.whole_bag, letters)


def _draw(position: GamePosition, made: Draw, left: Remainder, letters: str | None) -> Draw:
    if position.game.source == Source.HAND:
        return _by_hand(position, made, left, letters)
    return _by_software(position, made, left)


def _check(position: GamePosition, number: int, kept: str, drawn: str, unseen: Bag) -> DrawCheck:
    return check_draw(
        fmt=position.fmt,
        turn=number,
        kept=kept,
        drawn=drawn,
        unseen=unseen.letters,
        edition=position.game.tournament.regulation,
    )


def _cancelled_rack(position: GamePosition, number: int) -> str | None:
    """3.6: for a turn that was cancelled the letters must be different ones, however often drawn
    again."""
    before = [turn for turn in position.turns if turn.number == number]
    return sort_letters(before[-1].rack) if before else None


def _by_software(position: GamePosition, made: Draw, left: Remainder) -> Draw:
    game, forbidden = position.game, _cancelled_rack(position, made.number)
    drawing = draw_racks(
        fmt=position.fmt,
        turn=made.number,
        board=position.board,
        remainder=left,
        seed=bytes.fromhex(game.seed),
        index=drawn_before(game),
        edition=game.tournament.regulation,
    )
    for rack in islice(drawing, MAX_ATTEMPTS):
        verdict = str(rack.check.verdict)
        if verdict == "valid" and sort_letters(rack.kept + rack.drawn) == forbidden:
            verdict = "same" if len(rack.unseen) else "game_over"
        made.attempts.append(Attempt(rack.kept, rack.drawn, verdict, rack.index))
        if verdict in {"valid", "game_over"}:
            made.game_over = verdict == "game_over"
            made.may_reject = rack.check.judge_may_reject
            return made
    raise BadSetting("no-valid-draw")


def _by_hand(position: GamePosition, made: Draw, left: Remainder, letters: str | None) -> Draw:
    """Check the letters that the judge took from the real bag, in the order drawn.

    The joker of a joker game is not in the bag; whether he types it too does not matter.
    """
    typed = _clean(letters)
    expected = left.count_to_draw(position.fmt)
    if left.joker and len(typed) == expected + 1:
        typed = typed.replace(left.joker, "", 1)
    if len(typed) != expected:
        raise LettersRefused("wrong-count", letters=typed, expected=expected)
    try:
        bag = left.bag.minus(typed)
    except LettersNotInBag as error:
        missing = error.data["missing"]
        raise LettersRefused("not-in-bag", letters=typed, missing=missing) from error
    except EngineError as error:
        raise LettersRefused("not-letters", letters=typed) from error
    drawn = left.joker + typed
    check = _check(position, made.number, left.kept, drawn, bag)
    verdict = check.verdict
    if verdict == "valid" and sort_letters(left.kept + drawn) == _cancelled_rack(
        position, made.number
    ):
        article = position.game.tournament.regulation.number(Topic.CANCELLATION)
        raise LettersRefused("same-as-cancelled", letters=typed, article=article)
    made.attempts.append(Attempt(left.kept, drawn, str(verdict)))
    made.game_over = verdict == "game_over"
    made.may_reject = check.judge_may_reject
    made.refused = verdict == "rejected"
    made.minimum = check.minimum
    return made


def _clean(letters: str | None) -> str:
    typed = "".join((letters or "").upper().split()).replace("*", "?")
    if not typed.isascii() or not f"A{typed.replace('?', '')}".isalpha():
        raise LettersRefused("not-letters", letters=letters or "")
    return typed


def _from_script(position: GamePosition, made: Draw) -> Draw:
    """A prepared game has the draws of its seed, refused ones too; a recorded one has letters."""
    game = position.game
    script = game.script or {"turns": []}
    turns = script["turns"]
    if made.number > len(turns):
        made.game_over = True
        made.end = script.get("end")
        return made
    recorded = turns[made.number - 1]
    if game.source == Source.PREPARED:
        made.attempts += [Attempt(**attempt) for attempt in recorded["attempts"]]
        return made
    if recorded.get("rejected"):
        left = position.remainder
        refused = left.joker + UNKNOWN_LETTER * left.count_to_draw(position.fmt)
        made.attempts.append(Attempt(left.kept, refused, "rejected"))
    drawn = recorded.get("drawn", recorded["tirage"])
    made.attempts.append(Attempt(recorded.get("kept", ""), drawn, "valid"))
    return made
