"""The next draw of a game drawn by hand."""

from dataclasses import dataclass


@dataclass(frozen=True)
class HandDraw:
    """Letters that the judge draws from the real bag."""

    kept: str
    count: int
    bag: str
    #: True if a joker is added to the letters without being drawn (3.8.1).
    joker: bool
    #: True if the last draw was not valid (3.2): all letters go back first.
    refused: bool
    #: True if the last turn was cancelled: its letters go back first (3.6).
    cancelled: bool
    #: Changes when typed letters no longer apply.
    key: str
