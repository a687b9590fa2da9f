"""French sentences for the expected errors of the engine, with what to do."""

import errno
import os
from collections.abc import Mapping

from engine.errors import (
    BadBoard,
    BadInput,
    BadLetters,
    BadNotation,
    BadRecord,
    BadReference,
    BadSeed,
    BadWordList,
    EngineError,
    LettersNotInBag,
    UnknownEdition,
    UnknownFormat,
)
from engine.lexicon.word_list import Refusal, RefusedLines

#: English messages of the system when a file cannot be read or written.
_REASONS = {
    os.strerror(errno.EISDIR): "c'est un dossier",
    os.strerror(errno.EACCES): "vous n'en avez pas le droit",
    os.strerror(errno.ENAMETOOLONG): "nom trop long",
    os.strerror(errno.ENOSPC): "plus de place sur le disque",
}
_UNREADABLE = "fichier illisible ({reason}) ; donnez-en un autre"
_RECORD = {
    "not_found": "fichier introuvable ; vérifiez le chemin",
    "unreadable": _UNREADABLE,
    "too_big": "fichier trop gros pour une partie ; donnez une feuille d'au plus 1 Mo",
    "not_json": "ce n'est pas du JSON ; corrigez la ligne {line}, colonne {column}",
    "not_text": "ce n'est pas un texte JSON en UTF-8",
    "missing_field": "{where}champ « {field} » absent ; ajoutez-le",
    "bad_field": "{where}champ « {field} » incorrect ; corrigez {value}",
    "bad_move": "{where}{word} ne peut pas être joué en {ref} : {because}",
    "not_in_bag": "{where}le sac n'a plus assez de « {missing} » ; corrigez le tirage",
    "rack_size": "{where}{found} lettres au tirage ; gardez-en {expected}",
}
_MOVE_FAULTS = {
    "too_short": "un mot a au moins deux lettres",
    "bad_letter": "le mot ne s'écrit qu'avec les lettres A à Z",
    "off_board": "il sort de la grille",
    "letter_conflict": "une autre lettre est déjà sur la grille",
    "no_tile": "aucune lettre n'est posée",
    "incomplete_word": "des lettres le prolongent sur la grille",
    "off_centre": "le premier mot doit couvrir la case centrale",
    "not_connected": "il ne touche aucun mot",
    "letters_not_in_rack": "il manque au tirage {missing}",
}
_FINDINGS = _MOVE_FAULTS | {
    "too_many_tiles": "{played} lettres posées ; la formule en laisse poser {allowed}",
    "word_not_admitted": "{word} n'est pas admis",
    "cross_word_not_admitted": "{word}, formé en {ref}, n'est pas admis",
}
_REMARKS: Mapping[tuple[str, object], str] = {
    ("first_vertical", None): "{word} est vertical ; le premier mot se joue horizontalement (3.4)",
    ("other_joker", True): "le sac n'a plus de {letter} : le joker reste sur la grille (3.8.1), "
    "la feuille l'en ôte",
    ("other_joker", False): "le sac a encore un {letter}, qui prend la place du joker (3.8.1) ; "
    "la feuille l'y laisse",
}
_REFUSED_LINES = {
    "bad_word": "« {text} » n'est pas un mot de lettres A à Z",
    "misread": "« {text} » a des lettres que le français n'a pas ; convertissez la liste en UTF-8",
    "several_words": "« {text} » n'est pas un seul mot",
    "bad_length": "« {text} » n'a pas de 2 à 15 lettres",
}
_WORD_LIST = {
    code: f"corrigez la ligne {{line}} : {sentence}" for code, sentence in _REFUSED_LINES.items()
} | {
    "not_found": "fichier introuvable ; vérifiez le chemin",
    "unreadable": _UNREADABLE,
    "corrupt_archive": "archive abîmée ; refaites-la ou donnez le texte",
    "zip_encrypted": "archive protégée par un mot de passe ; donnez-la sans",
    "zip_empty": "archive vide ; donnez une archive d'un fichier texte",
    "zip_several": "archive de plusieurs fichiers ; n'en gardez qu'un",
    "zip_method": "archive d'une compression inconnue ; refaites-la en zip ordinaire",
    "too_big": "fichier trop gros pour une liste de mots ({maximum} octets au plus)",
    "too_many_words": "plus de {maximum} mots ; donnez une liste plus courte",
    "binary": "fichier binaire ; donnez un texte, un mot par ligne",
    "document": "document de bureau ou PDF ; enregistrez la liste en texte brut (.txt)",
    "empty": "aucun mot ; donnez une liste d'un mot par ligne",
}
_NOTATION = {
    "empty": "aucune position ; écrivez une grille puis un tirage, par exemple « vide AEIRST? »",
    "no_position": "« {text} » n'est ni un fichier ni une position ; écrivez une grille de 15 "
    "lignes séparées par « / », ou « vide », puis un tirage",
    "too_long": "position de {length} caractères ; écrivez-la en {maximum} au plus",
    "bad_row_count": "une grille a 15 lignes séparées par « / », pas {rows} ; "
    "complétez « {text} », ou écrivez « vide »",
    "bad_row": "ligne {row} : « {text} » fait {squares} cases ; il en faut 15",
    "bad_square": "ligne {row} : « {found} » ; écrivez une lettre A à Z, minuscule pour un joker, "
    "ou un nombre de cases vides",
    "several_racks": "plusieurs tirages ({racks}) ; n'en donnez qu'un, sans espace",
    "bad_rack": "tirage « {letters} » : remplacez « {letter} » par une majuscule A à Z, ou par "
    "« ? » pour un joker",
    "unknown_field": "« {field}= » est inconnu ; écrivez « formule= » ou « coup= »",
    "repeated_field": "« {field}= » est donné deux fois ; gardez-en un",
    "unknown_format": "la formule « {key} » n'existe pas ; choisissez parmi {known}",
    "bad_turn": "le coup « {value} » n'est pas un nombre de 1 à 999",
}
_BOARD = {
    "bad_row_count": "une grille a 15 lignes, pas {rows} ; complétez-la avec des « . »",
    "bad_row_length": "la ligne {row_name} de la grille fait {length} cases ; il en faut 15",
    "bad_square": "ligne {row_name} de la grille, colonne {column} : « {found} » ; écrivez une "
    "lettre A à Z, minuscule pour un joker, ou « . »",
}
_LETTERS = {
    "bad_letter": "tirage « {letters} » : remplacez « {letter} » par une majuscule A à Z, ou par "
    "« ? » pour un joker",
    "too_long": "tirage « {letters} » : gardez au plus {maximum} lettres",
    "too_many_jokers": "tirage « {letters} » : gardez au plus {maximum} jokers",
}
_INPUT = {
    "not_found": "fichier introuvable ; vérifiez le chemin",
    "unreadable": _UNREADABLE,
    "too_big": "fichier trop gros ; donnez-en un d'au plus {maximum} octets",
    "line_too_long": "ligne trop longue ; raccourcissez-la à {maximum} octets au plus",
    "not_utf8": "ce n'est pas du texte en UTF-8 ; enregistrez-le ainsi",
    "no_stdin": "l'entrée est fermée ; donnez le nom d'un fichier",
    "not_json": 'ce n\'est pas du JSON ; écrivez {{"board": [15 textes], "rack": "AEIRST?"}}',
    "not_an_object": "ce n'est pas un objet JSON ; écrivez "
    '{{"board": [15 textes], "rack": "AEIRST?"}}',
    "bad_field": "champ « {field} » absent ou incorrect ; écrivez {wanted}",
}
_BAG = {
    "letters_not_in_bag": "le jeu n'a pas tant de lettres ; ôtez {missing}",
}
_REFERENCE = dict.fromkeys(
    ("empty", "malformed", "off_board"),
    "« {text} » n'est pas une référence ; écrivez-la de A1 à O15, ou de 1A à 15O",
)
_OTHER_ERRORS = {
    "unknown_format": "la formule « {key} » n'existe pas ; choisissez parmi {known}",
    "unknown_edition": "le règlement « {key} » n'existe pas ; choisissez parmi {known}",
    "seed_too_short": "graine trop courte ; donnez au moins {minimum} octets",
}
_SENTENCES: Mapping[type[EngineError], Mapping[str, str]] = {
    BadRecord: _RECORD,
    BadWordList: _WORD_LIST,
    BadNotation: _NOTATION,
    BadBoard: _BOARD,
    BadLetters: _LETTERS,
    BadInput: _INPUT,
    BadReference: _REFERENCE,
    LettersNotInBag: _BAG,
    UnknownFormat: _OTHER_ERRORS,
    UnknownEdition: _OTHER_ERRORS,
    BadSeed: _OTHER_ERRORS,
}


