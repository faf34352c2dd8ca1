"""Data files of a game: read and checked; errors name file and line."""

from __future__ import annotations

import re
from importlib import resources
from typing import NoReturn, TypeVar

import msgspec
import msgspec.yaml
import yaml

T = TypeVar("T")
_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]")


class ContentError(Exception):
    """A data file says something impossible."""


class ContentFile:
    """One data file: its text is kept, so that a fault can be told by its line."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self._text = name, text

    @classmethod
    def of(cls, game: str, name: str) -> ContentFile:
        """A file in the folder `content` of a game's package."""
        folder = resources.files(game).joinpath("content")
        return cls(name, folder.joinpath(name).read_text(encoding="utf-8"))

    def read(self, kind: type[T]) -> T:
        """What the file holds, in the shape asked for."""
        try:
            return msgspec.yaml.decode(self._text, type=kind)  # by libyaml where there is one: much faster
        except msgspec.ValidationError as error:
            place = re.search(r"`(\$[^`]*)`", str(error))
            self.blame(place[1] if place else "$", str(error))
        except msgspec.DecodeError as error:
            raise ContentError(f"{self.name}: {error}") from error

    def blame(self, path: str, why: str) -> NoReturn:
        """Say what is wrong with the value at `$.cards[3].cost`, and in which line it stands."""
        raise ContentError(f"{self.name}, line {self.line_of(path)}: {why}")

    def line_of(self, path: str) -> int:
        """The line of a value, from 1; of the nearest thing around it if it is not there."""
        node = yaml.SafeLoader(self._text).get_single_node()
        line = 1
        for name, index in _STEP.findall(path):
            node = _child(node, name, index)
            if node is None:
                break
            line = node.start_mark.line + 1
        return line


def _child(node: yaml.Node | None, name: str, index: str) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and index:
        return node.value[int(index)] if int(index) < len(node.value) else None
    if isinstance(node, yaml.MappingNode) and name:
        return next((value for key, value in node.value if key.value == name), None)
    return None
