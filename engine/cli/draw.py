"""`draw`: a random game to look at."""

import argparse
import secrets

from engine.cli.options import OK, Menu, add_edition, add_format, complain, format_key, lexicon_of
from engine.cli.output import Column, show_board, show_json, show_table, show_text
from engine.draw import MIN_SEED_BYTES, commitment
from engine.editions import get_edition
from engine.ending import Ending, Reason
from engine.formats import get_format
from engine.generate import GeneratedTurn, Generator
from engine.joker_format import Fate

_ENDS = {
    Reason.ALL_PLACED: "toutes les lettres sont placées",
    Reason.SINGLE_LETTER: "il ne reste qu'une lettre",
    Reason.ONLY_VOWELS: "il ne reste que des voyelles",
    Reason.ONLY_CONSONANTS: "il ne reste que des consonnes",
    Reason.NOTHING_PLAYABLE: "plus rien ne peut être placé",
}


def add(menu: Menu) -> None:
    command = menu.add(
        "draw",
        "jouer une partie au hasard",
        "Tire et joue une partie entière. La même graine donne la même partie ; en JSON, la partie "
        "peut être rejouée par « replay ».",
        run,
    )
    add_format(command)
    add_edition(command)
    command.options.add_argument(
        "--seed", metavar="GRAINE", help="graine en hexadécimal (par défaut : au hasard)"
    )


def run(options: argparse.Namespace) -> int:
    fmt, edition = get_format(format_key(options)), get_edition(options.edition).key
    try:
        seed = bytes.fromhex(options.seed) if options.seed else secrets.token_bytes(MIN_SEED_BYTES)
    except ValueError:
        return complain(
            f"La graine « {options.seed[:60]} » n'est pas en hexadécimal ; écrivez des chiffres "
            "et des lettres de a à f, deux par octet."
        )
    promised = commitment(seed)
    game = Generator(seed, lexicon_of(options), fmt, edition)
    turns = list(game)
    assert game.ending is not None
    if options.json:
        show_json(_as_json(game, turns, seed, promised))
        return OK
    _show_turns(turns)
    show_board(game.board)
    show_text(f"Fin : {_reason(game.ending)} ({game.ending.article}).")
    show_text(f"Graine {seed.hex()}, empreinte {promised}")
    show_text(f"Pour la revoir : --seed {seed.hex()} --format {fmt.key} --edition {edition}")
    return OK


def _reason(ending: Ending) -> str:
    return _ENDS[ending.reason] if ending.reason in _ENDS else str(ending.reason)


def _show_turns(turns: list[GeneratedTurn]) -> None:
    total, rows = 0, []
    for turn in turns:
        total += turn.move.score
        replaced = turn.joker.replaced_by
        cells = (
            turn.number,
            _sheet(turn),
            f"{turn.move.word}" + (f" (joker remplacé : {replaced})" if replaced else ""),
            turn.move.ref,
            turn.move.score,
            total,
            len(turn.tops),
        )
        rows.append((cells, False))
    columns = [
        Column("Coup", number=True),
        Column("Tirage"),
        Column("Mot retenu"),
        Column("Réf."),
        Column("Score", number=True),
        Column("Cumul", number=True),
        Column("Tops", number=True),
    ]
    show_table(columns, rows)


def _sheet(turn: GeneratedTurn) -> str:
    """As on game sheets: "EG+?VHUK", with a "-" where a rack was put back."""
    kept, drawn = turn.rack.kept, turn.rack.drawn
    return ("-" if turn.refused else "") + (f"{kept}+{drawn}" if kept else drawn)


def _as_json(
    game: Generator, turns: list[GeneratedTurn], seed: bytes, promised: str
) -> dict[str, object]:
    assert game.ending is not None
    return {
        "id": f"graine-{seed.hex()}",
        "format": game.fmt.key,
        "edition": game.edition,
        "seed": seed.hex(),
        "commitment": promised,
        "total": sum(turn.move.score for turn in turns),
        "end": {"reason": game.ending.reason, "article": game.ending.article},
        "board": game.board.rows(),
        "turns": [_turn_as_json(turn) for turn in turns],
    }


def _turn_as_json(turn: GeneratedTurn) -> dict[str, object]:
    script: dict[str, object] = {
        "turn": turn.number,
        "tirage": turn.letters,
        "kept": turn.rack.kept,
        "drawn": turn.rack.drawn,
        "rejected": bool(turn.refused),
        "word": turn.move.word,
        "ref": turn.move.ref,
        "score": turn.move.score,
    }
    if turn.joker.fate in (Fate.REPLACED, Fate.STAYS):
        script["joker_stays_on_board"] = turn.joker.fate is Fate.STAYS
    return script
