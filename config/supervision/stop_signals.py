"""The signals that stop Duplicata: Ctrl-C, SIGTERM and a closed terminal."""

import signal

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop_on_signals() -> None:
    """Raise KeyboardInterrupt on Ctrl-C, SIGTERM and a closed terminal.

    SIGINT too: shells ignore it in programs started in the background.
    """
    for number in STOP_SIGNALS:
        signal.signal(number, _raise_interrupt)


def ignore_stop_signals() -> None:
    """Ignore the stop signals during the stop, which takes seconds."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _raise_interrupt(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(f"signal {number}")
