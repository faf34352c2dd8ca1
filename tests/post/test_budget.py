"""Work has a budget: whatever it does, it ends in time, and the process goes on or is replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable

import pytest

from post.children.budget import Allowance, Overrun, budget
from tests.endless import spin
from tests.real.machine import ROOT

SHORT = Allowance(cpu=0.2, clock=30, memory=1 << 30)


def ended(work: Callable[[], None], allowance: Allowance = SHORT) -> bool:
    try:
        with budget(allowance):
            work()
    except Overrun:
        return True
    return False


def test_a_loop_is_ended() -> None:
    assert ended(spin)


def test_a_loop_in_a_thread_is_ended() -> None:
    told: list[bool] = []
    thread = threading.Thread(target=lambda: told.append(ended(spin)))
    thread.start()
    thread.join(30)
    assert told == [True]


class Clingy:
    """Takes its time when it is cleared away, where Python drops whatever is raised."""

    def __del__(self) -> None:
        spin_for(0.02)


def spin_and_clear_away() -> None:
    """Half of the time, nothing that is raised would be heard."""
    while True:
        Clingy()
        spin_for(0.02)


def clear_and_spin() -> None:
    """What is raised at first is dropped, and nobody can tell in advance: it has to be raised again."""
    one = threading.Event()
    reference = weakref.ref(one, lambda _: spin_for(0.6))
    del one
    spin()
    del reference


def spin_for(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(100))


def ended_in_a_thread(work: Callable[[], None]) -> bool:
    told: list[bool] = []
    thread = threading.Thread(target=lambda: told.append(ended(work)), daemon=True)
    thread.start()
    thread.join(30)
    return told == [True]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("way", [ended, ended_in_a_thread])
def test_what_python_drops_is_raised_again(way: Callable[[Callable[[], None]], bool]) -> None:
    """A loop could otherwise run for ever if it was told at a bad moment."""
    assert way(clear_and_spin)


def test_nothing_is_raised_where_things_are_cleared_away() -> None:
    """It would be printed and dropped. The work is told a moment later instead, and nothing warns."""
    for _ in range(5):
        assert ended(spin_and_clear_away)


def test_waiting_costs_no_time_of_the_processor_but_has_an_end_too() -> None:
    assert ended(lambda: time.sleep(60), Allowance(cpu=5, clock=0.2, memory=1 << 30))


def test_work_that_keeps_to_its_budget_is_left_alone_afterwards() -> None:
    def work() -> None:
        with budget(SHORT):
            pass
        until = time.thread_time() + 0.4
        while time.thread_time() < until:
            pass
        done.append(threading.current_thread())

    done: list[threading.Thread] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    work()
    assert done == [thread, threading.main_thread()]


def test_a_timer_that_was_running_goes_on() -> None:
    """The test runner has one of its own."""
    before = signal.setitimer(signal.ITIMER_REAL, 1000)
    try:
        with budget(SHORT):
            pass
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] < 1001
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)


def test_the_clock_of_the_processor_stays_exact() -> None:
    """A timer of the system for it would make it stand still between ticks: figures would mean nothing."""
    with budget(SHORT):
        began = time.process_time_ns()
        sum(range(20_000))
        assert time.process_time_ns() > began


def test_waiting_for_others_does_not_use_up_the_time_of_the_processor() -> None:
    with budget(SHORT):
        time.sleep(3 * SHORT.cpu)


def in_a_worker(work: str) -> subprocess.CompletedProcess[str]:
    """Run work in a process that may be replaced."""
    program = f"""
from post.children.budget import Allowance, Overrun, become_expendable, budget
become_expendable()
try:
    with budget(Allowance(cpu=0.5, clock=60, memory=256 << 20)):
        {work}
except Overrun:
    print("overrun")
except Exception as error:
    print(type(error).__name__)
held = bytearray(600 << 20)  # afterwards there is no limit any more
print("and on")
"""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("work", "told"),
    [
        ("while True: pass", "overrun"),
        ("[bytearray(1 << 20) for _ in range(10_000)]", "MemoryError"),
        ("bytearray(1 << 40)", "MemoryError"),
        ("(f := lambda: f())()", "RecursionError"),
    ],
)
def test_a_worker_goes_on_after_work_that_took_too_much(work: str, told: str) -> None:
    assert in_a_worker(work).stdout.split("\n")[:2] == [told, "and on"]


@pytest.mark.parametrize("work", ["sum(range(10**13))", "sum(iter(int, 1))"])
def test_a_loop_that_no_signal_reaches_ends_with_its_process(work: str) -> None:
    ended = in_a_worker(work)
    assert ended.returncode == -signal.SIGXCPU
    assert not os.path.exists(ROOT / "core")
