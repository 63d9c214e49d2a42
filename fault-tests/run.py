"""Three servers on one PostgreSQL, dozens of clients, and everything that can go wrong between them.

    run.py PROGRAM [--seconds 180] [--seed N] [--clients 24]

Clients give commands with a key of their own until somebody answers, to whichever server they find. Meanwhile servers are
killed or stopped for longer than their leases, PostgreSQL is killed or replaced by its replica, connections are cut in the
middle of a commit, the network is slow and one server's clock is an hour ahead. At the end the journals are held against
what the clients were told: every acknowledged command once and in an order they could have seen, nobody read backwards, no
webhook was lost, and every journal verifies.
"""

import argparse
import asyncio
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

from cluster import Gate, Pair, Server
from history import History, check_webhooks

PLAYERS = 16
ROUNDS = 4
# Longer than any lease (the longest is that of the webhooks).
STOPPED = 25.0


class Lost(Exception):
    """No answer, or one that says nothing about what became of the request."""


async def request(port, method, path, body=None, headers=None, patience=10.0):
    """One request on a connection of its own."""

    async def exchange():
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        try:
            sent = b"" if body is None else body
            lines = [f"{method} {path} HTTP/1.1", "Host: hall", "Connection: close", f"Content-Length: {len(sent)}"]
            lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            status = int(head.split(" ", 2)[1])
            fields = {}
            for line in head.split("\r\n")[1:-2]:
                name, value = line.split(":", 1)
                fields[name.lower()] = value.strip()
            if "content-length" in fields:
                return status, fields, await reader.readexactly(int(fields["content-length"]))
            raw, text = await reader.read(), b""
            while raw:
                size, raw = raw.split(b"\r\n", 1)
                size = int(size, 16)
                text, raw = text + raw[:size], raw[size + 2:]
            return status, fields, text
        finally:
            writer.close()

    try:
        return await asyncio.wait_for(exchange(), patience)
    except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
        raise Lost(str(error)) from None


