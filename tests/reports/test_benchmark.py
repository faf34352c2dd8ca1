"""The peer of the benchmark prints the same report; how fast is no test."""

import pytest
from msgspec.structs import replace

from games.benchmarks import reportlab_peer
from games.benchmarks.reports import _same_words
from games.reports import pdf


def test_ours_and_the_peers_say_the_same(report):
    peers = reportlab_peer.render(report, reportlab_peer.shapes(report.board))
    _same_words(report, pdf.render(report), peers)
    with pytest.raises(ValueError, match="lacks"):
        _same_words(report, pdf.render(replace(report, footer=())), peers)
    with pytest.raises(ValueError, match="lacks"):
        _same_words(report, pdf.render(report), reportlab_peer.render(report, []))
