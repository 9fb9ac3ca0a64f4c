"""The Containerfile, where something is there that can build it, and the compose file."""

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.scaffold import new_pack

ROOT = Path(__file__).parents[1]


def builder():
    """Return a program that can build, and whose service answers."""
    for name in ("podman", "docker"):
        if shutil.which(name):
            asked = subprocess.run([name, "info"], capture_output=True, timeout=60, check=False)
            if asked.returncode == 0 and b"ERROR" not in asked.stderr:
                return name
    return ""


@pytest.mark.gate
@pytest.mark.timeout(1200)
def test_the_image_is_built_says_where_to_look_and_finds_the_packs_of_a_mounted_folder(tmp_path):
    program = builder()
    if not program:
        pytest.skip("neither podman nor docker can build here")
    new_pack("harbour", tmp_path, "dice")
    subprocess.run([program, "build", "-q", "-t", "tabletop-test", ROOT], check=True)
    mounted = ("-v", f"{tmp_path / 'harbour'}:/packs:ro,Z", "--entrypoint", "tabletop")

    def told(*words):
        command = [program, "run", "--rm", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "--public" in told("tabletop-test", "--help")
    assert "Harbour" in told(*mounted, "tabletop-test", "packs")


@pytest.fixture
def help_of_serve():
    return CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})


def test_the_compose_file_starts_the_server_with_options_that_it_has(help_of_serve):
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    command = services["tabletop"]["command"].split()

    options = [word for word in command if word.startswith("--")]
    assert [word for word in options if word not in help_of_serve.output] == []
    # The server believes the proxy only where both are on one machine.
    assert services["tabletop"]["network_mode"] == "service:caddy"
    assert command[command.index("--host") + 1] in services["caddy"]["command"]


def test_the_compose_file_of_postgresql_adds_a_database_to_the_same_server(help_of_serve):
    yaml = pytest.importorskip("yaml")
    read = (ROOT / "compose.postgres.yaml").read_text(encoding="utf-8")
    services = yaml.safe_load(read)["services"]
    address = services["tabletop"]["environment"]["TABLETOP_DATABASE"]
    made = services["postgres"]["environment"]

    assert "TABLETOP_DATABASE" in help_of_serve.output
    assert address.startswith(f"postgresql://{made['POSTGRES_USER']}:")
    assert address.endswith(f"@postgres/{made['POSTGRES_DB']}")
    assert "web,postgres" in (ROOT / "Containerfile").read_text(encoding="utf-8")
