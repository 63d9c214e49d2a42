"""Three servers on one PostgreSQL, dozens of clients, and everything that can go wrong between them.

    run.py PROGRAM [--seconds 180] [--seed N] [--clients 24]

Clients give commands with a key of their own until somebody answers, to whichever server they find. Meanwhile servers are
killed or stopped for longer than their leases, PostgreSQL is killed or replaced by its replica, connections are cut in the
middle of a commit, the network is slow, and no two servers agree on the time. At the end the journals are checked against
what the clients were told: every acknowledged command once and in an order they could have seen, nobody read backwards or
something that is gone, no draw was made twice, no webhook was lost, and every journal verifies.
"""

import argparse
import asyncio
import collections
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from cluster import Gate, Pair, Server
from history import History, check_webhooks
from http_client import Lost, become_owner, events, request

PLAYERS = 16
ROUNDS = 4
# Longer than any lease (`LEASE` in crates/service/src/leases.rs).
STOPPED = 33.0
# How wrong the servers' clocks are, in seconds.
CLOCKS = [0, 3600, -1800]
# For how long nothing may happen before it counts as never. Only a run that fails waits for it.
NEVER = 240.0


class Hall:
    """Everything that clients share."""

    def __init__(self, servers, seed):
        self.servers = servers
        self.dice = random.Random(seed)
        self.history = History()
        self.token = None
        self.over = False
        # Something is wrong, and clients must stop asking.
        self.broken = False
        self.calm = False
        self.deliveries = []
        self.tournaments = []

    def headers(self, **more):
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **more}

    async def ask(self, method, path, value=None, key=None, seen=None):
        """Asks one server after the other until one answers for good."""
        more = {"Idempotency-Key": key} if key else {}
        if seen:
            more["Muster-Position"] = seen
        body = None if value is None else json.dumps(value).encode()
        until = time.monotonic() + NEVER
        while time.monotonic() < until and not self.broken:
            server = self.dice.choice(self.servers)
            try:
                status, _, text = await request(server.at, method, "/api/v1" + path, body, self.headers(**more))
            except Lost:
                status = None
            if status == 500:
                self.history.wrong.append(f"{method} {path} at server {server.number}: 500 {text.decode()}")
            if status is not None and status not in (429, 500, 502, 503, 504):
                try:
                    return status, json.loads(text)
                except ValueError:
                    return status, text.decode()
            self.history.retries += 1
            await asyncio.sleep(self.dice.uniform(0.05, 0.4))
        raise AssertionError(f"nobody answered {method} {path}")

    async def read(self, path, seen=None):
        status, value = await self.ask("GET", path, seen=seen)
        assert status == 200, f"{path}: {status} {value}"
        return value


class Client:
    """Somebody who works at one tournament and remembers how far it was."""

    def __init__(self, hall, name, tournament, seen=0):
        self.hall = hall
        self.name = name
        self.tournament = tournament
        self.seen = seen

    async def give(self, command):
        told = self.hall.history.ask(self.tournament, self.name, command)
        key = f"{self.name}-{self.hall.dice.getrandbits(128):032x}"
        path = f"/tournaments/{self.tournament}/commands"
        until = time.monotonic() + NEVER
        while True:
            status, answer = await self.hall.ask("POST", path, {"command": command}, key)
            # The same key was under way at this server and failed there; the command was not done and may be given again.
            if status == 409 and time.monotonic() < until:
                self.hall.history.retries += 1
                await asyncio.sleep(0.05)
                continue
            assert status == 200, f"{self.name}: {command}: {status} {answer}"
            break
        self.hall.history.answer(told, answer["position"])
        self.seen = max(self.seen, answer["position"])
        return answer

    async def look(self, path=""):
        value = await self.hall.read(f"/tournaments/{self.tournament}{path}", self.seen)
        self.hall.history.saw(self.name, self.tournament, path, self.seen, value)
        self.seen = max(self.seen, value["position"])
        return value

    async def follow(self):
        """Follows live, at another server whenever the connection breaks, and reads whenever something is new."""
        while not self.hall.broken:
            at = self.hall.dice.choice(self.hall.servers).at
            path = f"/api/v1/tournaments/{self.tournament}/events"
            try:
                async for event in events(at, path, self.hall.headers()):
                    if event["position"] > self.seen:
                        self.seen = event["position"]
                        await self.look("/standings")
            except Lost:
                await asyncio.sleep(self.hall.dice.uniform(0.1, 1))


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


