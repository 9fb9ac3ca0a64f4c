"""What can be read from the state; nothing here changes it."""


def is_far_out(play):
    return play.state.steps > 3
