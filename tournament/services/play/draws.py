"""Draws of the letters of the next turn: by software, by hand, from a script.

Every attempt is recorded so that ``manage.py verify_draw`` can compute it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any

from engine.board.letters import fold, sort_letters
from engine.errors import EngineError, LettersNotInBag
from engine.regulation.topics import Topic
from engine.rules.bag import Bag
from engine.rules.draw import DrawCheck, check_draw, draw_racks
from engine.rules.remainder import Remainder
from tournament.core.draw_proof import MISTYPED, list_rejected
from tournament.core.errors import BadSetting, LettersRefused, LostRace
from tournament.core.states import SCRIPTED_SOURCES, Source, TurnState
from tournament.models import Game, Journal, Turn
from tournament.queries.position import GamePosition, load_position_before

#: More refused draws than this cannot be chance.
MAX_ATTEMPTS = 1000
#: Stands for a letter of a refused rack that a recording does not give.
UNKNOWN_LETTER = "·"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rack drawn from the bag; ``index`` numbers the software's draws of a game."""

    kept: str
    drawn: str
    verdict: str
    index: int | None = None


@dataclass(slots=True)
class Draw:
    """The attempts for one turn; the last one is valid unless the game is over.

    ``article``: the article on draws in the tournament's edition.
    """

    number: int
    article: str
    attempts: list[Attempt] = field(default_factory=list)
    is_game_over: bool = False
    may_reject: bool = False
    #: Reason and article of the end of a scripted game, from its script.
    scripted_end: dict[str, str] | None = None
    #: A draw by hand that 3.2 refuses: all letters go back into the bag, and ``redrawn_count`` are
    #: drawn.
    is_refused: bool = False
    minimum_per_kind: int | None = None
    redrawn_count: int = 0

    @property
    def ending(self) -> dict[str, str]:
        """Return the reason and article, when the game is over."""
        reason = "no_valid_draw" if self.attempts else "recording_over"
        return self.scripted_end or {"reason": reason, "article": self.article}

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def attempts_as_json(self) -> list[dict[str, Any]]:
        return [asdict(attempt) for attempt in self.attempts]

    @property
    def rejected(self) -> list[list[str]]:
        return list_rejected(self.attempts_as_json)

    @property
    def refusal(self) -> LettersRefused:
        """Return the error for letters that 3.2 refuses."""
        letters = self.last.kept + self.last.drawn
        return LettersRefused(
            "rejected", letters=letters, minimum=self.minimum_per_kind, back=self.redrawn_count
        )

    def describe(self, game: Game) -> dict[str, Any]:
        """Return the data of the journal row."""
        return {"number": self.number, "source": game.source, "attempts": self.attempts_as_json}


def count_software_draws(game: Game) -> int:
    """Count the software draws in the journal of ``game``."""
    draws = 0
    rows = Journal.objects.filter(game=game, kind="drawn").values_list("data", flat=True)
    for data in rows:
        draws += sum(attempt["index"] is not None for attempt in data["attempts"])
    return draws


def is_scripted(position: GamePosition) -> bool:
    """Return True if the next turn comes from a script (``results.tops.find_scripted_turn``)."""
    has_cancelled_turn = any(turn.state == TurnState.CANCELLED for turn in position.turns)
    return position.game.source in SCRIPTED_SOURCES and not has_cancelled_turn


def draw_rack(position: GamePosition, letters: str | None, *, mistyped: bool = False) -> Draw:
    """Draw for the next turn; the racks in ``Game.refused`` are back in the bag already.

    ``mistyped``: except the last one, which was typed wrong and is replaced by ``letters``.

    Raise LettersRefused for letters by hand that the bag does not allow, or BadSetting; LostRace
    if there is nothing to replace.
    """
    refused = [Attempt(**attempt) for attempt in position.game.refused]
    if mistyped:
        if not refused:
            raise LostRace("turn")
        refused[-1] = replace(refused[-1], verdict=MISTYPED)
    new_draw = Draw(position.next_number, _get_article(position.game), refused)
    if is_scripted(position) and not refused:
        return _draw_from_script(position, new_draw)
    remainder = find_remainder(position, new_draw.attempts_as_json)
    if position.game.source == Source.HAND:
        _draw_by_hand(position, new_draw, remainder, letters)
    else:
        _draw_by_software(position, new_draw, remainder)
    return new_draw


def find_remainder(position: GamePosition, attempts: Sequence[Mapping[str, Any]]) -> Remainder:
    """Return what the next rack is drawn from, after refused ``attempts`` for the same turn."""
    are_letters_put_back = any(attempt["verdict"] != MISTYPED for attempt in attempts)
    return position.whole_bag if are_letters_put_back else position.remainder


def _get_article(game: Game) -> str:
    return game.tournament.regulation.format_articles(Topic.DRAW)


def draw_again(turn: Turn, racks: Sequence[str]) -> Draw:
    """Draw another rack for ``turn``, all of whose letters go back into the bag (3.2).

    ``racks``: the letters typed in a game drawn by hand; each but the last is refused by 3.2.
    """
    position = load_position_before(turn)
    new_draw = Draw(turn.number, _get_article(turn.game))
    if turn.game.source == Source.HAND:
        return _draw_racks_by_hand(position, new_draw, position.whole_bag, racks)
    _draw_by_software(position, new_draw, position.whole_bag)
    return new_draw


