"""`--lexicon`: a list with lines that are no words serves with the others."""

from pathlib import Path

import pytest

from .conftest import Engine

BAD = "QI\nWU\nET2\nA\nCAS LAS\n\x1b[31mB\nC\nD\n"
TOLD = """{path} : 6 lignes refusées ; les autres mots de la liste sont pris.
  ligne 3 : « ET2 » n'est pas un mot de lettres A à Z
  ligne 4 : « A » n'a pas de 2 à 15 lettres
  ligne 5 : « CAS LAS » n'est pas un seul mot
  ligne 6 : « ?[31mB » n'est pas un mot de lettres A à Z
  ligne 7 : « C » n'a pas de 2 à 15 lettres
  … et 1 autre
"""


def write_list(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "liste.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_refused_lines_are_reported_on_every_run(
    engine: Engine, tmp_path: Path, options: list[str]
) -> None:
    good = engine("check", "qi", "--lexicon", write_list(tmp_path, "QI\nWU\n"), *options)
    path = write_list(tmp_path, BAD)
    for _ in ("read", "compiled before"):
        done = engine("check", "qi", "--lexicon", path, *options)
        assert (done.code, done.out) == (0, good.out)
        assert done.err == TOLD.format(path=path)
    assert good.err == ""


def test_one_refused_line_is_reported_in_the_singular(engine: Engine, tmp_path: Path) -> None:
    path = write_list(tmp_path, "QI\nÉTÉ2\n")
    assert engine("check", "qi", "--lexicon", path).err == (
        f"{path} : 1 ligne refusée ; les autres mots de la liste sont pris.\n"
        "  ligne 2 : « ÉTÉ2 » n'est pas un mot de lettres A à Z\n"
    )


def test_a_word_refused_is_not_admitted(engine: Engine, tmp_path: Path) -> None:
    assert engine("check", "cas", "--lexicon", write_list(tmp_path, BAD)).code == 1


def test_refused_lines_are_reported_once_for_many_positions(engine: Engine, tmp_path: Path) -> None:
    line = b'{"board": [' + b",".join([b'"..............."'] * 15) + b'], "rack": "QI"}\n'
    done = engine("solve", "-", "--lexicon", write_list(tmp_path, BAD), stdin=line * 3)
    assert done.code == 0
    assert [answer["top"] for answer in done.lines] == [18, 18, 18]
    assert done.err.count("lignes refusées") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "aucun mot ; donnez une liste d'un mot par ligne."),
        (b"# rien\nET2\nA\n", "corrigez la ligne 2 : « ET2 » n'est pas un mot de lettres A à Z."),
        (b"QI\n\0\1", "fichier binaire ; donnez un texte, un mot par ligne."),
        (b"%PDF-1.7", "document de bureau ou PDF ; enregistrez la liste en texte brut (.txt)."),
        (b"QI\n" * 400, "fichier trop gros pour une liste de mots (1000 octets au plus)."),
    ],
)
def test_a_list_without_a_valid_word_is_an_error(
    content: bytes, sentence: str, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.lexicon.word_list.MAX_BYTES", 1000)
    path = tmp_path / "liste.txt"
    path.write_bytes(content)
    done = engine("check", "qi", "--lexicon", path)
    assert (done.code, done.out, done.err) == (2, "", f"{path} : {sentence}\n")
