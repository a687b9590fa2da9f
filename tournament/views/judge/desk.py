"""The judge's desk: the state of the game, the next action, the announcement."""

from functools import cached_property

from engine.regulation.topics import Topic
from engine.rules.ending import Ending
from engine.rules.joker_format import JokerOutcome, JokerResult
from tournament.core.centres.letters_check import compute_check
from tournament.core.next_action import Action, find_next_action
from tournament.core.scenes import Scene
from tournament.core.states import LIVE_TURN_STATES, GameState, Source, TurnState
from tournament.models import DeskHold, Entry, Game, Solutions, Tournament, Turn
from tournament.presentation.judge import SCENE_NAMES, get_button_label, get_desk_title
from tournament.protocol import Audience, presence
from tournament.protocol.current_game import find_current_game
from tournament.queries.announcements import list_rectified_racks
from tournament.queries.centres import CentreOverview, list_overviews
from tournament.queries.ending import find_ending
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.position import GamePosition, list_turns_current_first, load_position
from tournament.queries.results import tops
from tournament.queries.results.open_turns import OpenTurn, list_open_turns
from tournament.queries.screen import get_scene
from tournament.queries.spoilers import find_awaited_table
from tournament.services.play.draws import is_scripted
from tournament.services.play.playing_time import UNOPENED_TURN_STATES
from tournament.views.judge.bulletins import DeskBulletins
from tournament.views.judge.finished_game import FinishedGame
from tournament.views.judge.hand_draw import HandDraw, TypedRack, build_hand_draw, find_typed_rack
from tournament.views.judge.mort_subite import DeskMortSubite
from tournament.views.judge.other_commands import list_other_commands
from tournament.views.judge.times import DeskTimes
from tournament.views.judge.tops import ListedTop, list_candidates

#: States of a turn in the progress bar of the desk, in order.
TURN_STEPS = (
    TurnState.DRAWN,
    TurnState.ANNOUNCED,
    TurnState.OPEN,
    TurnState.CLOSED,
    TurnState.REVEALED,
)


