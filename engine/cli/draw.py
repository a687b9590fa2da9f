"""`draw`: plays a random game."""

import argparse
import hashlib
import re
import secrets
from itertools import accumulate

from engine.board.board import Board
from engine.board.formats import get_format
from engine.cli.options import (
    OK,
    Menu,
    add_edition_option,
    add_format_option,
    get_format_key,
    load_chosen_lexicon,
)
from engine.cli.output import Column, show_board, show_json, show_table, show_text
from engine.record.prepare import (
    NO_VALID_DRAW,
    PreparedGame,
    PreparedTurn,
    play_game,
    to_script,
)
from engine.record.sheet_record import build_sheet_lines
from engine.regulation.editions import get_edition
from engine.rules.draw import MIN_SEED_BYTES, compute_commitment
from engine.rules.ending import EndReason
from engine.rules.joker_format import JokerOutcome

_END_SENTENCES: dict[str | None, str] = {
    EndReason.ALL_PLACED: "toutes les lettres sont placées",
    EndReason.SINGLE_LETTER: "il ne reste qu'une lettre",
    EndReason.ONLY_VOWELS: "il ne reste que des voyelles",
    EndReason.ONLY_CONSONANTS: "il ne reste que des consonnes",
    EndReason.NOTHING_PLAYABLE: "plus rien ne peut être placé",
    NO_VALID_DRAW: "aucun tirage valable n'est plus possible",
    None: "le tirage suivant n'a aucune solution ; un juge-arbitre l'annulerait",
}


def add_command(menu: Menu) -> None:
    command = menu.add(
        "draw",
        "jouer une partie au hasard",
        "Tire et joue une partie entière. La même graine donne la même partie ; en JSON, la partie "
        "peut être rejouée par « replay ».",
        run,
    )
    add_format_option(command)
    add_edition_option(command)
    command.options.add_argument(
        "--seed",
        metavar="GRAINE",
        help="un nombre ou un texte, ou une graine affichée (par défaut : au hasard)",
    )


def run(options: argparse.Namespace) -> int:
    fmt, edition = get_format(get_format_key(options)), get_edition(options.edition)
    seed = _read_seed(options.seed)
    commitment = compute_commitment(seed)
    game = play_game(fmt=fmt, seed=seed, lexicon=load_chosen_lexicon(options), edition=edition)
    if options.json:
        source = {"edition": edition.key, "seed": seed.hex(), "commitment": commitment}
        show_json({"id": f"graine-{seed.hex()}", **source, **to_script(game)})
        return OK
    _show_turns(game)
    show_board(_build_board(game))
    show_text(f"Fin : {_END_SENTENCES.get(game.reason, game.reason)} ({game.article}).")
    show_text(f"Graine {seed.hex()}, empreinte {commitment}")
    show_text(f"Pour la revoir : --seed {seed.hex()} --format {fmt.key} --edition {edition.key}")
    return OK


def _read_seed(text: str | None) -> bytes:
    """Return a seed in the form that `draw` shows, the hash of any other text, or a random one."""
    if text is None:
        return secrets.token_bytes(MIN_SEED_BYTES)
    if re.fullmatch(rf"([0-9a-f]{{2}}){{{MIN_SEED_BYTES},}}", text, re.IGNORECASE):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()


def _show_turns(game: PreparedGame) -> None:
    columns = [
        Column("Coup", is_number=True),
        Column("Tirage"),
        Column("Mot retenu"),
        Column("Réf."),
        Column("Score", is_number=True),
        Column("Cumul", is_number=True),
    ]
    totals = accumulate(turn.move.score for turn in game.turns)
    turns = zip(game.turns, build_sheet_lines(to_script(game)), totals, strict=True)
    rows = [
        ((number, line.letters, _format_word(turn), line.ref, line.score, total), False)
        for number, (turn, line, total) in enumerate(turns, start=1)
    ]
    show_table(columns, rows)


def _format_word(turn: PreparedTurn) -> str:
    return turn.move.word + (" (joker remplacé)" if turn.joker is JokerOutcome.REPLACED else "")


def _build_board(game: PreparedGame) -> Board:
    board = Board.empty()
    for turn in game.turns:
        word = turn.move.word.upper() if turn.joker is JokerOutcome.REPLACED else turn.move.word
        board = board.lay(word, turn.move.place)
    return board
