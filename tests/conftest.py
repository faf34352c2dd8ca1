"""The same three people in every test, and examples that are found again."""

import gc
import os
import random
import time
from collections.abc import Generator, Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import connections
from django.utils import translation
from django.utils.translation import trans_real

from accounts.models import User
from edgepbem.celery import app
from games.services import fairness, scene
from games.services.access import Remembered
from games.services.rehearsal import previews
from post import clock, limiter
from tests.catalogue import IS_FULL, LONGEST
from tests.sharing import Units, begin_with_the_longest
from tests.tables import copy_of_tables

SQLITE = "django.db.backends.sqlite3"

# An example may meet a cold cache or a busy machine: how long it took proves nothing. A red run must be red
# again at the next try; only the catalogue looks for new examples.
hypothesis.settings.register_profile("edgepbem", deadline=None, derandomize=not IS_FULL)
hypothesis.settings.load_profile("edgepbem")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests are made and stay to the end: the collector need not look through them each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Their order; and full numbers take their time."""
    begin_with_the_longest(items)
    for item in items:
        if IS_FULL and item.get_closest_marker("catalogue"):
            item.add_marker(pytest.mark.timeout(LONGEST), append=False)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Units:
    """What shares a server stays together."""
    return Units(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable() -> Generator[None, Any, Any]:
    """A failure that shows half a character can be told by one process to another."""
    return _told((yield))


def _told(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_told(name): _told(one) for name, one in value.items()}
        case list() | tuple():
            return type(value)(map(_told, value))
        case _:
            return value


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file, as in service: SQLite in memory locks whole tables as soon as two threads look at one."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == SQLITE:
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database["TEST"] |= {"NAME": str(copy_of_tables(tmp_path_factory, file)), "MIGRATE": False}
        database["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"  # no test pulls the plug
    elif worker := os.environ.get("PYTEST_XDIST_WORKER"):
        database["TEST"]["NAME"] = f"test_{database['NAME']}_{worker}"


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The file has its tables already."""
    return str(connections["default"].settings_dict["ENGINE"]) == SQLITE


@pytest.fixture(scope="session", autouse=True)
def no_broker() -> None:
    """Nobody hears the doorbell, and nobody waits for it: a test calls the service that a worker would."""
    app.conf.update(broker_url="memory://", broker_read_url="memory://", broker_write_url="memory://")


@pytest.fixture(scope="session", autouse=True)
def static_files_when_asked_for() -> None:
    """Each browser of a test is a server of its own: it must not list all files before the first page."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def time_that_passes() -> Iterator[None]:
    """Where a test travels, time has passed, and no clock was set; tests of that set both themselves."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clock, "steady", time.time)
        yield


@pytest.fixture(scope="session")
def chance() -> Iterator[random.Random]:
    """What seeds are drawn from, those of matches and of previews."""
    drawn_from = random.Random()
    with pytest.MonkeyPatch.context() as patched:
        for module in (fairness, previews):
            patched.setattr(module, "token_bytes", drawn_from.randbytes)
        yield drawn_from


@pytest.fixture(autouse=True)
def the_same_dice_every_day(chance: random.Random, request: pytest.FixtureRequest) -> None:
    """They follow from the name of the test: a red one is red again. The catalogue rolls fresh ones."""
    chance.seed(None if IS_FULL else request.node.nodeid)


@pytest.fixture(autouse=True)
def as_new() -> None:
    """What another test has left in this process: limits that it reached, slow matches, a language."""
    limiter.forget()
    previews._hard, scene._overlong = Remembered(), Remembered()
    translation.activate("en")


@pytest.fixture(scope="session", autouse=True)
def all_languages() -> None:
    """As if all were translated: what is offered depends on the files there are, what is tested does not."""
    settings.LANGUAGES = [("en", "English"), ("pl", "Polish"), ("de", "German")]
    trans_real.reset_cache(setting="LANGUAGES")


@pytest.fixture
def alice(db: None) -> User:
    """She hosts the match."""
    return User.objects.create_user("alice@example.org", "Alice", time_zone="Europe/Warsaw")


@pytest.fixture
def bob(db: None) -> User:
    """He plays against her."""
    return User.objects.create_user("bob@example.org", "Bob", time_zone="America/New_York")


@pytest.fixture
def charlie(db: None) -> User:
    """He has no part in the match, and must not learn of it."""
    return User.objects.create_user("charlie@example.org", "Charlie")
