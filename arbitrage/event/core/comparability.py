"""Reasons that prevent the joining of a verified archive with those of other centres.

An objection that is ``final`` refuses the archive. With any other the centre is not comparable, and
its results count only if the host decides so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from arbitrage.archive.verify.record import ArchiveRecord, GameRecord
from arbitrage.core.ruling_codes import RulingStatus
from arbitrage.event.core.definition import EventDefinition, SealedGame
from arbitrage.event.core.extraction import find_games_of_event, list_placed_turns
from engine.board.letters import sort_letters
from engine.record.recorded_game import remove_accents_of_turns
from engine.regulation.topics import Topic
from tournament.core.states import GameState, TurnState


class ObjectionCode(StrEnum):
    #: The file is no archive that can be read.
    UNREADABLE = "unreadable"
    #: The file is of one turn only.
    NOT_WHOLE = "not-whole"
    #: The verification finds something that does not agree.
    TAMPERED = "tampered"
    #: The word list of a game is not on this installation.
    NO_WORD_LIST = "no-word-list"
    #: No game of the event is in the archive.
    OTHER_EVENT = "other-event"
    #: The file was not signed with the key of its centre.
    NOT_SIGNED = "not-signed"
    MISSING_GAME = "missing-game"
    UNFINISHED = "unfinished"
    UNDECIDED = "undecided"
    #: The game has another sheet than the sealed one.
    OTHER_SHEET = "other-sheet"
    OTHER_EDITION = "other-edition"
    OTHER_LEXICON = "other-lexicon"
    OTHER_FORMAT = "other-format"
    OTHER_TIME = "other-time"
    #: The game began before the hour of the event.
    TOO_EARLY = "too-early"
    #: A turn was cancelled: the letters after it are no longer those of the sheet.
    SCRIPT_LEFT = "script-left"
    OTHER_RACK = "other-rack"
    OTHER_WORD = "other-word"
    SHORTENED = "shortened"


class ObjectionRule(NamedTuple):
    """``topic``: the article that it breaks, None for one about the file."""

    topic: Topic | None
    is_final: bool = False


OBJECTION_RULES: dict[ObjectionCode, ObjectionRule] = {
    ObjectionCode.UNREADABLE: ObjectionRule(None, is_final=True),
    ObjectionCode.NOT_WHOLE: ObjectionRule(None, is_final=True),
    ObjectionCode.TAMPERED: ObjectionRule(None, is_final=True),
    ObjectionCode.NO_WORD_LIST: ObjectionRule(Topic.VALIDITY, is_final=True),
    ObjectionCode.OTHER_EVENT: ObjectionRule(None, is_final=True),
    ObjectionCode.NOT_SIGNED: ObjectionRule(None, is_final=True),
    ObjectionCode.MISSING_GAME: ObjectionRule(Topic.END),
    ObjectionCode.UNFINISHED: ObjectionRule(Topic.END, is_final=True),
    ObjectionCode.UNDECIDED: ObjectionRule(Topic.COMMISSION, is_final=True),
    ObjectionCode.OTHER_SHEET: ObjectionRule(Topic.DRAW, is_final=True),
    ObjectionCode.OTHER_EDITION: ObjectionRule(Topic.COMMISSION),
    ObjectionCode.OTHER_LEXICON: ObjectionRule(Topic.VALIDITY),
    ObjectionCode.OTHER_FORMAT: ObjectionRule(Topic.BEFORE_GAME),
    ObjectionCode.OTHER_TIME: ObjectionRule(Topic.BEFORE_GAME),
    ObjectionCode.TOO_EARLY: ObjectionRule(Topic.ANNOUNCEMENT),
    ObjectionCode.SCRIPT_LEFT: ObjectionRule(Topic.CANCELLATION),
    ObjectionCode.OTHER_RACK: ObjectionRule(Topic.DRAW),
    ObjectionCode.OTHER_WORD: ObjectionRule(Topic.TOP_CHOICE),
    ObjectionCode.SHORTENED: ObjectionRule(Topic.END),
}


@dataclass(frozen=True, slots=True)
class Objection:
    """``article``: of the event's edition, empty for one about the file."""

    code: ObjectionCode
    article: str
    data: dict[str, Any]

    @property
    def is_final(self) -> bool:
        return OBJECTION_RULES[self.code].is_final

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code.value, "article": self.article, "data": self.data}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Objection":
        return cls(ObjectionCode(stored["code"]), stored["article"], stored["data"])


def make_objection(definition: EventDefinition, code: ObjectionCode, **data: Any) -> Objection:
    topic = OBJECTION_RULES[code].topic
    article = definition.get_edition().format_articles(topic) if topic is not None else ""
    return Objection(code, article, data)


