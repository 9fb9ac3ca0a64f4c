"""The page about the siege is true: it begins with the skeleton, and its blocks are run."""


def test_every_block_of_the_page_runs(run_page):
    assert "\n".join(run_page("siege.md")) == ""
