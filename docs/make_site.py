"""Build the documentation as a site: search, light and dark, no network needed to read it.

    python docs/make_site.py [FOLDER]

The pages are read where they are; the site has the folders of the project, so that their links lead
to the same places. Only the heads of code blocks differ: a file's name after the language becomes
the title of the block. Needs the extra `docs`; a broken link fails the build.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
CONFIG = Path(__file__).parent / "zensical.toml"
PAGES = (
    "*.md",
    "benchmarks/*.md",
    "docs/*.md",
    "docs/reference/*.md",
    "examples/*/README.md",
    "packs/*/NOTES.md",
)


def main(site: Path) -> int:
    """Build the site into a folder and return the exit status of the generator."""
    with TemporaryDirectory() as name:
        project = Path(name)
        write_pages(project / "pages")
        shutil.copy(CONFIG, project / CONFIG.name)
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(command, cwd=project, check=False)
        if done.returncode == 0:
            shutil.rmtree(site, ignore_errors=True)
            shutil.copytree(project / "site", site)
    return done.returncode


def write_pages(folder: Path) -> None:
    """Write the pages of the project, as the generator reads them, and their pictures."""
    for pattern in PAGES:
        for page in ROOT.glob(pattern):
            copy = folder / page.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(for_generator(page.read_text(encoding="utf-8")), encoding="utf-8")
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures")


def for_generator(text: str) -> str:
    """Write a page as the generator reads it.

    The name of a file after the language of a code block becomes the block's title, and a bar in
    code in a table, which other readers want escaped, stands plain.

    >>> for_generator("```python my_game/rules.py (changed)")
    '```python title="my_game/rules.py (changed)"'
    """
    text = re.sub(r"^```(\w+) +(\S.*)$", r'```\1 title="\2"', text, flags=re.M)
    return re.sub(r"^\|.*$", lambda row: row[0].replace("\\|", "|"), text, flags=re.M)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"))
