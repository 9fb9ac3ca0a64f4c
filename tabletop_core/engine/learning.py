"""What a game tells programs that learn to play it."""

from collections.abc import Callable, Sequence
from typing import Any, Generic

import attrs
from typing_extensions import TypeVar

from .decisions import Decision, OptionId
from .play import Play

S = TypeVar("S", default=Any)


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Learning(Generic[S]):
    """What a game tells learning programs; for most games the defaults do.

    observe: numbers that encode what a seat sees, always the same count (default: made from the
        view).
    most_options: the number of options in the largest question, or a function of the data that
        returns it; environments have room for that many.
    action_key: a function of `(play, decision, option)` that returns a text, the same wherever an
        option means the same to a learning program, and as few different ones as possible
        (default: the kind of the decision, what the option touches, and the rest of its id).
    """

    observe: Callable[[Play[S], str], Sequence[float]] | None = None
    most_options: int | Callable[[Any], int] = 255
    action_key: Callable[[Play[S], Decision, OptionId], str] | None = None

    def most_options_with(self, data: Any) -> int:
        """Return the number of options in the largest question with these data."""
        return self.most_options(data) if callable(self.most_options) else self.most_options
