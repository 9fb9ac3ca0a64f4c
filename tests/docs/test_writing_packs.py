"""The page for authors is true: its blocks are run in the project of the tutorial."""


def test_every_block_of_the_page_for_authors_runs(run_page):
    assert run_page("writing-packs.md", "examples/ice_fishers") == []
