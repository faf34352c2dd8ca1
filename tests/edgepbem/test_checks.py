"""The checks that keep engines pure and strictly typed do reach them."""

import subprocess
import sys
import tomllib

import pytest
from django.conf import settings

GAMES = settings.BASE_DIR / "games"
PYPROJECT = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())


def lint(path, code):
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--stdin-filename", path, "-"]
    return subprocess.run(
        command, input=code, cwd=settings.BASE_DIR, capture_output=True, text=True
    ).returncode


@pytest.mark.parametrize(
    "code",
    [
        "from django.utils import timezone",
        "import random",
        "import time",
        "import os.path",
        "from secrets import token_hex",
        "from uuid import uuid4",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import date\ndate.today()",
    ],
)
def test_an_engine_knows_no_framework_chance_clock_or_machine(code):
    assert lint("games/edge/rules/combat.py", code) == 1
    assert lint("games/services/clock.py", code) == 0


@pytest.mark.parametrize("folder", ["engine", *(path.parent.name for path in GAMES.glob("*/engine.py"))])
def test_every_game_is_checked_strictly(folder):
    assert f"games/{folder}" in PYPROJECT["tool"]["basedpyright"]["include"]
    assert lint(f"games/{folder}/engine.py", "import random") == 1
