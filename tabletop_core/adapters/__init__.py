"""Packs as environments of other projects, each an optional extra.

    gym         `adapters.gym.SeatEnv`: Gymnasium, one seat with bots in the others
    pettingzoo  `adapters.pettingzoo.TableEnv`: PettingZoo AEC, all seats, and
                `ParallelTableEnv` where they always choose at the same time
    openspiel   `adapters.openspiel.register`: OpenSpiel, with every roll and card a chance node

They share these modules:

    actions     options as numbers, and the numbers taken so far for one answer
    vocabulary  the numbering in which an option keeps its number
    encoding    what a seat sees as an array
    parts       what a seat sees taken apart, as ids, words and numbers
    layout      the lengths of structured observations
    structure   the arrays of structured observations
    rewards     what a learner earns

Policies that were trained need NumPy alone:

    pointer     a small network that scores options
    policy      its file, and the bot that plays by it

With `gym` come `tasks`, which have names, and `demonstrations`, the games of bots step by step.
"""
