"""Asks OpenSpiel (the Python package `open_spiel`) for comparison.

    python3 openspiel.py speed GAME...        random games per second of processor time, as one JSON object
    python3 openspiel.py check < transcripts  whether every game goes there as it went here

Ends with 3 where OpenSpiel is not installed.
"""

import json
import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit(3)

# Each game is measured about this long, in seconds of processor time.
SECONDS = 2.0


def speed(names):
    result = {}
    for name in names:
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        rollouts = 10
        while True:
            # One simulation of a search evaluates the first state by this many random games, in a loop of C++.
            evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
            begin = time.process_time()
            bot.mcts_search(state)
            spent = time.process_time() - begin
            if spent >= SECONDS / 2:
                break
            rollouts *= 2
        result[name] = rollouts / spent
    print(json.dumps(result))


def only_pass(state):
    """Whether all one can do is to pass, which is no action here."""
    legal = state.legal_actions()
    return len(legal) == 1 and state.action_to_string(state.current_player(), legal[0]) == "pass"


def check(lines):
    games, steps = {}, 0
    for line in lines:
        record = json.loads(line)
        where = f"{record['game']} with seed {record['seed']}"
        state = pyspiel.load_game(record["openspiel"]).new_initial_state()
        for number, (seat, legal, taken) in enumerate(record["steps"]):
            while not state.is_terminal() and only_pass(state):
                state.apply_action(state.legal_actions()[0])
            if state.is_terminal():
                sys.exit(f"{where}: over there before step {number}\n{state}")
            if state.current_player() != seat:
                sys.exit(f"{where}: another seat is to act at step {number}\n{state}")
            if sorted(state.legal_actions()) != sorted(legal):
                sys.exit(f"{where}: other actions at step {number}: {state.legal_actions()} not {legal}\n{state}")
            state.apply_action(taken)
            steps += 1
        while not state.is_terminal() and only_pass(state):
            state.apply_action(state.legal_actions()[0])
        if not state.is_terminal():
            sys.exit(f"{where}: not over there\n{state}")
        if [int(x) for x in state.returns()] != [int(x) for x in record["payoffs"]]:
            sys.exit(f"{where}: {state.returns()} there, {record['payoffs']} here\n{state}")
        games[record["game"]] = games.get(record["game"], 0) + 1
    if not games:
        sys.exit("nothing to check")
    print(", ".join(f"{count} games of {name}" for name, count in games.items()) + f": equal in all {steps} steps")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["speed", *names]:
            speed(names)
        case ["check"]:
            check(sys.stdin)
        case _:
            sys.exit(__doc__)
