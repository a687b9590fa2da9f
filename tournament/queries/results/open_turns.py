"""The closed turns of a game of which a bulletin is not typed in or not decided, with its table."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournament import ports
from tournament.core.states import COLLECTED_TURN_STATES
from tournament.models import Game, Turn
from tournament.queries.people.seating import get_table_numbers
from tournament.queries.results.hand_ins import list_awaited_paper_bulletins


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """``to_type``, ``to_decide``: the tables whose bulletin is not typed in, or not decided."""

    turn: Turn
    to_type: list[int]
    to_decide: list[int]

    @property
    def is_being_corrected(self) -> bool:
        return self.turn.corrected_at is None


def list_open_turns(game: Game) -> list[OpenTurn]:
    """Return the turns that keep the ranking of ``game`` provisional, in their order."""
    awaited = list_awaited_paper_bulletins().filter(turn=OuterRef("pk"))
    is_open = Q(corrected_at=None) | Q(to_decide__gt=0) | Q(Exists(awaited))
    turns = game.turns.filter(is_open, state__in=list(COLLECTED_TURN_STATES)).order_by("ordinal")
    return [_load_open_turn(turn) for turn in turns.select_related("game__tournament")]


def _load_open_turn(turn: Turn) -> OpenTurn:
    to_type = set(list_awaited_paper_bulletins(turn).values_list("entry", flat=True))
    waiting: set[int] = set().union(*(find(turn) for find in ports.find_entries_to_decide))
    to_decide = waiting - to_type if turn.to_decide else set()
    numbers = get_table_numbers(turn.game_id, to_type | to_decide)
    return OpenTurn(
        turn,
        sorted(numbers[entry] for entry in to_type),
        sorted(numbers[entry] for entry in to_decide),
    )
