"""Charts of a game on public pages: the scores of a revealed turn, and the leaders turn by turn."""

from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.states import UNDER_WAY_GAME_STATES
from tournament.models import Tournament
from tournament.presentation.charts import (
    ChartFrame,
    ChartLine,
    render_bar_chart,
    render_line_chart,
)
from tournament.presentation.score_strip import StripScores, render_score_strip
from tournament.protocol.current_game import find_current_game
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.results.game_sheet import PlayedGame
from tournament.queries.results.turn_played import PlayedTurnResults
from tournament.views.fair_play import find_table_in_play
from tournament.views.public.withheld import is_withheld_from

#: Number of leaders whose gap to the top is in the chart.
LEADERS = 3
#: Maximum number of ranges of scores on a page that follows the live room.
STRIP_BARS = 6


class LiveCharts(NamedTuple):
    """Charts of the running game after its last revealed turn, empty before the first one."""

    turn: int = 0
    scores: SafeString = SafeString("")
    leaders: SafeString = SafeString("")


def load_live_charts(request: HttpRequest, tournament: Tournament) -> LiveCharts:
    """Return the charts of the running game; none while its results are withheld, and none at a
    table in play: the points of others show which words are admitted."""
    game = find_current_game(tournament.pk)
    if game is None or game.state not in UNDER_WAY_GAME_STATES or is_withheld_from(request, game):
        return LiveCharts()
    played = PlayedGame(game)
    if not played.position.placed_turns or find_table_in_play(request) is not None:
        return LiveCharts()
    turn = played.position.placed_turns[-1]
    assert turn.number is not None
    scores = _render_strip(PlayedTurnResults(turn), turn.number)
    return LiveCharts(turn.number, scores, render_leaders_chart(played))


def _render_strip(results: PlayedTurnResults, number: int) -> SafeString:
    if not results.bulletin_count:
        return SafeString("")
    return render_score_strip(
        StripScores(
            number=number,
            top=results.turn.score,
            bars=results.count_in_bars(STRIP_BARS),
            player_count=results.bulletin_count,
            count_at_top=results.count_at_top,
            count_at_zero=results.count_without_points,
        )
    )


def render_scores_chart(results: PlayedTurnResults) -> SafeString:
    """Return how many scored what on a turn, the bar of the top marked; empty if nobody played."""
    if not results.bulletin_count:
        return SafeString("")
    bars = results.bars
    labels = [str(bar.low) if bar.low == bar.high else f"{bar.low}–{bar.high}" for bar in bars]
    frame = ChartFrame(_("Les scores de la salle"), _("Points"), _("en bulletins"), labels)
    top_index = next(
        index for index, bar in enumerate(bars) if bar.low <= results.turn.score <= bar.high
    )
    line = ChartLine(_("Participants"), [bar.count for bar in bars], is_person_name=False)
    return render_bar_chart(frame, line, highlighted=top_index)


def render_leaders_chart(played: PlayedGame, *, has_replay: bool = False) -> SafeString:
    """Return the chart of the leaders through the game; empty before the second turn.

    ``has_replay``: the page has a replay, which shows the turn that is touched.
    """
    rows = [row for row in played.standings.rows[:LEADERS] if row.points > 0]
    if len(played.turns) < 2 or is_mort_subite(played.game):
        return SafeString("")
    labels = [str(turn.turn.number) for turn in played.turns]
    title = _("Les premiers, écart au top")
    frame = ChartFrame(title, _("Coup"), _("en points"), labels, has_turns=has_replay)
    gaps = played.compute_gaps(rows)
    lines = [ChartLine(row.name, gap) for row, gap in zip(rows, gaps, strict=True)]
    return render_line_chart(frame, lines)
