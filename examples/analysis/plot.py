"""Read what `tabletop sim` wrote with pandas, print a table of it, and draw a plot.

    tabletop sim bomber_boys --games 200 --seed 7 --bots captain --sweep mission=all \\
        --stats pack --records games.csv --decisions answers.csv
    python examples/analysis/plot.py games.csv answers.csv --by mission --to missions.svg

On the left are the games won by each value of the option, with Wilson's 95 % interval; on the right
the rules that ask most often, and how many options they offer. CSV and Parquet are read.
"""

import argparse
from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib import pyplot

from tabletop_core.intervals import wilson

mpl.rcParams["svg.hashsalt"] = "tabletop"  # the same figures give the same file

RULES = 8


def read(path: Path) -> pd.DataFrame:
    """Return a file of `sim` as a table; ids and texts stay texts."""
    if path.suffix == ".parquet":
        return pd.read_parquet(path)
    return pd.read_csv(path, dtype={"answer": str, "kind": str}, keep_default_na=False)


def by_option(games: pd.DataFrame, option: str) -> pd.DataFrame:
    """Return games, wins, the interval of the share won, and mean figures, by an option's values.

    A game is won where it has a winner. `score` is the sum over all seats.
    """
    scores = [name for name in games if name.startswith("score ")]
    figures = pd.DataFrame(
        {
            "value": games[f"option {option}"].astype(str),
            "won": games["winner"].fillna("") != "",
            "score": games[scores].apply(pd.to_numeric).sum(axis="columns"),
            "decisions": games["decisions"],
        }
    )
    table = figures.groupby("value", sort=False).agg(
        games=("won", "size"), won=("won", "sum"), score=("score", "mean"),
        decisions=("decisions", "mean"),
    )  # fmt: skip
    bounds = [wilson(won, of) for won, of in zip(table["won"], table["games"], strict=True)]
    table["share"] = table["won"] / table["games"]
    table["low"], table["high"] = zip(*bounds, strict=True)
    return table


def by_rule(answers: pd.DataFrame) -> pd.DataFrame:
    """Return the rules that ask most often: answers in a game, and the mean number of options."""
    games = len(answers.drop_duplicates(["seed", "game", *options_of(answers)]))
    table = answers.groupby("rule").agg(answers=("rule", "size"), options=("options", "mean"))
    table["in a game"] = table["answers"] / games
    return table.sort_values("answers", ascending=False).head(RULES)


def options_of(table: pd.DataFrame) -> list[str]:
    return [name for name in table if name.startswith("option ")]


def draw(missions: pd.DataFrame, rules: pd.DataFrame, path: Path) -> None:
    """Draw both tables side by side, into a file of the kind that its name says."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    middle = missions["share"]
    errors = [middle - missions["low"], missions["high"] - middle]
    left.errorbar(missions.index, middle, yerr=errors, fmt="o", capsize=4)
    left.set(ylim=(0, 1.02), ylabel="share won, 95 % interval")
    left.tick_params(axis="x", rotation=30)
    rules = rules.iloc[::-1]
    bars = right.barh(rules.index, rules["in a game"])
    right.bar_label(bars, [f"{count:.1f} options" for count in rules["options"]], padding=3)
    right.margins(x=0.4)
    right.set(xlabel="answers in a game")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("games", type=Path, help="what --records wrote")
    parser.add_argument("answers", type=Path, help="what --decisions wrote")
    parser.add_argument("--by", required=True, metavar="OPTION", help="an option that was swept")
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help=".svg, .png, .pdf")
    args = parser.parse_args()
    missions, rules = by_option(read(args.games), args.by), by_rule(read(args.answers))
    print(missions.round(2).to_string())
    print(rules.round(2).to_string())
    draw(missions, rules, args.to)


if __name__ == "__main__":
    main()
