"""What the judge's desk shows: where the game is, what comes next, what to read out."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from engine.regulation.topics import Topic
from engine.rules.ending import Ending
from engine.rules.joker_format import Fate, Joker
from tournament.core.next_action import Action, next_action
from tournament.core.states import LIVE_TURN_STATES, GameState, Handed, Source, TurnState
from tournament.models import Entry, Game, Journal, Solutions, Tournament, Turn
from tournament.protocol import Audience
from tournament.protocol.view import current_game
from tournament.queries import clock, tops
from tournament.queries.ending import ending_of
from tournament.queries.handed import handed_in
from tournament.queries.position import GamePosition, position_of
from tournament.queries.standings import StandingRow, standings_of
from tournament.services.games import longest_interruption
from tournament.views.judge.tops import ListedTop, candidates_of
from tournament.words.judge import label, title

#: States of a turn that the strip at the top of the desk shows, in order.
STEPS = (
    TurnState.DRAWN,
    TurnState.ANNOUNCED,
    TurnState.OPEN,
    TurnState.CLOSED,
    TurnState.REVEALED,
)


@dataclass(frozen=True)
class DeskSeat:
    """A table in play and how it handed in for this turn."""

    number: int
    name: str
    how: Handed

    @property
    def holding(self) -> bool:
        return self.how is Handed.IN_TIME


@dataclass(frozen=True)
class HandDraw:
    """What the judge has to take out of the real bag."""

    kept: str
    count: int
    bag: str
    #: A joker comes with the letters without being drawn (3.8.1).
    joker: bool
    #: The last attempt was refused by 3.2: everything goes back first.
    refused: bool
    #: Changes whenever what was typed no longer applies.
    key: str


class JudgeDesk:
    """The current game of a tournament as its judge sees it; queries run when asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.game: Game | None = current_game(tournament.pk, Audience.JUDGE)

    @cached_property
    def upcoming(self) -> Game | None:
        """The next game still in draft, when nothing else is going on."""
        if self.game is not None and self.game.state != GameState.FINISHED:
            return None
        return self.tournament.games.filter(state=GameState.DRAFT).order_by("number").first()

    @cached_property
    def ended(self) -> Game | None:
        """The game that is over, until the next one starts."""
        if self.game is None or self.game.state not in {GameState.READY, GameState.FINISHED}:
            return None
        over = self.tournament.games.filter(state=GameState.FINISHED)
        return over.order_by("-finished_at").first()

    @cached_property
    def solos(self) -> list[StandingRow]:
        """Players with a solo in the game that is over, for the judge to announce (3.5)."""
        if self.ended is None:
            return []
        return [row for row in standings_of(self.ended).rows if row.solos]

    @property
    def interruption_article(self) -> str:
        return self.tournament.regulation.number(Topic.END)

    @property
    def cancellation_article(self) -> str:
        return self.tournament.regulation.number(Topic.CANCELLATION)

    @property
    def interrupted_until(self) -> datetime | None:
        """When an interruption has lasted so long that the game is over (3.7)."""
        if self.game is None or self.game.interrupted_at is None:
            return None
        return self.game.interrupted_at + longest_interruption(self.game)

    @cached_property
    def turn(self) -> Turn | None:
        """The last turn drawn, cancelled or not."""
        if self.game is None:
            return None
        turns = self.game.turns.select_related("solutions").order_by("-ordinal")
        found = turns.first()
        if found is not None:
            found.game = self.game
        return found

    @cached_property
    def position(self) -> GamePosition:
        assert self.game is not None
        return position_of(self.game)

    @property
    def seq(self) -> int:
        """Number of the last event the judge's browser should have seen."""
        return int(self.game.heads.get(Audience.JUDGE, 0)) if self.game else 0

    @cached_property
    def solutions(self) -> Solutions | None:
        return getattr(self.turn, "solutions", None) if self.turn else None

    @cached_property
    def action(self) -> Action:
        if self.game is None:
            return Action.PREPARE if self.upcoming else Action.NONE
        if self.upcoming is not None:
            return Action.PREPARE
        state = TurnState(self.turn.state) if self.turn else None
        known = len(self.solutions.moves) if self.solutions else None
        return next_action(GameState(self.game.state), state, solutions=known)

    @property
    def title(self) -> str:
        """The state in a few words, the desk's headline."""
        game = GameState(self.game.state) if self.game else None
        return title(game, TurnState(self.turn.state) if self.turn else None)

    @property
    def live(self) -> bool:
        """Whether a turn is on its way in a running game."""
        running = self.game is not None and self.game.state == GameState.RUNNING
        return running and self.turn is not None and self.turn.state in LIVE_TURN_STATES

    @property
    def steps(self) -> list[tuple[TurnState, bool]]:
        """The steps of the turn, each with whether the turn is there now."""
        now = self.turn.state if self.live and self.turn else None
        return [(step, step == now) for step in STEPS]

    @property
    def action_label(self) -> str:
        """The words on the one big button."""
        return label(self.action, by_hand=self.hand is not None, ends=self.ending is not None)

    @property
    def closes_at(self) -> int | None:
        """The bell of the turn in play, in milliseconds."""
        if self.turn is None or self.turn.state != TurnState.OPEN or not self.turn.closes_at:
            return None
        return clock.millis(self.turn.closes_at)

    @property
    def clock_text(self) -> str:
        """What the clock shows before the browser counts: the full time, or zero."""
        if self.game is None or not self.live or self.turn is None:
            return ""
        waiting = {TurnState.DRAWN, TurnState.ANNOUNCED, TurnState.OPEN}
        if self.turn.state in waiting:
            return f"{self.game.time_s // 60}:{self.game.time_s % 60:02d}"
        return "0:00" if self.turn.state == TurnState.CLOSED else ""

    # --- what the judge may do besides the next action --------------------------------

    @property
    def asks(self) -> list[str]:
        """Secondary commands that make sense now, by name."""
        state = GameState(self.game.state) if self.game else None
        turn = TurnState(self.turn.state) if self.turn else None
        if state is GameState.INTERRUPTED:
            return ["cancel", "finish"] if turn in LIVE_TURN_STATES else ["finish"]
        if state is not GameState.RUNNING:
            return []
        found = {
            "stop": turn is TurnState.OPEN,
            "redraw": turn is TurnState.DRAWN and bool(self.turn and self.turn.may_reject),
            "cancel": turn in LIVE_TURN_STATES and self.action is not Action.CANCEL,
            "interrupt": turn is not TurnState.OPEN,
            "finish": turn not in {TurnState.OPEN, TurnState.CLOSED},
        }
        return [name for name, sensible in found.items() if sensible]

    # --- draw -------------------------------------------------------------------------

    @cached_property
    def hand(self) -> HandDraw | None:
        """For a game drawn by hand: what to draw next."""
        game = self.game
        if game is None or game.source != Source.HAND or self.action is not Action.DRAW:
            return None
        refused = bool(game.refused)
        left = self.position.whole_bag if refused else self.position.remainder
        count = left.to_draw(self.position.fmt)
        key = f"{self.turn.pk if self.turn else 0}-{len(game.refused)}-{count}"
        return HandDraw(left.kept, count, left.bag.letters, bool(left.joker), refused, key)

    @property
    def redraw_count(self) -> int:
        """Letters of a whole new rack, when the judge refuses this one (3.2)."""
        return self.position.whole_bag.to_draw(self.position.fmt)

    @cached_property
    def ending(self) -> Ending | None:
        """Why no further turn follows, if the rules say so (3.6, 3.7)."""
        if self.game is None or self.action not in {Action.DRAW, Action.CANCEL}:
            return None
        return ending_of(self.position)

    @property
    def joker(self) -> Joker | None:
        """In a joker game: what becomes of the joker of the word just placed (3.8.1)."""
        turn = self.turn
        if turn is None or self.game is None or turn.state != TurnState.REVEALED:
            return None
        if not self.position.fmt.joker_on_rack:
            return None
        joker = self.position.before(turn).settled(turn).joker
        return joker if joker.fate in {Fate.REPLACED, Fate.STAYS} else None

    @property
    def pace_s(self) -> int:
        """Seconds between two announcements (3.1); 0: the edition asks for none."""
        return self.tournament.regulation.play.announcement_gap_s.value

    @cached_property
    def quiet_since(self) -> int | None:
        """Moment (ms) of the last solution given; None when nothing has to be waited for."""
        if self.turn is None or self.turn.state != TurnState.DRAWN or not self.pace_s:
            return None
        last = Journal.objects.filter(game=self.game, kind="revealed").order_by("-seq").first()
        return clock.millis(last.at) if last else None

    # --- bulletins --------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[DeskSeat]:
        found = handed_in(self.turn) if self.turn else {}
        entries = Entry.objects.filter(tournament=self.tournament, withdrawn=False)
        return [
            DeskSeat(number, name, found.get(number, Handed.NOT))
            for number, name in entries.order_by("table__number").values_list(
                "table__number", "name"
            )
        ]

    @property
    def held(self) -> int:
        return sum(seat.holding for seat in self.seats)

    @property
    def missing(self) -> int:
        """Tables without a bulletin of any kind: a zero, unless theirs is still to be typed in."""
        return len(self.seats) - self.held - len(self.late)

    @cached_property
    def late(self) -> list[DeskSeat]:
        """Tables that handed in after the bell: a zero (5.7)."""
        return [seat for seat in self.seats if seat.how is Handed.LATE]

    # --- solutions --------------------------------------------------------------------

    @cached_property
    def candidates(self) -> list[ListedTop]:
        """The tops, those that may be chosen first, each excluded one with its rule."""
        if self.turn is None or self.solutions is None or not self.solutions.moves:
            return []
        return candidates_of(tops.choice_of(self.turn))

    @property
    def choosable(self) -> list[ListedTop]:
        """The tops that may be retained, the one proposed first."""
        return [one for one in self.candidates if not one.why_not]

    @property
    def excluded(self) -> list[ListedTop]:
        return [one for one in self.candidates if one.why_not]
