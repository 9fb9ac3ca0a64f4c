"""What this package reads from the game."""

FAR_OUT = {False: (), True: ("far_out",)}


def breaks(ice, step):
    """Return how likely a step breaks the ice."""
    return ice.odds(with_=FAR_OUT[step > 3]).p("breaks")
