#!/usr/bin/python3
"""A bot in twenty lines: plays random legal moves until the game is over, and prints the result.

bot.py URL [INVITE]    as in: bot.py ws://localhost:8080/ws K7Q2-M9XW-PA3D
                       without an invite code it plays against the computer
"""
import asyncio
import json
import random
import secrets
import sys

import websockets


async def play(url, invite=None):
    async with websockets.connect(url) as socket:
        async def send(**request):
            await socket.send(json.dumps(request))

        secret = secrets.token_urlsafe(16)  # of the seat; keep it to come back to the table
        await send(type="hello", id=1, name="Random bot")
        if invite:
            await send(type="join", id=2, invite=invite, secret=secret)
        else:
            await send(type="make", id=2, key=secrets.token_urlsafe(16), secret=secret,
                       opponent={"kind": "computer", "level": "casual"})
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                sys.exit(message["message"])
            state = message.get("snapshot", message)  # a snapshot, an event or something else
            if "result" in state:
                return print(state["result"])
            if state.get("legal"):  # it is our turn
                await send(type="move", id=3 + state["turn"], table=state["table"],
                           turn=state["turn"], move=random.choice(state["legal"]))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    asyncio.run(play(*sys.argv[1:]))
