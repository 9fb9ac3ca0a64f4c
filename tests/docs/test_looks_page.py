"""The page about looks is true: its blocks are run."""


def test_every_block_of_the_page_about_looks_runs(run_page):
    assert run_page("looks.md", "examples/night_crossing") == []