def list_objections(record: ArchiveRecord, definition: EventDefinition) -> list[Objection]:
    """List what prevents joining, of an archive that the verification accepts."""
    if not record.is_whole:
        return [make_objection(definition, ObjectionCode.NOT_WHOLE)]
    games = find_games_of_event(record, definition)
    if not games:
        code = _find_other_reason(record, definition)
        return [make_objection(definition, code, name=record.tournament.name)]
    objections = []
    if record.tournament.edition != definition.edition:
        data = {"edition": record.tournament.edition, "expected": definition.edition}
        objections.append(make_objection(definition, ObjectionCode.OTHER_EDITION, **data))
    for sealed in definition.games:
        if sealed.number not in games:
            missing = ObjectionCode.MISSING_GAME
            objections.append(make_objection(definition, missing, game=sealed.number))
            continue
        pairs = _list_game_objections(games[sealed.number], sealed, definition)
        objections += [
            make_objection(definition, code, game=sealed.number, **data) for code, data in pairs
        ]
    return objections


def _find_other_reason(record: ArchiveRecord, definition: EventDefinition) -> ObjectionCode:
    """Return why no game has a commitment of the event: another sheet at the same hours, or another
    event."""
    hours = {sealed.opens_at for sealed in definition.games}
    planned = {game.row.starts_at for game in record.games.values()}
    return ObjectionCode.OTHER_SHEET if planned & hours else ObjectionCode.OTHER_EVENT


type _CodedObjection = tuple[ObjectionCode, dict[str, Any]]


def _list_game_objections(
    game: GameRecord, sealed: SealedGame, definition: EventDefinition
) -> Iterator[_CodedObjection]:
    row = game.row
    if row.state == GameState.VOID:
        yield ObjectionCode.MISSING_GAME, {}
        return
    if row.seal != sealed.seal:
        yield ObjectionCode.OTHER_SHEET, {}
    if row.state != GameState.FINISHED:
        yield ObjectionCode.UNFINISHED, {"state": row.state}
    undecided = [
        turn.row.number
        for turn in game.turns.values()
        if turn.row.state != TurnState.CANCELLED and _is_undecided(turn.rulings)
    ]
    if undecided:
        yield ObjectionCode.UNDECIDED, {"turns": sorted(undecided)}
    checksum = row.word_list.checksum if row.word_list else None
    if checksum != definition.lexicon:
        yield ObjectionCode.OTHER_LEXICON, {"lexicon": (checksum or "")[:12]}
    if row.format != sealed.format:
        yield ObjectionCode.OTHER_FORMAT, {"format": row.format, "expected": sealed.format}
    times = {row.time_s} | {turn.row.time_s for turn in list_placed_turns(game)} - {None}
    if times - {sealed.time_s}:
        yield ObjectionCode.OTHER_TIME, {"seconds": sorted(filter(None, times - {sealed.time_s}))}
    if row.started_at is not None and row.started_at < sealed.opens_at:
        yield ObjectionCode.TOO_EARLY, {"at": row.started_at}
    yield from _list_sheet_objections(game)


def _is_undecided(rulings: Any) -> bool:
    return any(versions[-1].row.status == RulingStatus.UNDECIDED for versions in rulings.values())


def _list_sheet_objections(game: GameRecord) -> Iterator[_CodedObjection]:
    """Compare the turns with the sheet of the archive, which the seal proves."""
    script = remove_accents_of_turns(game.row.script or {}).get("turns", [])
    placed = list_placed_turns(game)
    cancelled = [
        turn.row.number for turn in game.turns.values() if turn.row.state == TurnState.CANCELLED
    ]
    if cancelled:
        yield ObjectionCode.SCRIPT_LEFT, {"turn": min(cancelled)}
    for turn, recorded in zip(placed, script, strict=False):
        row = turn.row
        if sort_letters(row.kept + row.drawn) != sort_letters(recorded["tirage"]):
            yield ObjectionCode.OTHER_RACK, {"turn": row.number}
            return
        # In a joker game the word lies with the real letter where it replaced the joker (3.8.1).
        words = (recorded["word"], recorded["word"].upper())
        if row.word not in words or row.ref != recorded["ref"]:
            word = f"{row.word} {row.ref}"
            expected = f"{recorded['word']} {recorded['ref']}"
            data = {"turn": row.number, "word": word, "expected": expected}
            yield ObjectionCode.OTHER_WORD, data
            return
    if len(placed) < len(script):
        yield ObjectionCode.SHORTENED, {"turns": len(placed), "expected": len(script)}
