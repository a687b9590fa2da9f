"""Texts of Windows, of Macs and of DOS are told apart by their letters."""

from pathlib import Path

from engine.lexicon.text_encoding import decode, has_foreign_mark, is_misread, repair
from tests.rows import every_row

NAMES = [
    *("BÉLANGER;André;Orléans", "LEFEBVRE;François;Saint-Étienne", "Hélène;Forêt;Noël"),
    *("été", "école", "à la forêt", "ça", "maïs", "GAGNé;LEFèVRE", "MUÑOZ;José"),
]
ONE_OF_MANY = "Žižek;Slavoj;Étoile de Béziers;Évian;Nîmes"


def test_french_is_read_in_the_encoding_of_its_file() -> None:
    with every_row() as row:
        for text in NAMES:
            for encoding in ("cp1252", "mac_roman", "cp850"):
                with row(f"{text} {encoding}"):
                    assert decode(text.encode(encoding)) == (text, encoding)


def test_a_foreign_name_does_not_change_a_list_s_encoding() -> None:
    assert decode(ONE_OF_MANY.encode("cp1252")) == (ONE_OF_MANY, "cp1252")


def test_our_own_documents_are_read_in_every_encoding() -> None:
    text = Path("docs/manuel/organisateur.md").read_text("utf-8")
    with every_row() as row:
        for encoding in ("utf-8", "cp1252", "mac_roman", "cp850"):
            with row(encoding):
                written = text.encode(encoding, errors="ignore")
                assert decode(written) == (written.decode(encoding), encoding)


def test_text_encoded_twice_is_repaired() -> None:
    text = "André à la forêt ÉTÉ ça"
    with every_row() as row:
        for encoding in ("latin-1", "mac_roman", "cp850"):
            with row(encoding):
                assert repair(text.encode().decode(encoding)) == text
    assert repair("AndrÃ© GAGNÃ‰") == "André GAGNÉ"
    assert [repair(name) for name in (text, "Ana", "Ãlvaro")] == [text, "Ana", "Ãlvaro"]


def test_letters_of_a_wrong_encoding_are_recognised() -> None:
    wrong = ["AndrŽ", "AndrÈ", "BŽziers", "B\ufffdziers", "H\x8fl\x8fne", "HƒLéNE", "o—"]
    right = ["André", "Saint-Étienne", "D’Évreux", "Łukasz", "Dvořák", "Ana María", "« Brest »"]
    with every_row() as row:
        for text in (*wrong, *right):
            with row(text):
                assert is_misread(text) == (text in wrong)
    assert has_foreign_mark("ŽTŽ")
    assert not has_foreign_mark("cañon, angström, çà, e\u0301te\u0301")
