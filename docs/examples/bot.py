"""A bot for any game: python bot.py ws://localhost:10191/ws snails Pythia"""
import asyncio, itertools, json, sys, websockets

async def main(url, game, name):
    ids, seat = itertools.count(1), None
    async with websockets.connect(url, max_size=None) as server:
        async def ask(event, **data):
            await server.send(json.dumps({"event": event, "id": next(ids), "data": data}))
        await ask("registerPlayer", name=name, brief=True)
        await ask("lobby")
        async for text in server:
            message = json.loads(text)
            event, data = message["event"], message.get("data", {})
            if event == "ok" and "tables" in data:  # the lobby: join whoever waits, or open a table
                waiting = [t["table"] for t in data["tables"] if t["game"] == game and t["phase"] == "waiting"]
                await (ask("joinGame", table=waiting[0]) if waiting else ask(
                    "createGame", game=game, seats=["person", "person"], clock={"countdownMs": 1000}))
            elif event == "gameState":
                table, seat = data["table"]["table"], data["viewer"]["seat"]
            elif event in ("error", "gameOver", "goodbye") and data.get("code") not in ("stale", "not-your-turn"):
                return print(event, json.dumps(data.get("result", data), ensure_ascii=False))
            if actions := data.get("actions"):  # of a gameState or a gameStep: it is our turn
                await asyncio.sleep(0.1)  # nobody can follow faster, and the server lets nobody ask much faster
                await ask("gameMove", table=table, seat=seat, version=data["version"], action=actions[0])

asyncio.run(main(*sys.argv[1:]))
