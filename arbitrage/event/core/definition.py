"""The contents of an event: its games, edition and words, and the terms of its joint ranking."""

from typing import Any

import msgspec

from engine.regulation.edition import Edition
from engine.regulation.editions import get_edition
from tournament.core.ranking.specification import RankingSettings
from tournament.core.solo import SoloTerms, get_solo_terms
from tournament.core.states import CountedOver


class EventTerms(msgspec.Struct, frozen=True, kw_only=True):
    """``solo_points``, ``solo_players``: None: those of the edition; ``ranking``: settings of the
    joint ranking, as a tournament stores them."""

    counted_over: CountedOver = CountedOver.WHOLE
    solo_points: int | None = None
    solo_players: int | None = None
    ranking: dict[str, Any] = {}

    def get_settings(self, edition: Edition) -> RankingSettings:
        return RankingSettings.from_json(self.ranking).adapt_to(edition)

    def get_solo_terms(self, edition: Edition) -> SoloTerms:
        return get_solo_terms(edition, self.solo_points, self.solo_players)


class SealedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the event as it is known before its letters are.

    ``commitment``: SHA-256 of its seed; ``seal``: HMAC-SHA256 of its sheet, keyed by the seed;
    ``opens_at``: before this hour nobody may play it.
    """

    number: int
    format: str
    time_s: int
    warn_s: int
    commitment: str
    seal: str
    opens_at: str


class EventDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """``lexicon``: checksum of the word list; ``ends_at``: results of persons are public then."""

    uid: str
    name: str
    edition: str
    lexicon: str
    terms: EventTerms
    ends_at: str
    games: list[SealedGame]

    def get_edition(self) -> Edition:
        return get_edition(self.edition)
