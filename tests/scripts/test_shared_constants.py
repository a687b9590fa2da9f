"""Constants of both the scripts and the server have the same values."""

import itertools
from typing import Any

import pytest

from arbitrage.core.codes import Sanction
from arbitrage.core.sheets import sheet as judged
from config.demo import players
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


def test_the_size_of_a_sheet_is_the_same(scripts: Scripts) -> None:
    drawing = constants(scripts, "bulletin/drawing")

    assert drawing["SIDE"] == bulletin_limits.SIDE == judged.SIDE
    assert drawing["MAX_LINE_LENGTH"] == bulletin_limits.MAX_ROWS == judged.MAX_LINE_LENGTH == SIZE
    assert drawing["STRUCK"] == judged.STRUCK


def test_the_device_of_simulated_players_is_the_same(scripts: Scripts) -> None:
    assert constants(scripts, "player/hand_in")["SIMULATED_DEVICE"] == players.DEVICE


def test_the_signs_of_joker_and_blank_are_the_same(scripts: Scripts) -> None:
    notation = constants(scripts, "notation")

    assert notation["JOKER"] == WILD
    assert notation["BLANK"] == judged.BLANK


def test_the_close_codes_of_a_socket_are_the_same(scripts: Scripts) -> None:
    protocol = constants(scripts, "live/protocol")

    assert protocol["CloseCode"] == {
        "DISPLACED": connection.DISPLACED,
        "RENEWED": connection.RENEWED,
        "MOVED": connection.MOVED,
        "BAD_TOKEN": connection.BAD_TOKEN,
    }
    assert protocol["TOKEN_MAX_AGE"] == tokens.MAX_AGE.total_seconds() * 1000


def test_the_merged_parts_are_the_same(scripts: Scripts) -> None:
    assert set(constants(scripts, "live/protocol")["MERGED_PARTS"]) == MERGED_PARTS


def test_every_state_of_game_and_turn_has_a_stage(scripts: Scripts) -> None:
    with every_row() as row:
        for game, turn in itertools.product(GameState, TurnState):
            with row(f"{turn} in {game}"):
                stage, stages = get_stage(scripts, game, turn)
                assert stage in stages


def get_stage(scripts: Scripts, game: GameState, turn: TurnState) -> tuple[str | None, list[str]]:
    """Return the stage, and the list of all stages."""
    stage, stages = scripts.evaluate(
        """async ([game, turn]) => {
          const { Stage, getStage } = await import("/static/js/live/stage.js");
          const stage = getStage({ game: { state: game }, turn: { state: turn } }, "running");
          return [stage ?? null, Object.values(Stage)];
        }""",
        [game, turn],
    )
    return stage, stages


@pytest.mark.parametrize(
    "sanction", [sanction for sanction in Sanction if sanction is not Sanction.NONE]
)
def test_every_sanction_has_a_name_on_the_tablet(scripts: Scripts, sanction: Sanction) -> None:
    text = scripts.evaluate(
        """async (sanction) => {
          const { formatVerdict } = await import("/static/js/player/result.js");
          return formatVerdict({ sanction, text: "", word: null, ref: null, points: 0 });
        }""",
        sanction,
    )

    assert text


def test_the_names_of_the_scenes_are_the_same(scripts: Scripts) -> None:
    exported = constants(scripts, "public/scenes")

    assert (exported["AUTO"], exported["GRID"]) == (scenes.Scene.AUTO, scenes.Scene.GRID)
    assert (exported["WELCOME"], exported["BETWEEN"]) == (scenes.WELCOME, scenes.BETWEEN)
