"""The address of a mail server, as an operator writes it."""

from config.servers.mail import build_mailers, find_url_problem
from tests.rows import every_row

GOOD = {
    "smtp://courrier.example.org": ("courrier.example.org", 25, False, False),
    "smtp+tls://nom:p%40ss@courrier.example.org": ("courrier.example.org", 587, True, False),
    "smtps://courrier.example.org:4650/": ("courrier.example.org", 4650, False, True),
}
BAD = ("http://courrier.example.org", "smtp://", "smtp://a:x", "smtp://a/chemin", "courrier")


def test_an_address_says_server_port_and_safety() -> None:
    with every_row() as row:
        for url, expected in GOOD.items():
            with row(url):
                assert find_url_problem(url) == ""
                options = build_mailers(url)["default"]["OPTIONS"]
                safety = options.get("use_tls", False), options.get("use_ssl", False)
                assert (options["host"], options["port"], *safety) == expected
    options = build_mailers("smtp+tls://nom:p%40ss@courrier.example.org")["default"]["OPTIONS"]
    assert (options["username"], options["password"]) == ("nom", "p@ss")
    assert build_mailers("") == {}


def test_an_address_that_is_none_is_told() -> None:
    with every_row() as row:
        for url in BAD:
            with row(url):
                assert find_url_problem(url).startswith(
                    "EMAIL_URL doit désigner un serveur de courrier"
                )
