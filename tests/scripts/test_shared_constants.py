"""Constants of both the scripts and the server: their values are equal."""

import itertools
from typing import Any

import pytest

from arbitrage.core.codes import Sanction
from arbitrage.core.sheets import sheet as judged
from engine.board.letters import WILD
from engine.board.place import SIZE
from tests.rows import every_row
from tests.scripts.scripts import Scripts
from tournament.core import bulletin_limits, scenes
from tournament.core.states import GameState, TurnState
from tournament.live import connection
from tournament.protocol import MERGED_PARTS, tokens


def constants(scripts: Scripts, module: str) -> dict[str, Any]:
    """Return the constants that a module exports; sets as lists."""
    exported: dict[str, Any] = scripts.evaluate(
        """async (module) => {
          const all = Object.entries(await import(`/static/js/${module}.js`));
          const plain = (value) => (value instanceof Set ? [...value] : value);
          return Object.fromEntries(
            all.filter(([, value]) => typeof value !== "function")
              .map(([name, value]) => [name, plain(value)]),
          );
        }""",
        module,
    )
    return exported


def test_the_squared_part_is_of_one_size_for_whoever_writes_takes_and_judges(
    scripts: Scripts,
) -> None:
    drawing = constants(scripts, "bulletin/drawing")

    assert drawing["SIDE"] == bulletin_limits.SIDE == judged.SIDE
    assert drawing["LONGEST_LINE"] == bulletin_limits.MAX_ROWS == judged.LONGEST_LINE == SIZE
    assert drawing["STRUCK"] == judged.STRUCK


def test_the_signs_for_a_joker_and_for_nothing_are_the_same(scripts: Scripts) -> None:
    notation = constants(scripts, "notation")

    assert notation["JOKER"] == WILD
    assert notation["BLANK"] == judged.BLANK


def test_the_socket_knows_why_the_server_closes_it(scripts: Scripts) -> None:
    protocol = constants(scripts, "live/protocol")

    assert protocol["Closed"] == {
        "DISPLACED": connection.DISPLACED,
        "RENEWED": connection.RENEWED,
        "MOVED": connection.MOVED,
        "BAD_TOKEN": connection.BAD_TOKEN,
    }
    assert protocol["TOKEN_LIFE"] == tokens.MAX_AGE.total_seconds() * 1000


def test_the_same_parts_are_merged(scripts: Scripts) -> None:
    assert set(constants(scripts, "live/protocol")["MERGED"]) == MERGED_PARTS


def test_every_state_of_game_and_turn_has_its_stage(scripts: Scripts) -> None:
    with every_row() as row:
        for game, turn in itertools.product(GameState, TurnState):
            with row(f"{turn} in {game}"):
                stage, is_known = stage_of(scripts, game, turn)
                assert stage in is_known


def stage_of(scripts: Scripts, game: GameState, turn: TurnState) -> tuple[str | None, list[str]]:
    """And every stage that there is."""
    stage, is_known = scripts.evaluate(
        """async ([game, turn]) => {
          const { Stage, stageOf } = await import("/static/js/live/stage.js");
          const stage = stageOf({ game: { state: game }, turn: { state: turn } }, "running");
          return [stage ?? null, Object.values(Stage)];
        }""",
        [game, turn],
    )
    return stage, is_known


@pytest.mark.parametrize(
    "sanction", [sanction for sanction in Sanction if sanction is not Sanction.NONE]
)
def test_every_sanction_has_its_name_on_the_tablet(scripts: Scripts, sanction: Sanction) -> None:
    text = scripts.evaluate(
        """async (sanction) => {
          const { verdictText } = await import("/static/js/player/result.js");
          return verdictText({ sanction, text: "", word: null, ref: null, points: 0 });
        }""",
        sanction,
    )

    assert text


def test_the_scenes_have_the_names_that_the_server_gives_them(scripts: Scripts) -> None:
    exported = constants(scripts, "public/scenes")

    assert (exported["AUTO"], exported["GRID"]) == (scenes.Scene.AUTO, scenes.Scene.GRID)
    assert (exported["WELCOME"], exported["BETWEEN"]) == (scenes.WELCOME, scenes.BETWEEN)