def replace_mistyped_rack(turn: Turn, racks: Sequence[str]) -> Draw:
    """Replace the letters of ``turn``, which were typed wrong; ``racks`` as in ``draw_again``."""
    position = load_position_before(turn)
    mistyped_attempt = Attempt(turn.kept, turn.drawn, MISTYPED)
    new_draw = Draw(turn.number, _get_article(turn.game), [mistyped_attempt])
    remainder = position.whole_bag if turn.rejected else position.remainder
    return _draw_racks_by_hand(position, new_draw, remainder, racks)


def _draw_racks_by_hand(
    position: GamePosition, new_draw: Draw, remainder: Remainder, racks: Sequence[str]
) -> Draw:
    """Check ``racks`` in turn. Raise LettersRefused also if 3.2 refuses the last one."""
    for number, letters in enumerate(racks):
        if number and not new_draw.is_refused:
            raise LettersRefused("not-refused", letters=new_draw.last.drawn)
        _draw_by_hand(position, new_draw, remainder, letters)
        remainder = position.whole_bag
    if new_draw.is_refused:
        raise new_draw.refusal
    return new_draw


def _check_draw(
    position: GamePosition, number: int, kept: str, drawn: str, unseen: Bag
) -> DrawCheck:
    return check_draw(
        fmt=position.fmt,
        turn=number,
        kept=kept,
        drawn=drawn,
        unseen=unseen.letters,
        edition=position.game.tournament.regulation,
    )


def _find_cancelled_rack(position: GamePosition, number: int) -> str | None:
    """Return the rack of the cancelled turn of this number: 3.6 requires different letters, however
    often they are drawn again."""
    earlier = [turn for turn in position.turns if turn.number == number]
    return sort_letters(earlier[-1].rack) if earlier else None


def _draw_by_software(position: GamePosition, new_draw: Draw, remainder: Remainder) -> None:
    game, forbidden = position.game, _find_cancelled_rack(position, new_draw.number)
    drawing = draw_racks(
        fmt=position.fmt,
        turn=new_draw.number,
        board=position.board,
        remainder=remainder,
        seed=bytes.fromhex(game.seed),
        index=count_software_draws(game),
        edition=game.tournament.regulation,
    )
    for rack in islice(drawing, MAX_ATTEMPTS):
        verdict = str(rack.check.verdict)
        if verdict == "valid" and sort_letters(rack.kept + rack.drawn) == forbidden:
            verdict = "same" if len(rack.unseen) else "game_over"
        new_draw.attempts.append(Attempt(rack.kept, rack.drawn, verdict, rack.index))
        if verdict in {"valid", "game_over"}:
            new_draw.is_game_over = verdict == "game_over"
            new_draw.may_reject = rack.check.judge_may_reject
            return
    raise BadSetting("no-valid-draw")


def _draw_by_hand(
    position: GamePosition, new_draw: Draw, remainder: Remainder, letters: str | None
) -> None:
    """Check the letters that the judge took from the real bag, in the order drawn.

    The joker of a joker game is not in the bag; whether the judge types it makes no difference.
    """
    typed_letters = _read_letters(letters)
    expected = remainder.count_to_draw(position.fmt)
    if remainder.joker and len(typed_letters) == expected + 1:
        typed_letters = typed_letters.replace(remainder.joker, "", 1)
    if len(typed_letters) != expected:
        raise LettersRefused("wrong-count", letters=typed_letters, expected=expected)
    try:
        bag = remainder.bag.subtract(typed_letters)
    except LettersNotInBag as error:
        missing = error.data["missing"]
        raise LettersRefused("not-in-bag", letters=typed_letters, missing=missing) from error
    except EngineError as error:
        raise LettersRefused("not-letters", letters=typed_letters) from error
    drawn = remainder.joker + typed_letters
    check = _check_draw(position, new_draw.number, remainder.kept, drawn, bag)
    verdict = check.verdict
    if verdict == "valid" and sort_letters(remainder.kept + drawn) == _find_cancelled_rack(
        position, new_draw.number
    ):
        article = position.game.tournament.regulation.format_articles(Topic.CANCELLATION)
        raise LettersRefused("same-as-cancelled", letters=typed_letters, article=article)
    new_draw.attempts.append(Attempt(remainder.kept, drawn, str(verdict)))
    new_draw.is_game_over = verdict == "game_over"
    new_draw.may_reject = check.judge_may_reject
    new_draw.is_refused = verdict == "rejected"
    new_draw.minimum_per_kind = check.minimum
    new_draw.redrawn_count = position.whole_bag.count_to_draw(position.fmt)


def _read_letters(letters: str | None) -> str:
    typed_letters = "".join(fold(letters or "").split()).replace("*", "?")
    if not typed_letters.isascii() or not f"A{typed_letters.replace('?', '')}".isalpha():
        raise LettersRefused("not-letters", letters=letters or "")
    return typed_letters


def _draw_from_script(position: GamePosition, new_draw: Draw) -> Draw:
    """Use the script: a prepared game has attempts from its seed, a recorded one letters only."""
    game = position.game
    script = game.script or {"turns": []}
    turns = script["turns"]
    if new_draw.number > len(turns):
        new_draw.is_game_over = True
        new_draw.scripted_end = script.get("end")
        return new_draw
    recorded = turns[new_draw.number - 1]
    if game.source == Source.PREPARED:
        new_draw.attempts += [Attempt(**attempt) for attempt in recorded["attempts"]]
        return new_draw
    if recorded.get("rejected"):
        remainder = position.remainder
        refused = remainder.joker + UNKNOWN_LETTER * remainder.count_to_draw(position.fmt)
        new_draw.attempts.append(Attempt(remainder.kept, refused, "rejected"))
    drawn = recorded.get("drawn", recorded["tirage"])
    new_draw.attempts.append(Attempt(recorded.get("kept", ""), drawn, "valid"))
    return new_draw