def translate_reason(message: object) -> str:
    """Return a message of the system in French, or itself if it has no translation."""
    return _REASONS.get(str(message), str(message))


def format_fault(code: str, data: Mapping[str, object]) -> str:
    """Return the sentence of a fault of a play (`engine.search.examine.MoveFault`)."""
    sentence = _FINDINGS[code].format_map(data)
    return sentence[0].upper() + sentence[1:]


def format_refused_lines(path: object, lines: RefusedLines) -> str:
    """Return the number of lines of a word list that were left out, and the first of them."""
    noun = "ligne refusée" if lines.count == 1 else "lignes refusées"
    rows = [f"{path} : {lines.count} {noun} ; les autres mots de la liste sont pris."]
    rows += [
        f"  ligne {refusal.line} : {_format_refusal(refusal)}" for refusal in lines.first_refusals
    ]
    others = lines.count - len(lines.first_refusals)
    if others:
        rows.append(f"  … et {others} {'autre' if others == 1 else 'autres'}")
    return "\n".join(rows)


def _format_refusal(refusal: Refusal) -> str:
    return _REFUSED_LINES[refusal.code].format(text=_replace_unprintable(refusal.text))


def _replace_unprintable(text: str) -> str:
    """Return the text with "?" for control characters, which could move the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def format_remark(code: str, data: Mapping[str, object]) -> str:
    """Return the sentence of a remark on a recorded turn (`engine.record.turn_checks`)."""
    return _REMARKS[code, data.get("stays")].format_map(data)


def format_error(error: EngineError) -> str:
    """Return the sentence of an error without full stop, after the name of its file if any."""
    path = error.data.get("path")
    sentence = _SENTENCES.get(type(error), {}).get(error.code, str(error))
    return (f"{path} : " if path else "") + sentence.format_map(_build_fields(error.data))


def _build_fields(data: Mapping[str, object]) -> dict[str, object]:
    turn, row, col = data.get("turn"), data.get("row"), data.get("col")
    fields = {
        name: ", ".join(map(str, value)) if isinstance(value, list) else value
        for name, value in data.items()
    }
    if "reason" in data:
        fields["reason"] = translate_reason(data["reason"])
    fields["where"] = f"coup {turn}, " if turn else ""
    fields["because"] = _MOVE_FAULTS.get(str(data.get("reason")), "").format_map(data)
    if isinstance(row, int):
        fields["row_name"] = chr(ord("A") + row)
    if isinstance(col, int):
        fields["column"] = col + 1
    return fields
