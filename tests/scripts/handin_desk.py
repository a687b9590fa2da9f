"""A Handin driven by a test that also plays its server and its clock."""

from typing import Any

from tests.scripts.scripts import Scripts

TURN = {"gameId": 7, "ordinal": 3}
MAISON = {
    "rows": ["MAISON"],
    "struck": [],
    "direction": "H",
    "reference": "H4",
    "score": "24",
}


class Desk:
    """A Handin: what it sent, what it tells, and the means to answer it."""

    def __init__(self, scripts: Scripts) -> None:
        self.scripts = scripts

    def start(self, *, records: dict[str, Any] | None = None, device: str = "mine") -> None:
        self.scripts.evaluate(
            """async ([records, device]) => {
              const { Handin } = await import("/static/js/player/handin.js");
              const kept = new Map(Object.entries(records));
              const sent = [];
              Object.assign(window, { kept, sent });
              window.handin = new Handin({
                device,
                store: {
                  keys: () => [...kept.keys()],
                  load: (key) => kept.get(key) ?? null,
                  keep: (key, record) => kept.set(key, structuredClone(record)),
                  drop: (key) => kept.delete(key),
                },
                now: () => Date.now(),
                send: (message, attempt) => sent.push({ ...message, attempt }),
                onChange: () => {},
              });
            }""",
            [records or {}, device],
        )

    def do(self, name: str, *arguments: Any) -> None:
        self.scripts.evaluate("([name, given]) => handin[name](...given)", [name, list(arguments)])

    def open_turn(self, bulletin: dict[str, Any] | None = None, **turn: Any) -> None:
        self.do("begin", TURN | turn)
        self.do("compare", bulletin)
        self.do("unlock")

    def saved(self, rev: int, *, turn: int = 3, late: bool = False) -> None:
        self.do("answered", {"type": "saved", "turn": turn, "rev": rev, "late": late})

    def wait(self, ms: int) -> None:
        self.scripts.pass_time(ms)

    @property
    def sent(self) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = self.scripts.evaluate("sent")
        return sent

    @property
    def revisions(self) -> list[int]:
        return [message["rev"] for message in self.sent]

    @property
    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.scripts.evaluate("handin.status")
        return status

    @property
    def sheet(self) -> dict[str, Any]:
        sheet: dict[str, Any] = self.scripts.evaluate("handin.sheet")
        return sheet

    @property
    def records(self) -> dict[str, Any]:
        stored: dict[str, Any] = self.scripts.evaluate("Object.fromEntries(kept)")
        return stored


def bulletin(rev: int, device: str = "mine", **changes: Any) -> dict[str, Any]:
    return {
        "turn": 3,
        "rev": rev,
        "device": device,
        "rows": ["MAISON"],
        "struck": [],
        "reference": "H4",
        "score": "24",
    } | changes
