"""The faces are there, and a machine that lacks something is told what to do."""

from games.reports import fonts


def test_nothing_is_missing_here():
    assert fonts.problems() == []


def test_a_face_that_lacks_polish_letters_is_noticed():
    latin, extended = fonts.faces()["typed", 400]
    assert "ł" in fonts.unspelt([latin])
    assert "ü" in fonts.unspelt([extended])
    assert fonts.unspelt([latin, extended]) == []


def test_a_missing_library_is_named_with_the_command_that_brings_it(monkeypatch):
    monkeypatch.setattr(fonts, "_LIBRARIES", ("pango-1.0", "no-such-library"))
    (told,) = fonts.problems()
    assert "no-such-library" in told
    assert "pango-1.0:" not in told
    assert "apt-get install libpango" in told or "brew install pango" in told


def test_a_missing_package_and_a_missing_file_are_named(monkeypatch, tmp_path):
    monkeypatch.setitem(fonts._FILES, ("book", 400), ("no_such_package", ("A.ttf",)))
    assert fonts.problems() == [
        "PDF reports need the fonts of no_such_package: pip install -r requirements.txt"
    ]
    monkeypatch.undo()
    monkeypatch.setattr(fonts, "OWN", tmp_path)
    assert "courier-prime-latin-400-normal.woff2 is missing" in fonts.problems()[0]
