"""Ports of games played alone, filled by the arbiters' office in ``AppConfig.ready``."""

from collections.abc import Mapping
from typing import Any, Protocol

from tournament.port_types import Port
from tournament.practice.core.practice_game import PracticeBulletin, PracticeGame, PracticeTurn


class JudgeBulletin(Protocol):
    """Return the verdict of the correction on a bulletin, as a tablet shows it: ``points``,
    ``sanction``, ``word``, ``ref``, ``text`` (French, with its article) and ``article``."""

    def __call__(
        self, game: PracticeGame, turn: PracticeTurn, bulletin: PracticeBulletin, /
    ) -> Mapping[str, Any]: ...


judge_bulletin = Port[JudgeBulletin]("judge_bulletin")
