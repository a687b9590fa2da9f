"""The choice of the public screen's scene, and its division into steps."""

from typing import Any

from tests.rows import every_row
from tests.scripts.scripts import Scripts


def call(scripts: Scripts, name: str, *args: Any) -> Any:
    """Return the result of a function of the module."""
    return scripts.evaluate(
        """async ([name, args]) =>
          (await import("/static/js/public/scenes.js"))[name](...args)""",
        [name, list(args)],
    )


def test_the_judge_s_scene_comes_before_that_of_the_state(scripts: Scripts) -> None:
    ready = {"game": {"state": "ready"}}
    begun = {"game": {"state": "running"}, "turn": None}
    playing = {"game": {"state": "running"}, "turn": {"state": "open"}}
    with every_row() as row:
        for chosen, state, stage, scene in [
            ("auto", None, "none", "welcome"),
            ("auto", ready, "waiting", "welcome"),
            ("auto", begun, "waiting", "welcome"),
            ("auto", playing, "waiting", "grid"),
            ("auto", playing, "open", "grid"),
            ("auto", {"game": {"state": "interrupted"}}, "interrupted", "grid"),
            ("auto", {"game": {"state": "finished"}}, "finished", "between"),
            ("grid", {"game": {"state": "finished"}}, "finished", "grid"),
            ("tables", playing, "open", "tables"),
            ("podium", None, "none", "podium"),
        ]:
            with row(f"{chosen} {stage}"):
                assert call(scripts, "chooseScene", chosen, state, stage) == scene


def test_pages_are_shown_again_and_again_a_podium_once(scripts: Scripts) -> None:
    podium, ranking = {"rowCount": 0, "stepCount": 3}, {"rowCount": 41, "stepCount": 0}
    steps = call(scripts, "listSteps", [podium, ranking], [20, 20])

    assert [(step["panel"], step["page"], step["visibleStepCount"]) for step in steps] == [
        *((0, 0, 1), (0, 0, 2), (0, 0, 3)),
        *((1, 0, 0), (1, 1, 0), (1, 2, 0)),
    ]
    assert steps[2]["ms"] > steps[1]["ms"]
    next_steps = [call(scripts, "getNextStep", len(steps), 3, at) for at in range(len(steps))]
    assert next_steps == [1, 2, 3, 4, 5, 3]
    assert call(scripts, "getNextStep", 3, 3, 2) is None
    assert call(scripts, "getNextStep", 2, 0, 1) == 0
    empty = call(scripts, "listSteps", [{"rowCount": 0, "stepCount": 0}], [20])
    assert [(step["page"], step["pageCount"]) for step in empty] == [(0, 1)]
