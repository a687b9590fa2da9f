"""Findings on a bulletin and decisions about it: plain values, ready for JSON.

Rules and findings rest on a ``topic``; ``correct`` adds the ``article`` that the edition has for
it. Data stored before topics existed has none.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from engine.regulation.topics import Topic

from .codes import FindingCode, Motive, Route, Sanction, UndecidedReason
from .errors import BadVerdict

#: Findings on which the software decided in the arbiter's place.
_SOFTWARE_JUDGEMENTS = frozenset(
    {
        FindingCode.INVALID_TWIN,
        FindingCode.FALLACIOUS_RACCORD,
        FindingCode.SECOND_WORD,
        FindingCode.SILENT_TEXT,
    }
)

type Datum = str | int | tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """Something noticed on a bulletin, with the topic and article that it rests on."""

    code: FindingCode
    topic: Topic | None
    data: Mapping[str, Datum] = field(default_factory=dict)
    article: str = ""

    @classmethod
    def with_data(cls, code: FindingCode, topic: Topic, **data: Datum) -> Self:
        """Build a finding with its data as keywords, named in ``FindingCode``."""
        return cls(code, topic, data)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = {key: _to_json_value(value) for key, value in self.data.items()}
        fields = {"code": self.code.value, "article": self.article, "data": data}
        return fields | {"topic": self.topic}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise KeyError, ValueError."""
        values = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in data["data"].items()
        }
        return cls(FindingCode(data["code"]), _get_topic(data), values, data["article"])


@dataclass(frozen=True)
class Reading:
    """One possible meaning of the bulletin, and the points that it would have by itself.

    ``points`` are net, ``gross`` before a penalty of 5.6; ``word`` has played jokers in lower case;
    ``retained`` marks the reading that the verdict follows (none if it is undecided).
    """

    placement: str
    word: str
    route: Route
    points: int
    gross: int
    sanction: Sanction
    motives: tuple[Motive, ...]
    topic: Topic | None
    article: str = ""
    retained: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "placement": self.placement,
            "word": self.word,
            "route": self.route.value,
            "points": self.points,
            "gross": self.gross,
            "sanction": self.sanction.value,
            "motives": [motive.value for motive in self.motives],
            "topic": self.topic,
            "article": self.article,
            "retained": self.retained,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise KeyError, ValueError."""
        return cls(
            placement=data["placement"],
            word=data["word"],
            route=Route(data["route"]),
            points=data["points"],
            gross=data["gross"],
            sanction=Sanction(data["sanction"]),
            motives=tuple(map(Motive, data["motives"])),
            topic=_get_topic(data),
            article=data["article"],
            retained=data["retained"],
        )


@dataclass(frozen=True)
class Decision:
    """The points and sanction of a bulletin, with the same fields as a ``Verdict``."""

    points: int
    gross: int
    sanction: Sanction
    motives: tuple[Motive, ...]
    topic: Topic | None = None
    article: str = ""
    placement: str | None = None
    word: str | None = None

    def is_result_of(self, reading: Reading) -> bool:
        """Return True if this decision is the result of the reading."""
        outcome = (self.points, self.sanction, self.placement, self.word)
        return outcome == (reading.points, reading.sanction, reading.placement, reading.word)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self) | {
            "sanction": self.sanction.value,
            "motives": [motive.value for motive in self.motives],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise KeyError, TypeError, ValueError."""
        coded = {
            "sanction": Sanction(data["sanction"]),
            "motives": tuple(map(Motive, data["motives"])),
            "topic": _get_topic(data),
        }
        return cls(**{**data, **coded})


