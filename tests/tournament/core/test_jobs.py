"""The life of long work: every state and command."""

import itertools

import pytest

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


@pytest.mark.parametrize(("state", "command"), list(itertools.product(JobState, JobCommand)))
def test_a_command_moves_the_job_as_the_table_says(state: JobState, command: JobCommand) -> None:
    assert JOB_TRANSITIONS.get((state, command)) == ALLOWED.get((state, command))


def test_work_that_is_over_moves_only_when_it_is_asked_to_go_on() -> None:
    over = {command for state, command in JOB_TRANSITIONS if state not in PENDING_JOB_STATES}
    assert over == {JobCommand.RESUME}
    assert (JobState.DONE, JobCommand.RESUME) not in JOB_TRANSITIONS
