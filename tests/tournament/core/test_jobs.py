"""Long work of a worker: every pair of state and command."""

import itertools

from tests.rows import every_row
from tournament.core.jobs import JOB_TRANSITIONS, PENDING_JOB_STATES, JobCommand, JobState

ALLOWED = {
    (JobState.WAITING, JobCommand.START): JobState.RUNNING,
    (JobState.RUNNING, JobCommand.START): JobState.RUNNING,
    (JobState.RUNNING, JobCommand.FINISH): JobState.DONE,
    (JobState.RUNNING, JobCommand.FAIL): JobState.FAILED,
    (JobState.WAITING, JobCommand.RETRY): JobState.WAITING,
    (JobState.RUNNING, JobCommand.RETRY): JobState.WAITING,
    (JobState.WAITING, JobCommand.STOP): JobState.STOPPED,
    (JobState.RUNNING, JobCommand.STOP): JobState.STOPPED,
    (JobState.FAILED, JobCommand.RESUME): JobState.WAITING,
    (JobState.STOPPED, JobCommand.RESUME): JobState.WAITING,
}


def test_a_command_moves_the_job_as_the_table_says() -> None:
    with every_row() as row:
        for pair in itertools.product(JobState, JobCommand):
            with row(pair):
                assert JOB_TRANSITIONS.get(pair) == ALLOWED.get(pair)


def test_a_finished_job_moves_only_when_resumed() -> None:
    over = {command for state, command in JOB_TRANSITIONS if state not in PENDING_JOB_STATES}
    assert over == {JobCommand.RESUME}
    assert (JobState.DONE, JobCommand.RESUME) not in JOB_TRANSITIONS