@dataclass(frozen=True)
class Verdict:
    """The software's proposal for one bulletin.

    ``points`` are net and ``gross`` before a penalty of 5.6, both None when no text decides;
    ``proposed`` is then what the software would decide in the arbiter's place. ``placement`` and
    ``word`` are those that count; None for a zero, and where several places fit.
    """

    decided: bool
    points: int | None
    gross: int | None
    sanction: Sanction
    motives: tuple[Motive, ...]
    topic: Topic | None
    article: str = ""
    placement: str | None = None
    word: str | None = None
    findings: tuple[Finding, ...] = ()
    readings: tuple[Reading, ...] = ()
    commission: bool = False
    undecided_reason: UndecidedReason | None = None
    proposed: Decision | None = None

    @property
    def decision(self) -> Decision:
        """The decision, or the proposal where no text decides."""
        if self.proposed:
            return self.proposed
        return Decision(
            points=self.points or 0,
            gross=self.gross or 0,
            sanction=self.sanction,
            motives=self.motives,
            topic=self.topic,
            article=self.article,
            placement=self.placement,
            word=self.word,
        )

    def settle_if_unanimous(self) -> Self:
        """Return the verdict, decided as proposed if all its readings have equal points.

        There must be at least one reading; points and sanction are compared.
        """
        proposed = self.proposed
        if (
            proposed is None
            or not self.readings
            or any(
                (reading.points, reading.sanction) != (proposed.points, proposed.sanction)
                for reading in self.readings
            )
        ):
            return self
        retained = next(
            (i for i, reading in enumerate(self.readings) if proposed.is_result_of(reading)), None
        )
        readings = (
            replace(reading, retained=i == retained) for i, reading in enumerate(self.readings)
        )
        return replace(
            self,
            decided=True,
            points=proposed.points,
            gross=proposed.gross,
            sanction=proposed.sanction,
            motives=proposed.motives,
            topic=proposed.topic,
            article=proposed.article,
            placement=proposed.placement,
            word=proposed.word,
            readings=tuple(readings),
            undecided_reason=None,
            proposed=None,
        )

    @property
    def other_readings(self) -> tuple[Reading, ...]:
        """The readings that the verdict does not follow."""
        return tuple(reading for reading in self.readings if not reading.retained)

    @property
    def needs_arbiter(self) -> bool:
        """True if an arbiter should look at the bulletin before the verdict counts.

        It is undecided, or rests on a judgement that is the arbiter's, such as whether a bad word
        is *plausible* (5.3.3).
        """
        codes = {finding.code for finding in self.findings}
        has_bad_reference = (
            self.sanction == Sanction.PENALTY and FindingCode.CROSS_NOT_ADMITTED in codes
        )
        return (
            not self.decided
            or self.commission
            or has_bad_reference
            or not codes.isdisjoint(_SOFTWARE_JUDGEMENTS)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        reason = self.undecided_reason
        return {
            "decided": self.decided,
            "points": self.points,
            "gross": self.gross,
            "sanction": self.sanction.value,
            "motives": [motive.value for motive in self.motives],
            "topic": self.topic,
            "article": self.article,
            "placement": self.placement,
            "word": self.word,
            "findings": [finding.to_dict() for finding in self.findings],
            "readings": [reading.to_dict() for reading in self.readings],
            "commission": self.commission,
            "undecided_reason": reason.value if reason else None,
            "proposed": self.proposed.to_dict() if self.proposed else None,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build from the data of ``to_dict``. Raise BadVerdict."""
        try:
            reason, proposed = data["undecided_reason"], data.get("proposed")
            return cls(
                decided=data["decided"],
                points=data["points"],
                gross=data["gross"],
                sanction=Sanction(data["sanction"]),
                motives=tuple(map(Motive, data["motives"])),
                topic=_get_topic(data),
                article=data["article"],
                placement=data["placement"],
                word=data["word"],
                findings=tuple(map(Finding.from_dict, data["findings"])),
                readings=tuple(map(Reading.from_dict, data["readings"])),
                commission=data["commission"],
                undecided_reason=UndecidedReason(reason) if reason else None,
                proposed=Decision.from_dict(proposed) if proposed else None,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadVerdict(f"not a verdict: {error}", error=str(error)) from error


def _get_topic(data: Mapping[str, Any]) -> Topic | None:
    return Topic(data["topic"]) if data.get("topic") else None


def _to_json_value(value: Datum) -> str | int | list[str]:
    return list(value) if isinstance(value, tuple) else value
