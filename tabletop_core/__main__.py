"""The command line as `python -m tabletop_core`, where no script `tabletop` is on the path."""

from .cli import main

# A process that workers are spawned from is imported again by each of them.
if __name__ == "__main__":
    main()
