"""What the judge's desk shows: where the game is, what comes next, what to read out."""

from collections.abc import Mapping
from functools import cached_property

from django.utils.functional import Promise

from engine.regulation.topics import Topic
from engine.rules.ending import Ending
from engine.rules.joker_format import Fate, Joker
from tournament.core.next_action import Action, next_action
from tournament.core.scenes import Scene
from tournament.core.states import LIVE_TURN_STATES, GameState, Source, TurnState
from tournament.models import DeskHold, Entry, Game, Solutions, Tournament, Turn
from tournament.presentation.judge import label, title
from tournament.presentation.scenes import SCENE_NAMES
from tournament.protocol import Audience, presence
from tournament.protocol.view import current_game
from tournament.queries.ending import ending_of
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.position import GamePosition, position_of, turns_at_hand
from tournament.queries.results import tops
from tournament.queries.results.standings import has_open_bulletins
from tournament.queries.screen import scene_of
from tournament.queries.spoilers import awaited_table
from tournament.services.play.draws import scripted
from tournament.services.play.playing_time import NOT_OPENED
from tournament.views.judge.bulletins import DeskBulletins
from tournament.views.judge.contest import DeskContest
from tournament.views.judge.ended import DeskEnded
from tournament.views.judge.other_commands import sensible
from tournament.views.judge.parts import HandDraw
from tournament.views.judge.times import DeskTimes
from tournament.views.judge.tops import ListedTop, candidates_of

#: States of a turn that the strip at the top of the desk shows, in order.
STEPS = (
    TurnState.DRAWN,
    TurnState.ANNOUNCED,
    TurnState.OPEN,
    TurnState.CLOSED,
    TurnState.REVEALED,
)


class JudgeDesk:
    """The current game of a tournament as its judge sees it; queries run when asked for."""

    def __init__(self, tournament: Tournament, device: str) -> None:
        self.tournament = tournament
        self.device = device
        self.game: Game | None = current_game(tournament.pk, Audience.JUDGE)

    @cached_property
    def elsewhere(self) -> DeskHold | None:
        """The other device that is at the desk: this one only looks on."""
        holds = DeskHold.objects.select_related("by").exclude(device=self.device)
        return holds.filter(tournament=self.tournament).first()

    @cached_property
    def upcoming(self) -> Game | None:
        """The next game still in draft, when nothing else is going on."""
        if self.game is not None and self.game.state != GameState.FINISHED:
            return None
        return self.tournament.games.filter(state=GameState.DRAFT).order_by("number").first()

    @cached_property
    def ended(self) -> DeskEnded | None:
        """The game that is over, until the next one starts."""
        if self.game is None or self.game.state not in {GameState.READY, GameState.FINISHED}:
            return None
        over = self.tournament.games.filter(state=GameState.FINISHED)
        last = over.order_by("-finished_at").first()
        return DeskEnded(last, self.upcoming) if last else None

    @property
    def before_game_article(self) -> str:
        return self.tournament.regulation.number(Topic.BEFORE_GAME)

    @property
    def cancellation_article(self) -> str:
        return self.tournament.regulation.number(Topic.CANCELLATION)

    @cached_property
    def turn(self) -> Turn | None:
        """The turn at hand, cancelled or not."""
        if self.game is None:
            return None
        found = turns_at_hand(self.game).select_related("solutions").first()
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
        overdue = self.times is not None and self.times.overdue
        known_action = next_action(
            GameState(self.game.state), state, solutions=known, overdue=overdue
        )
        shielded = known_action is Action.REVEAL and self.awaited_table is not None
        return Action.OWN_BULLETIN if shielded else known_action

    @cached_property
    def awaited_table(self) -> int | None:
        """Of a judge who plays, while his bulletin must come before any solution."""
        return awaited_table(self.turn) if self.turn else None

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

    @cached_property
    def times(self) -> DeskTimes | None:
        return DeskTimes(self.game, self.turn) if self.game else None

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
    def asks(self) -> list[str]:
        """Secondary commands that make sense now, by name."""
        if self.elsewhere is not None:
            return []
        if self.game is None:
            return []
        return sensible(self.game, self.turn, self.action, lambda: self.position.correctable)

    @property
    def drawn_next(self) -> bool:
        """Whether a turn is drawn and not opened, which a word taken back would cancel."""
        return self.turn is not None and self.turn.state in NOT_OPENED

    @property
    def scripted(self) -> bool:
        """Whether the game is still played as it was written beforehand."""
        return self.game is not None and scripted(self.position)

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
        last = self.position.last
        cancelled = last is not None and last.state == TurnState.CANCELLED
        return HandDraw(
            left.kept, count, left.bag.letters, bool(left.joker), refused, cancelled, key
        )

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

    @cached_property
    def contest(self) -> DeskContest | None:
        """Who is in and who is out, from the start of one until the next game."""
        shown = self.game
        if shown is None or shown.state == GameState.READY:
            shown = self.ended.game if self.ended else None
        return DeskContest(shown) if shown and is_mort_subite(shown) else None

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

    # --- the big screen ---------------------------------------------------------------

    @cached_property
    def scene(self) -> Scene:
        """What the judge has chosen for it."""
        return scene_of(self.tournament.pk)

    @property
    def scenes(self) -> Mapping[Scene, Promise]:
        return SCENE_NAMES

    # --- tablets ----------------------------------------------------------------------

    @property
    def gathering(self) -> bool:
        """Before the first turn of a game, while players come to their tables."""
        return self.action in {Action.PREPARE, Action.START} or self.turn is None

    @cached_property
    def tablets(self) -> presence.Tablets | None:
        """Which are connected now; None while nobody knows."""
        return presence.tablets_now(self.tournament.pk)

    # --- bulletins --------------------------------------------------------------------

    @property
    def players(self) -> int:
        game = self.upcoming or self.game
        if game is not None and is_mort_subite(game) and (chosen := game.contenders.count()):
            return chosen
        return Entry.objects.filter(tournament=self.tournament, withdrawn=False).count()

    @cached_property
    def bulletins(self) -> DeskBulletins | None:
        """None without a turn."""
        return DeskBulletins(self.turn) if self.turn else None

    @cached_property
    def open_bulletins(self) -> bool:
        """Whether the ranking would stay provisional if the game ended now."""
        return self.game is not None and has_open_bulletins(self.game)

    # --- solutions --------------------------------------------------------------------

    @cached_property
    def candidates(self) -> list[ListedTop]:
        """The tops, those that may be chosen first, each excluded one with its rule."""
        if self.turn is None or self.solutions is None or not self.solutions.moves:
            return []
        if self.awaited_table is not None:
            return []
        return candidates_of(tops.choice_of(self.turn))

    @property
    def choosable(self) -> list[ListedTop]:
        """The tops that may be retained, the one proposed first."""
        return [one for one in self.candidates if not one.why_not]

    @property
    def excluded(self) -> list[ListedTop]:
        return [one for one in self.candidates if one.why_not]
