"""A program that plays in tournaments over the network: python tournament_bot.py 9000
then: parlor tournament hex snails --bots random,tcp://localhost:9000"""
import json, random, socketserver, sys


def worth(question, offer):
    """How good an offer looks: here, how near the middle of its board it picks. This is where your bot thinks."""
    action, gesture = offer
    kind, _, rest = gesture["picks"][-1][0].partition(":")
    if kind != "cell":
        return 0
    area, _, place = rest.rpartition(":")
    board, (x, y) = question["scene"]["areas"][area], map(int, place.split(","))
    return -abs(x - board.get("width", 0) / 2) - abs(y - board.get("height", 0) / 2)


class Seat(socketserver.StreamRequestHandler):
    """Each connection is one seat of one game: keep in `self` what you want to remember."""

    def handle(self):
        for line in self.rfile:
            question = json.loads(line)
            luck, offers = random.Random(question["luck"]), question["offers"]
            best = max(range(len(offers)), key=lambda n: (worth(question, offers[n]), luck.random()))
            self.wfile.write(json.dumps({"choice": best}).encode() + b"\n")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address = True, True


with Server(("localhost", int(sys.argv[1])), Seat) as server:
    print("listening on port", server.server_address[1], flush=True)
    server.serve_forever()