class Hall:
    def __init__(self, servers, seed):
        self.servers = servers
        self.dice = random.Random(seed)
        self.history = History()
        self.token = None
        self.over = False
        self.calm = False
        self.deliveries = []
        self.latencies = []
        self.tournaments = []

    async def ask(self, method, path, value=None, key=None, seen=None):
        """Asks one server after the other until one answers for good."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        if seen:
            headers["Muster-Position"] = seen
        body = None if value is None else json.dumps(value).encode()
        until = time.monotonic() + 180
        while time.monotonic() < until:
            server = self.dice.choice(self.servers)
            try:
                status, _, text = await request(server.port, method, "/api/v1" + path, body, headers)
            except Lost:
                status = None
            if status is not None and status not in (429, 500, 502, 503, 504):
                try:
                    return status, json.loads(text)
                except ValueError:
                    return status, text.decode()
            self.history.retries += 1
            await asyncio.sleep(self.dice.uniform(0.05, 0.4))
        raise AssertionError(f"nobody answered {method} {path} for three minutes")

    async def read(self, path, seen=None):
        status, value = await self.ask("GET", path, seen=seen)
        assert status == 200, f"{path}: {status} {value}"
        return value


class Client:
    """Somebody who works at one tournament and remembers how far it was."""

    def __init__(self, hall, name, tournament):
        self.hall = hall
        self.name = name
        self.tournament = tournament
        self.seen = 0

    async def give(self, command, expect=200):
        told = self.hall.history.ask(self.tournament, self.name, command)
        key = f"{self.name}-{self.hall.dice.getrandbits(128):032x}"
        while True:
            status, answer = await self.hall.ask("POST", f"/tournaments/{self.tournament}/commands", {"command": command}, key)
            # Somebody else was quicker; the command was not done and may be given again.
            if status == 409:
                await asyncio.sleep(0.05)
                continue
            assert status == expect, f"{self.name}: {command}: {status} {answer}"
            break
        self.hall.history.answer(told, answer["position"])
        self.seen = max(self.seen, answer["position"])
        return answer

    async def look(self, path=""):
        value = await self.hall.read(f"/tournaments/{self.tournament}{path}", self.seen)
        self.hall.history.saw(self.name, self.tournament, self.seen, value["position"])
        self.seen = max(self.seen, value["position"])
        return value


def report(marks):
    """A report that nobody gives a second time in its tournament."""
    mark = next(marks)
    return {"ending": "time", "a": {"score": 101 + mark // 100}, "b": {"score": mark % 100}}


async def table(client, number, round_, marks):
    """Reports a table, then corrects it a few times."""
    dice = client.hall.dice
    await asyncio.sleep(dice.uniform(0, 1.5))
    await client.give({"report": {"table": number, "report": report(marks)}})
    for _ in range(dice.randrange(4)):
        await client.look(dice.choice(["", f"/rounds/{round_}", "/standings"]))
        await asyncio.sleep(dice.uniform(0, 1.0))
        await client.give(
            {"correct": {"round": round_, "table": number, "report": report(marks), "reason": "read again"}}
        )


async def tournament(hall, number, clients, webhook):
    """Plays tournaments until the time is over."""
    count = 0
    while not hall.over:
        count += 1
        setup = {
            "name": f"Storm {number}-{count}", "regulation": "xwing", "tier": "relaxed", "structure": "custom",
            "date": "2026-11-21", "custom": {"rounds": ROUNDS, "cut": "none"},
        }
        key = f"create-{number}-{count}-{hall.dice.getrandbits(128):032x}"
        status, made = await hall.ask("POST", "/tournaments", setup, key)
        assert status in (200, 201), made
        identifier = made["id"]
        status, added = await hall.ask("POST", f"/tournaments/{identifier}/webhooks", {"url": webhook})
        assert status in (200, 201), added
        hall.tournaments.append(identifier)
        desk = Client(hall, f"desk {number}", identifier)
        names = [{"name": f"Player {n:02}"} for n in range(1, PLAYERS + 1)]
        players = (await desk.give({"register": {"players": names}}))["players"]
        await desk.give({"check_in": {"players": players, "present": True}})
        await desk.give({"start": {}})
        marks = iter(range(10_000))
        for round_ in range(1, ROUNDS + 1):
            await desk.give("draft")
            if hall.dice.random() < 0.3:
                await desk.give({"redraw": {"reason": "tables moved"}})
            await desk.give("publish")
            seats = [match["table"] for match in (await desk.look(f"/rounds/{round_}"))["matches"]]
            workers = [Client(hall, f"client {number}.{n}", identifier) for n in range(clients)]
            for worker in workers:
                worker.seen = desk.seen
            shares = [seats[n::clients] for n in range(clients)]

            async def work(worker, share):
                for seat in share:
                    await table(worker, seat, round_, marks)

            await asyncio.gather(*(work(*pair) for pair in zip(workers, shares)))
            desk.seen = max(worker.seen for worker in workers)
            await desk.give("finish_round")
            if hall.over:
                return


async def receiver(hall):
    """Where webhooks arrive. Sometimes it fails, sometimes it hangs up after it has understood."""

    async def accept(reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            body = await reader.readexactly(int(fields["content-length"]))
            chance = 1.0 if hall.calm else hall.dice.random()
            if chance >= 0.05:
                hall.deliveries.append((fields["webhook-id"], body.decode()))
            if chance >= 0.10:
                status = "204 No Content"
            elif chance >= 0.05:
                return
            else:
                status = "500 Internal Server Error"
            writer.write(f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook", server


async def faults(hall, pair, gates, done):
    """Lets things go wrong, one after the other, each at least once if the time is long enough."""
    dice = hall.dice

    async def kill_server():
        server = dice.choice(hall.servers)
        await server.kill()
        await asyncio.sleep(dice.uniform(0, 2))
        await start(server)

    async def start(server):
        for _ in range(60):
            try:
                return await server.start()
            except RuntimeError:
                # The database may be away at this moment.
                await asyncio.sleep(0.5)
        raise RuntimeError(f"server {server.number} does not start again")

    async def stop_server():
        server = dice.choice(hall.servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        server.signal(signal.SIGCONT)

    async def kill_database():
        pair.primary.kill()
        await pair.primary.restart()

    async def promote_replica():
        await pair.promote()
        for gate in gates:
            gate.cut()
        await asyncio.sleep(2)
        await pair.add_replica()

    async def cut_commit():
        for _ in range(5):
            dice.choice(gates).deaf = True
            await asyncio.sleep(0.4)

    async def cut_connections():
        for _ in range(3):
            dice.choice(gates).cut()
            await asyncio.sleep(0.5)

    async def slow_network():
        gate = dice.choice(gates)
        gate.delay = dice.choice([0.02, 0.1, 0.3])
        await asyncio.sleep(6)
        gate.delay = 0.0

    kinds = [kill_server, cut_commit, kill_database, cut_connections, stop_server, promote_replica, slow_network]
    waiting = []
    while not hall.over:
        if not waiting:
            waiting = dice.sample(kinds, len(kinds))
        fault = waiting.pop()
        print(f"  {time.strftime('%T')} {fault.__name__.replace('_', ' ')}", flush=True)
        await fault()
        done[fault.__name__] += 1
        await asyncio.sleep(dice.uniform(1, 4))


async def own(server):
    """Becomes the owner of a fresh installation and returns a token."""
    form = urllib.parse.urlencode({"name": "Ines Vale", "password": "correct horse"}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    _, fields, _ = await request(server.port, "POST", server.welcome, form, kind, 60)
    cookie = fields["set-cookie"].split(";")[0]
    body = json.dumps({"label": "faults", "purpose": "desk"}).encode()
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    _, _, text = await request(server.port, "POST", "/api/v1/tokens", body, headers, 60)
    return json.loads(text)["token"]


async def quiet(hall):
    """Waits until nothing more is sent to the receiver."""
    hall.calm = True
    heard, since = len(hall.deliveries), time.monotonic()
    while time.monotonic() - since < 20:
        await asyncio.sleep(1)
        if len(hall.deliveries) != heard:
            heard, since = len(hall.deliveries), time.monotonic()


def verify(program, text):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(text)
        file.flush()
        said = subprocess.run([program, "verify", file.name], capture_output=True, text=True)
        return None if said.returncode == 0 else said.stdout + said.stderr


async def main():
    parser = argparse.ArgumentParser(description="Test three servers on one PostgreSQL under faults.")
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--clients", type=int, default=24)
    chosen = parser.parse_args()
    program = os.path.abspath(chosen.program)
    print(f"--seed {chosen.seed} chooses the same faults again", flush=True)
    pair = Pair()
    gates = [Gate(pair) for _ in range(3)]
    servers = [Server(program, n + 1, gate, hours) for n, (gate, hours) in enumerate(zip(gates, [0, 1, 0]))]
    hall = Hall(servers, chosen.seed)
    done = collections.Counter()
    try:
        await pair.start()
        for gate in gates:
            await gate.start()
        for server in servers:
            await server.start()
        hall.token = await own(servers[0])
        webhook, _receiver = await receiver(hall)
        groups = max(1, chosen.clients // 6)
        playing = [asyncio.create_task(tournament(hall, n, 6, webhook)) for n in range(1, groups + 1)]
        trouble = asyncio.create_task(faults(hall, pair, gates, done))
        ending = asyncio.get_running_loop().time() + chosen.seconds
        while asyncio.get_running_loop().time() < ending:
            await asyncio.sleep(0.5)
            for task in [*playing, trouble]:
                if task.done():
                    task.result()
        hall.over = True
        await trouble
        await asyncio.gather(*playing)
        await quiet(hall)
        journals, rounds, wrong = {}, {}, []
        for identifier in hall.tournaments:
            status, text = await hall.ask("GET", f"/tournaments/{identifier}/journal")
            assert status == 200, text
            journals[identifier] = [json.loads(line) for line in text.splitlines()]
            shown = await hall.read(f"/tournaments/{identifier}/rounds")
            rounds[identifier] = shown["rounds"]
            if said := verify(program, text):
                wrong.append(f"{identifier} does not verify: {said}")
        wrong += hall.history.check(journals)
        wrong += check_webhooks(hall.deliveries, journals, rounds)
    finally:
        for server in servers:
            await server.stop()
        await pair.stop()
    print(f"faults: {', '.join(f'{name} {n}' for name, n in sorted(done.items()))}".replace("_", " "))
    distinct = len({identifier for identifier, _ in hall.deliveries})
    print(
        f"{len(hall.tournaments)} tournaments, {hall.history.count()} commands acknowledged, {hall.history.reads} reads, "
        f"{hall.history.retries} requests sent again, {distinct} webhooks in {len(hall.deliveries)} deliveries"
    )
    for fault in wrong[:40]:
        print(f"WRONG: {fault}", file=sys.stderr)
    if hall.history.count() < chosen.seconds:
        sys.exit("hardly anything was done: the test proves nothing")
    if wrong:
        sys.exit(f"{len(wrong)} things are wrong")
    print("Every acknowledged command is there once, in order; nobody read backwards; no webhook was lost; all journals verify.")


asyncio.run(main())