async def tournament(hall, name, clients, webhook):
    """Plays one tournament; returns whoever followed it live."""
    setup = {
        "name": name, "regulation": "xwing", "tier": "relaxed", "structure": "custom",
        "date": "2026-11-21", "custom": {"rounds": ROUNDS, "cut": "none"},
    }
    status, made = await hall.ask("POST", "/tournaments", setup, f"create-{hall.dice.getrandbits(128):032x}")
    assert status in (200, 201), made
    identifier = made["id"]
    status, added = await hall.ask("POST", f"/tournaments/{identifier}/webhooks", {"url": webhook}, f"webhook of {name}")
    assert status == 201, added
    hall.tournaments.append(identifier)
    desk = Client(hall, f"desk of {name}", identifier)
    phone = Client(hall, f"phone at {name}", identifier)
    follows = asyncio.create_task(phone.follow())
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
        workers = [Client(hall, f"client {n} of {name}", identifier, desk.seen) for n in range(1, clients + 1)]

        async def work(worker, share):
            for seat in share:
                await table(worker, seat, round_, marks)

        await asyncio.gather(*(work(worker, seats[n::clients]) for n, worker in enumerate(workers)))
        desk.seen = max(worker.seen for worker in workers)
        await desk.give("finish_round")
        if hall.over:
            break
    # Whoever follows hears of the last line too.
    until = time.monotonic() + NEVER
    while phone.seen < desk.seen:
        assert time.monotonic() < until and not follows.done(), f"{phone.name} never heard of line {desk.seen}"
        await asyncio.sleep(0.2)
    follows.cancel()


async def tournaments(hall, number, clients, webhook):
    """Plays one tournament after the other until the time is over."""
    count = 0
    while not hall.over:
        count += 1
        await tournament(hall, f"Storm {number}-{count}", clients, webhook)


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


class Faults:
    """What goes wrong, one after the other."""

    def __init__(self, hall, pair, gates, seed):
        self.hall = hall
        self.pair = pair
        self.gates = gates
        # The same seed gives the same faults, whatever the clients do meanwhile.
        self.dice = random.Random(f"faults {seed}")
        self.done = collections.Counter()

    async def worker(self):
        """Returns the server that sends webhooks, where that can be told, half of the time; else any."""
        any_ = self.dice.choice(self.hall.servers)
        if self.dice.random() < 0.5:
            return any_
        sql = "SELECT value ->> 'holder' FROM records WHERE kind = 'lease' AND key = 'webhooks'"
        holder = (await self.pair.primary.sql(sql, "hall")).split()
        return next((server for server in self.hall.servers if str(server.process.pid) in holder), any_)

    async def kill_server(self):
        server = await self.worker()
        await server.kill()
        await asyncio.sleep(self.dice.uniform(0, 2))
        await server.start_again()

    async def stop_server(self):
        server = await self.worker()
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        server.signal(signal.SIGCONT)

    async def kill_database(self):
        await self.pair.primary.kill()
        await asyncio.sleep(self.dice.uniform(0, 3))
        await self.pair.primary.start()

    async def promote_replica(self):
        await self.pair.promote()
        for gate in self.gates:
            gate.cut()
        await asyncio.sleep(2)
        await self.pair.add_replica()

    async def cut_commits(self):
        for _ in range(6):
            gate = self.dice.choice(self.gates)
            gate.cut_commit = self.dice.choice(["before", "after"])
            await asyncio.sleep(0.4)

    async def cut_connections(self):
        for _ in range(3):
            self.dice.choice(self.gates).cut()
            await asyncio.sleep(0.5)

    async def slow_network(self):
        gate = self.dice.choice(self.gates)
        gate.delay = self.dice.choice([0.02, 0.1, 0.3])
        await asyncio.sleep(6)
        gate.delay = 0.0

    async def run(self, seconds):
        """Goes on for a time, and until each kind has come."""
        kinds = [
            self.kill_server, self.cut_commits, self.kill_database, self.cut_connections,
            self.stop_server, self.promote_replica, self.slow_network,
        ]
        ending = time.monotonic() + seconds
        waiting = []
        while time.monotonic() < ending or len(self.done) < len(kinds):
            waiting = waiting or self.dice.sample(kinds, len(kinds))
            fault = waiting.pop()
            print(f"  {time.strftime('%T')} {fault.__name__.replace('_', ' ')}", flush=True)
            await fault()
            self.done[fault.__name__.replace("_", " ")] += 1
            await asyncio.sleep(self.dice.uniform(1, 4))


async def delivered(hall, rounds):
    """Waits until all webhooks have come, or none has for a long time; returns what is wrong."""
    hall.calm = True
    heard, since = len(hall.deliveries), time.monotonic()
    while wrong := list(check_webhooks(hall.deliveries, rounds)):
        if len(hall.deliveries) != heard:
            heard, since = len(hall.deliveries), time.monotonic()
        if time.monotonic() - since > NEVER / 4:
            break
        await asyncio.sleep(1)
    return wrong


async def journal(hall, identifier):
    """Returns a journal, which all servers must agree on."""
    texts = set()
    for server in hall.servers:
        path = f"/api/v1/tournaments/{identifier}/journal"
        status, _, text = await request(server.at, "GET", path, None, hall.headers(), 60)
        assert status == 200, text
        texts.add(text.decode())
    if len(texts) > 1:
        hall.history.wrong.append(f"servers have {len(texts)} different journals of {identifier}")
    return max(texts, key=len)


