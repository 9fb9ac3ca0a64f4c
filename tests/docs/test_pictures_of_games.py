"""The pictures of the documentation are drawn by their script."""

from test_reference import ROOT, load


def test_the_script_draws_the_pictures_that_the_pages_show(tmp_path):
    load(ROOT / "docs" / "make_pictures.py").main(tmp_path)

    drawn = {path.name for path in tmp_path.iterdir()}
    kept = {path.name: path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()}
    assert drawn == kept.keys()
    assert max(kept.values()) < 150_000
