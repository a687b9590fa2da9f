"""Metrics of ``tournament`` that each process counts for Prometheus; ``config.observation`` serves
them.

Counting costs one or two microseconds, whether anybody reads the metrics or not.
"""

from prometheus_client import Counter, Gauge, Histogram

#: Upper bounds in seconds: of answers that a tablet waits for, and of work that a hall waits for.
ANSWER_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
WORK_BUCKETS = (0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)

SOCKETS = Gauge("duplicata_sockets", "Open sockets.", ["audience"])
BULLETINS = Counter("duplicata_bulletins", "Bulletins answered.", ["answer"])
ACKNOWLEDGEMENT = Histogram(
    "duplicata_acknowledgement_seconds",
    "Seconds from the arrival of a bulletin to its answer.",
    buckets=ANSWER_BUCKETS,
)
WAITING_BULLETINS = Gauge(
    "duplicata_waiting_bulletins", "Bulletins that wait for the thread that stores them."
)
CLOSING_LATENESS = Histogram(
    "duplicata_closing_lateness_seconds",
    "Seconds from the time when a turn is collected to its close.",
    buckets=ANSWER_BUCKETS,
)
CLOSE_TO_CORRECTED = Histogram(
    "duplicata_bell_to_corrected_seconds",
    "Seconds from the close of a turn to its correction, before it is revealed.",
    buckets=WORK_BUCKETS,
)
SNAPSHOTS = Counter("duplicata_snapshots", "Snapshots sent to clients.")
RESYNCS = Counter(
    "duplicata_resyncs", "Clients asked to fetch a snapshot because messages were lost."
)
BUS_LOSSES = Counter("duplicata_bus_losses", "Interruptions of the subscription to the bus.")
LOST_MESSAGES = Counter("duplicata_lost_posts", "Messages that could not be sent on the bus.")
LEXICON_LOADS = Histogram(
    "duplicata_lexicon_load_seconds",
    "Seconds to load a lexicon into the memory of a process.",
    buckets=WORK_BUCKETS,
)