class JudgeDesk:
    """The current game of a tournament as its judge sees it; queries run lazily."""

    def __init__(self, tournament: Tournament, device: str) -> None:
        self.tournament = tournament
        self.device = device
        self.game: Game | None = find_current_game(tournament.pk, Audience.JUDGE)

    @cached_property
    def other_device(self) -> DeskHold | None:
        """Return the hold of another device that leads the games: this one can only watch."""
        holds = DeskHold.objects.select_related("by").exclude(device=self.device)
        return holds.filter(tournament=self.tournament).first()

    @cached_property
    def upcoming_game(self) -> Game | None:
        """Return the next game in draft, unless another game is in progress."""
        if self.game is not None and self.game.state != GameState.FINISHED:
            return None
        return self.tournament.games.filter(state=GameState.DRAFT).order_by("number").first()

    @cached_property
    def finished_game(self) -> FinishedGame | None:
        """Return the finished game, until the next one starts."""
        if self.game is None or self.game.state not in {GameState.READY, GameState.FINISHED}:
            return None
        finished_games = self.tournament.games.filter(state=GameState.FINISHED)
        last = finished_games.order_by("-finished_at").first()
        return FinishedGame(last, self.upcoming_game) if last else None

    @property
    def before_game_article(self) -> str:
        return self.tournament.regulation.format_articles(Topic.BEFORE_GAME)

    @property
    def cancellation_article(self) -> str:
        return self.tournament.regulation.format_articles(Topic.CANCELLATION)

    @cached_property
    def turn(self) -> Turn | None:
        """Return the turn at hand, cancelled or not."""
        if self.game is None:
            return None
        turn = list_turns_current_first(self.game).select_related("solutions").first()
        if turn is not None:
            turn.game = self.game
        return turn

    @cached_property
    def position(self) -> GamePosition:
        assert self.game is not None
        return load_position(self.game)

    @property
    def seq(self) -> int:
        """Return the number of the last event that the judge's browser should have received."""
        return int(self.game.heads.get(Audience.JUDGE, 0)) if self.game else 0

    @cached_property
    def solutions(self) -> Solutions | None:
        return getattr(self.turn, "solutions", None) if self.turn else None

    @cached_property
    def action(self) -> Action:
        if self.game is None:
            return Action.PREPARE if self.upcoming_game else Action.NONE
        if self.upcoming_game is not None:
            return Action.PREPARE
        state = TurnState(self.turn.state) if self.turn else None
        solution_count = len(self.solutions.moves) if self.solutions else None
        action = find_next_action(
            GameState(self.game.state),
            state,
            solutions=solution_count,
            is_overdue=self.times is not None and self.times.is_overdue,
            is_reading_out=self.is_reading,
        )
        is_awaited = action is Action.REVEAL and self.awaited_table is not None
        return Action.OWN_BULLETIN if is_awaited else action

    @property
    def is_reading(self) -> bool:
        """Return True while the judge reads out the solution, and a pause must follow (3.1)."""
        if self.turn is None or self.turn.state != TurnState.REVEALED or self.times is None:
            return False
        is_paced = bool(self.times.pace_s) and self.times.quiet_since is None
        return is_paced and find_ending(self.position) is None

    @cached_property
    def awaited_table(self) -> int | None:
        """Return the table of a judge who plays, while their bulletin must come before any
        solution."""
        return find_awaited_table(self.turn) if self.turn else None

    @property
    def title(self) -> str:
        """Return the headline of the desk."""
        game = GameState(self.game.state) if self.game else None
        return get_desk_title(game, TurnState(self.turn.state) if self.turn else None)

    @property
    def is_turn_live(self) -> bool:
        """Return True if a turn is in progress in a running game."""
        is_running = self.game is not None and self.game.state == GameState.RUNNING
        return is_running and self.turn is not None and self.turn.state in LIVE_TURN_STATES

    @cached_property
    def times(self) -> DeskTimes | None:
        return DeskTimes(self.game, self.turn) if self.game else None

    @property
    def steps(self) -> list[tuple[TurnState, bool]]:
        """Return the steps of a turn, each with True for the current one."""
        current = self.turn.state if self.is_turn_live and self.turn else None
        return [(step, step == current) for step in TURN_STEPS]

    @property
    def action_label(self) -> str:
        """Return the words on the main button."""
        return get_button_label(
            self.action, by_hand=self.hand_draw is not None, is_over=self.ending is not None
        )

    @property
    def other_commands(self) -> list[str]:
        """List the names of the secondary commands that are possible now."""
        if self.other_device is not None or self.game is None:
            return []
        return list_other_commands(
            self.game, self.turn, self.action, lambda: self.position.correctable_turn
        )

    @property
    def is_next_turn_drawn(self) -> bool:
        """Return True if a turn is drawn but not opened: taking back a word cancels it."""
        return self.turn is not None and self.turn.state in UNOPENED_TURN_STATES

    @property
    def is_scripted(self) -> bool:
        """Return True if the game still follows its script."""
        return self.game is not None and is_scripted(self.position)

    # --- draw -------------------------------------------------------------------------

    @cached_property
    def hand_draw(self) -> HandDraw | None:
        """Return what to draw next, in a game drawn by hand."""
        game = self.game
        if game is None or game.source != Source.HAND or self.action is not Action.DRAW:
            return None
        return build_hand_draw(game, self.turn, self.position)

    @property
    def redraw_count(self) -> int:
        """Return how many letters a whole new rack needs if the judge rejects this one (3.2)."""
        return self.position.whole_bag.count_to_draw(self.position.fmt)

    @property
    def typed_rack(self) -> TypedRack | None:
        """Return the rack that the judge typed last, refused or not."""
        if self.game is None or self.game.source != Source.HAND:
            return None
        return find_typed_rack(self.game, self.turn, self.position)

    @cached_property
    def rectified_racks(self) -> list[str]:
        """List the racks that the hall saw before they were rectified."""
        return list_rectified_racks(self.turn) if self.turn else []

    @cached_property
    def ending(self) -> Ending | None:
        """Return why no further turn follows, if the rules end the game (3.6, 3.7)."""
        if self.game is None or self.action not in {Action.DRAW, Action.CANCEL}:
            return None
        return find_ending(self.position)

    @cached_property
    def mort_subite(self) -> DeskMortSubite | None:
        """Return the *mort subite*, from its start until the next game."""
        game = self.game
        if game is None or game.state == GameState.READY:
            game = self.finished_game.game if self.finished_game else None
        return DeskMortSubite(game) if game and is_mort_subite(game) else None

    @property
    def joker(self) -> JokerResult | None:
        """Return, in a joker game, the fate of the joker of the word just placed (3.8.1)."""
        turn = self.turn
        if turn is None or self.game is None or turn.state != TurnState.REVEALED:
            return None
        if not self.position.fmt.joker_on_rack:
            return None
        joker = self.position.get_position_before(turn).build_play(turn).joker
        return joker if joker.outcome in {JokerOutcome.REPLACED, JokerOutcome.STAYS} else None

    # --- the big screen ---------------------------------------------------------------

    @cached_property
    def scene(self) -> Scene:
        """Return the scene that the judge chose."""
        return get_scene(self.tournament.pk)

    #: Names of the scenes to choose from.
    scenes = SCENE_NAMES

    # --- tablets ----------------------------------------------------------------------

    @property
    def is_gathering(self) -> bool:
        """Return True before the first turn, while players come to their tables."""
        return self.action in {Action.PREPARE, Action.START} or self.turn is None

    @cached_property
    def tablets(self) -> presence.TabletPresence | None:
        """Return the connected tablets; None while their number is unknown."""
        return presence.count_tablets_now(self.tournament.pk)

    # --- centres ----------------------------------------------------------------------

    @cached_property
    def centres(self) -> list[CentreOverview]:
        """List the centres, with what each reported and handed in; none in a single room."""
        bulletins = self.bulletins
        return list_overviews(
            self.tournament, self.game, self.turn, lambda: bulletins.seats if bulletins else []
        )

    @property
    def letters_check(self) -> str:
        """Return the letters by which a centre without network checks those given by telephone."""
        turn = self.turn
        is_known = turn is not None and turn.state in {TurnState.ANNOUNCED, TurnState.OPEN}
        return compute_check(turn.number, turn.rack) if turn is not None and is_known else ""

    # --- bulletins --------------------------------------------------------------------

    @property
    def player_count(self) -> int:
        game = self.upcoming_game or self.game
        if game is not None and is_mort_subite(game) and (chosen := game.contenders.count()):
            return chosen
        return Entry.objects.filter(tournament=self.tournament, withdrawn=False).count()

    @cached_property
    def bulletins(self) -> DeskBulletins | None:
        """Return the bulletins of the turn, None without a turn."""
        return DeskBulletins(self.turn) if self.turn else None

    @cached_property
    def open_turns(self) -> list[OpenTurn]:
        """Return the turns that would keep the ranking provisional if the game ended now."""
        return list_open_turns(self.game) if self.game else []

    # --- solutions --------------------------------------------------------------------

    @cached_property
    def all_tops(self) -> list[ListedTop]:
        """List the tops, the eligible ones first; the others with the rule that excludes them."""
        if self.turn is None or self.solutions is None or not self.solutions.moves:
            return []
        if self.awaited_table is not None:
            return []
        return list_candidates(tops.load_choice(self.turn))

    @property
    def eligible_tops(self) -> list[ListedTop]:
        """List the eligible tops, the proposed one first."""
        return [top for top in self.all_tops if not top.exclusion_reason]

    @property
    def excluded_tops(self) -> list[ListedTop]:
        return [top for top in self.all_tops if top.exclusion_reason]