def verify(program, text):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write(text)
        file.flush()
        said = subprocess.run([program, "verify", file.name], capture_output=True, text=True)
        return None if said.returncode == 0 else said.stdout + said.stderr


def where_everything_is():
    """Returns what every task waits for: a run that does not end says why."""
    text = io.StringIO()
    for task in asyncio.all_tasks():
        task.print_stack(limit=4, file=text)
    return text.getvalue()


async def play(program, hall, pair, gates, chosen, folder):
    """The whole run; returns what is wrong."""
    await pair.start()
    for number, gate in enumerate(gates, 1):
        await gate.start()
        store = f"postgres://muster@127.0.0.1:{gate.port}/hall"
        server = Server(program, number, folder, store, CLOCKS[number - 1])
        hall.servers.append(server)
        await server.start()
        # A second server would replace the link with which somebody becomes the owner.
        hall.token = hall.token or await become_owner(server)
    webhook, listening = await receiver(hall)
    groups = range(1, max(1, chosen.clients // 6) + 1)
    playing = [asyncio.create_task(tournaments(hall, number, 6, webhook)) for number in groups]
    faults = Faults(hall, pair, gates, chosen.seed)
    trouble = asyncio.create_task(faults.run(chosen.seconds))
    while not trouble.done():
        await asyncio.wait([trouble, *playing], return_when=asyncio.FIRST_COMPLETED)
        for task in playing:
            if task.done():
                task.result()
    hall.over = True
    trouble.result()
    await asyncio.gather(*playing)
    journals, rounds, wrong = {}, {}, []
    for identifier in hall.tournaments:
        text = await journal(hall, identifier)
        journals[identifier] = [json.loads(line) for line in text.splitlines()]
        rounds[identifier] = (await hall.read(f"/tournaments/{identifier}/rounds"))["rounds"]
        hooks = (await hall.read(f"/tournaments/{identifier}/webhooks"))["webhooks"]
        if len(hooks) != 1:
            wrong.append(f"{identifier} has {len(hooks)} webhooks")
        if said := verify(program, text):
            wrong.append(f"{identifier} does not verify: {said}")
    wrong += await delivered(hall, rounds)
    wrong += hall.history.check(journals)
    stored = int(await pair.primary.sql("SELECT count(*) FROM tournaments", "hall"))
    if stored != len(hall.tournaments):
        wrong.append(f"{len(hall.tournaments)} tournaments were created, {stored} are there")
    listening.close()
    distinct = len({identifier for identifier, _ in hall.deliveries})
    print("faults: " + ", ".join(f"{name} {n}" for name, n in sorted(faults.done.items())))
    print(
        f"{len(hall.tournaments)} tournaments, {hall.history.count()} commands acknowledged, {hall.history.reads} reads, "
        f"{hall.history.retries} requests sent again, {sum(gate.cuts for gate in gates)} commits cut, "
        f"{distinct} webhooks in {len(hall.deliveries)} deliveries",
        flush=True,
    )
    if hall.history.count() < 100:
        wrong.append("hardly anything was done: the test proves nothing")
    return wrong


async def main():
    parser = argparse.ArgumentParser(description="Test three servers on one PostgreSQL under faults.")
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--clients", type=int, default=24)
    chosen = parser.parse_args()
    print(f"--seed {chosen.seed} chooses the same faults again", flush=True)
    folder = tempfile.mkdtemp(prefix="muster-faults-")
    pair = Pair(folder)
    gates = [Gate(pair) for _ in CLOCKS]
    hall = Hall([], chosen.seed)
    wrong = ["the run broke off"]
    whole = asyncio.create_task(play(os.path.abspath(chosen.program), hall, pair, gates, chosen, folder))
    try:
        done, _ = await asyncio.wait([whole], timeout=chosen.seconds + 2 * NEVER)
        if not done:
            print(where_everything_is(), file=sys.stderr)
            print(await pair.activity(), file=sys.stderr)
            raise AssertionError(f"the run did not end {2 * NEVER:.0f} seconds after its last fault")
        wrong = whole.result()
    except Exception:
        hall.broken = True
        traceback.print_exc()
    finally:
        for server in hall.servers:
            await server.kill()
            if wrong and server.log.exists():
                print(f"--- server {server.number} said last:\n{server.log.read_text()[-3000:]}", file=sys.stderr)
        await pair.stop()
        shutil.rmtree(folder, ignore_errors=True)
    for fault in wrong[:40]:
        print(f"WRONG: {fault}", file=sys.stderr)
    if wrong:
        sys.exit(f"{len(wrong)} things are wrong")
    print("Every acknowledged command is there once and in order; nobody read backwards; no webhook was lost; all journals verify.")


asyncio.run(main())
