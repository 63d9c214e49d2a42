"""Measures what docs/scale.md says, on this machine: PostgreSQL, servers and clients share its cores.

    scale.py PROGRAM [commands] [machines] [phones] [weekend] [growth] [memory] [--servers 2] [--seconds 60] [--cores 0.1]
             [--phones 20000] [--stored 100,1000,10000,100000]

commands: how many commands a second 32 clients give by the API, to one tournament and to one each.
machines: the same for tournaments of their own with 1, 2 and 3 servers, each on a machine of its own: a network namespace
         with a share of a core (--cores). PostgreSQL and the clients have others, without a limit. Needs root.
phones:  how long until thousands of phones, spread over the servers, have heard of a new round.
weekend: as much as one minute (or --seconds) of a national weekend: 2,000 tournaments with 30 players each publish a round
         within ten minutes, every phone hears of it and reads the pairings, and every table reports a result.
growth:  what the front page, a search, statistics and one tournament cost as more and more tournaments are stored.
memory:  what a server needs with many tournaments stored and 500 in play.

The program should be optimised: cargo build --release.
"""

import argparse
import asyncio
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from cluster import THIS, Pair, Server
from http_client import Connection, Lost, become_owner, events, request
from machines import Network

TOURNAMENTS, PLAYERS, MINUTES = 2000, 30, 10


def cpu(pid):
    """The seconds of CPU that a process has used; none if it has ended."""
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:13]) / os.sysconf("SC_CLK_TCK")


def all_cpu(pair, servers):
    """The same for PostgreSQL with all of its processes, and for the servers."""
    def parent(pid):
        try:
            return int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
        except OSError:
            return 0
    mother = pair.primary.process.pid
    family = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and (int(pid) == mother or parent(pid) == mother)]
    return sum(map(cpu, family)), sum(cpu(server.process.pid) for server in servers)


def memory(pid):
    """The memory that a process holds, in MB."""
    line = next(line for line in open(f"/proc/{pid}/status") if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def shown(times):
    times = sorted(times)
    if not times:
        return "none"
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000
    return f"median {at(0.5):.0f} ms, 99 of 100 within {at(0.99):.0f} ms, longest {times[-1] * 1000:.0f} ms ({len(times)})"


class Desk:
    """Gives commands, at any server, until they are done."""

    def __init__(self, servers, headers):
        self.servers = servers
        self.headers = headers
        self.retries = 0

    async def ask(self, method, path, value=None):
        body = None if value is None else json.dumps(value).encode()
        headers = {**self.headers, "Idempotency-Key": f"{random.getrandbits(128):032x}"}
        while True:
            try:
                at = random.choice(self.servers).at
                status, _, text = await request(at, method, "/api/v1" + path, body, headers, 60)
                if status < 300:
                    return json.loads(text)
                if status < 500 and status != 429:
                    raise SystemExit(f"{path}: {status} {text.decode()}")
            except Lost:
                pass
            self.retries += 1
            await asyncio.sleep(random.uniform(0.1, 0.5))

    async def give(self, tournament, command):
        return await self.ask("POST", f"/tournaments/{tournament}/commands", {"command": command})

    async def registered(self, number, players):
        """Makes a tournament with players; returns its identifier and their numbers."""
        setup = {
            "name": f"Harbour {number}", "regulation": "xwing", "tier": "relaxed", "structure": "custom",
            "date": "2026-11-21", "custom": {"rounds": 1, "cut": "none"},
        }
        made = (await self.ask("POST", "/tournaments", setup))["id"]
        names = [{"name": f"Robin {number} Vale {n}"} for n in range(1, players + 1)]
        return made, (await self.give(made, {"register": {"players": names}}))["players"]

    async def tournament(self, number, players=PLAYERS, publish=False):
        """Makes a tournament with a drawn round."""
        made, numbers = await self.registered(number, players)
        await self.give(made, {"check_in": {"players": numbers, "present": True}})
        await self.give(made, {"start": {}})
        await self.give(made, "draft")
        if publish:
            await self.give(made, "publish")
        return made


async def some(count, work):
    """Does things, a few at a time."""
    gate = asyncio.Semaphore(16)

    async def one(number):
        async with gate:
            return await work(number)

    return await asyncio.gather(*(one(number) for number in range(1, count + 1)))


async def commands(desk, pair, servers, seconds):
    for name, count in [("one tournament", 1), ("a tournament for each client", 32)]:
        made = await some(count, lambda number: desk.registered(number, 32))
        done = []
        before, begun = all_cpu(pair, servers), time.monotonic()

        async def client(number):
            tournament, players = made[number % count]
            present = False
            while time.monotonic() - begun < seconds:
                asked, present = time.monotonic(), not present
                await desk.give(tournament, {"check_in": {"players": [players[number]], "present": present}})
                done.append(time.monotonic() - asked)

        await asyncio.gather(*map(client, range(32)))
        took = time.monotonic() - begun
        after = all_cpu(pair, servers)
        print(f"commands: {len(servers)} servers, {name}: {len(done) / took:.0f} a second; {shown(done)}; "
              f"CPU: PostgreSQL {(after[0] - before[0]) / took:.2f} cores, servers {(after[1] - before[1]) / took:.2f} cores", flush=True)


async def durable(desk, server, made, seconds):
    """A client for each tournament that gives commands without a pause, over a connection that stays open; returns how long
    each command took."""
    done = []
    end = time.monotonic() + seconds

    async def client(tournament, players):
        connection = await Connection.open(server.at)
        present = False
        while (asked := time.monotonic()) < end:
            present = not present
            command = {"check_in": {"players": players[:1], "present": present}}
            headers = {**desk.headers, "Idempotency-Key": f"{random.getrandbits(128):032x}"}
            body = json.dumps({"command": command}).encode()
            status, _, text = await connection.ask("POST", f"/api/v1/tournaments/{tournament}/commands", body, headers, 60)
            assert status == 200, text
            done.append(time.monotonic() - asked)
        connection.close()

    await asyncio.gather(*(client(*tournament) for tournament in made))
    return done


async def machines(desk, pair, servers, seconds):
    """More servers, each with clients and tournaments of its own."""
    clients = 16
    desks = [Desk([server], desk.headers) for server in servers]
    made = [await some(clients, lambda number: desk.registered(number, 8)) for desk in desks]
    alone = None
    for count in range(1, len(servers) + 1):
        before, begun = all_cpu(pair, servers), time.monotonic()
        working = (durable(desk, server, own, seconds) for server, own in zip(servers[:count], made))
        done = sum(await asyncio.gather(*working), [])
        took, after = time.monotonic() - begun, all_cpu(pair, servers)
        rate = len(done) / took
        alone = alone or rate
        print(f"machines: {count} servers, {clients * count} clients: {rate:.0f} a second, {rate / alone:.2f} of one server; {shown(done)}; "
              f"CPU: PostgreSQL {(after[0] - before[0]) / took:.2f} cores, servers {(after[1] - before[1]) / took:.2f} cores", flush=True)


async def phones(desk, pair, servers, count):
    """Phones that wait for a round."""
    made = await desk.tournament(1, 64)
    before = [memory(server.process.pid) for server in servers]
    each = count // len(servers)
    begun = time.monotonic()
    crowds = [
        await asyncio.create_subprocess_exec(
            sys.executable, pathlib.Path(__file__).parent / "phones.py", str(each), f"/t/{made}/events", "{}:{}".format(*server.at),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 26,
        )
        for server in servers
    ]
    for crowd in crowds:
        if await crowd.stdout.readline() != b"ready\n":
            raise SystemExit("not all phones could connect")
    print(f"phones: {count} at {len(servers)} servers, connected within {time.monotonic() - begun:.1f} s")
    for server, there in zip(servers, before):
        more = memory(server.process.pid) - there
        print(f"  server {server.number}: {there:.0f} MB and {more:.0f} MB more, {more * 1024 / each:.1f} KB for each phone")
    for crowd in crowds:
        crowd.stdin.write(b"\n")
    await asyncio.sleep(1)
    used = all_cpu(pair, servers)
    begun = time.monotonic()
    await desk.give(made, "publish")
    answered = time.monotonic()
    heard = [json.loads(await crowd.stdout.readline()) for crowd in crowds]
    moments = [moment - begun for crowd in heard for moment in crowd["moments"]]
    now = all_cpu(pair, servers)
    print(f"  the desk has its answer after {(answered - begun) * 1000:.0f} ms")
    print(f"  a phone hears of the round after: {shown(moments)}, counted from the desk's request")
    print(f"  seconds of CPU: servers {now[1] - used[1]:.2f}, PostgreSQL {now[0] - used[0]:.2f}, phones {sum(crowd['cpu'] for crowd in heard):.2f}")


async def weekend(desk, pair, servers, seconds):
    count = max(1, round(TOURNAMENTS * seconds / (MINUTES * 60)))
    tables = PLAYERS // 2
    print(f"weekend: {seconds} s of it: {count} rounds, {count * PLAYERS} phones, {count * tables} results, {len(servers)} servers")
    made = await some(count, desk.tournament)
    heard, read, reported, published = [], [], [], []
    ready = asyncio.Event()
    waiting = [0]
    publishing = {}

    async def phone(tournament, seat):
        # Each from an address of its own, as a proxy would tell.
        place = random.getrandbits(24)
        headers = {"X-Forwarded-For": f"10.{place >> 16}.{place >> 8 & 255}.{place & 255}"}
        while True:
            server = random.choice(servers)
            try:
                async for event in events(server.at, f"/api/v1/tournaments/{tournament}/events", headers, seconds + 300):
                    if not ready.is_set():
                        waiting[0] += 1
                        await ready.wait()
                    now = time.monotonic()
                    if tournament not in publishing:
                        continue
                    # A phone may hear of the round before the desk has its answer.
                    begun, answer = publishing[tournament]
                    if event["position"] < (await answer)["position"]:
                        continue
                    heard.append(now - begun)
                    asked = time.monotonic()
                    headers["Muster-Position"] = event["position"]
                    await request(random.choice(servers).at, "GET", f"/t/{tournament}/pairings", None, headers, 60)
                    read.append(time.monotonic() - asked)
                    return
            except Lost:
                desk.retries += 1
                await asyncio.sleep(random.uniform(0.1, 1))

    async def table(tournament, number, end):
        await asyncio.sleep(random.uniform(0, max(0.0, end - time.monotonic())))
        scores = {"ending": "time", "a": {"score": 120}, "b": {"score": 80}}
        begun = time.monotonic()
        await desk.give(tournament, {"report": {"table": number, "report": scores}})
        reported.append(time.monotonic() - begun)

    async def play(tournament, at, end):
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        begun = time.monotonic()
        answer = asyncio.ensure_future(desk.give(tournament, "publish"))
        publishing[tournament] = (begun, answer)
        await answer
        published.append(time.monotonic() - begun)
        await asyncio.gather(*(table(tournament, number, end) for number in range(1, tables + 1)))

    phones = [asyncio.create_task(phone(tournament, seat)) for tournament in made for seat in range(PLAYERS)]
    while waiting[0] < len(phones):
        await asyncio.sleep(0.5)
    before = all_cpu(pair, servers)
    begun = time.monotonic()
    ready.set()
    plays = [play(tournament, begun + random.uniform(0, seconds), begun + seconds) for tournament in made]
    await asyncio.gather(*plays)
    await asyncio.gather(*phones)
    took = time.monotonic() - begun
    after = all_cpu(pair, servers)
    print(f"  took {took:.0f} s, {desk.retries} requests were sent again")
    print(f"  a round is published: {shown(published)}")
    print(f"  a phone hears of it after: {shown(heard)}")
    print(f"  its page comes after: {shown(read)}")
    print(f"  a result is reported: {shown(reported)}")
    print(f"  CPU: PostgreSQL {(after[0] - before[0]) / took:.2f} cores, servers {(after[1] - before[1]) / took:.2f} cores, clients the rest")
    for server in servers:
        print(f"  server {server.number} holds {memory(server.process.pid):.0f} MB")


# Copies of a tournament in every table, with other identifiers and days. Each has a few words of its own, so that a search
# has something to find.
COPIES = """
WITH made AS (
    INSERT INTO tournaments (id, origin, position, hash)
    SELECT '{name}-' || n, t.origin, t.position, t.hash FROM tournaments t, generate_series({first}, {last}) n WHERE t.id = '{id}'
    RETURNING number, id
), source AS (SELECT number FROM tournaments WHERE id = '{id}'),
copied AS (
    INSERT INTO lines SELECT m.number, l.position, l.hash, l.core, l.private
    FROM made m, source, lines l WHERE l.tournament = source.number
), seeded AS (
    INSERT INTO seeds SELECT m.number, s.master FROM made m, source, seeds s WHERE s.tournament = source.number
)
INSERT INTO summaries SELECT m.number, s.position, s.phase, s.regulation,
    to_char(date '2016-01-01' + (m.number % 3650)::int, 'YYYY-MM-DD'), s.text, s.body
FROM made m, source, summaries s WHERE s.tournament = source.number
"""
WORDS = """
INSERT INTO summary_words SELECT v.word, s.tournament FROM summaries s,
    LATERAL (VALUES ('harbour'), ('robin'), ('word' || s.tournament || 'e'), ('half' || s.tournament % 2),
                    ('some' || s.tournament % 90)) AS v (word)
ON CONFLICT DO NOTHING
"""


async def fill(desk, pair, counts):
    """Stores more and more tournaments, one of ten in play but at most 500, the others over; stops after each number."""
    sources = {"playing": await desk.tournament(1, 8, True), "over": await desk.tournament(2, 8, True)}
    for table in range(1, 5):
        scores = {"ending": "time", "a": {"score": 120 + table}, "b": {"score": 80}}
        await desk.give(sources["over"], {"report": {"table": table, "report": scores}})
    await desk.give(sources["over"], "finish_round")
    await desk.give(sources["over"], "finish")
    sql = lambda text: pair.primary.sql(text, "hall")
    # The lists of the servers follow a moment later.
    await asyncio.sleep(3)
    assert await sql("SELECT count(*) FROM summaries") == "2"
    there = 0
    for count in counts:
        while there < count:
            last = min(count, there + 20_000)
            play, playing = (min(500, number // 10) for number in (there, last))
            await sql(COPIES.format(name="playing", first=play + 1, last=playing, id=sources["playing"]))
            await sql(COPIES.format(name="over", first=there - play + 1, last=last - playing, id=sources["over"]))
            there = last
        await sql(WORDS)
        await sql("VACUUM ANALYZE")
        yield count


async def growth(desk, pair, servers, counts):
    print("growth: medians of 40 requests, without and with other tournaments in memory")
    paths = {
        "front page": "/", "search, one found": "/?find=word77e", "search, 1 of 8 found": "/?find=some1+harbour", "search, half found": "/?find=half1",
        "statistics": "/api/v1/statistics/xwing", "list of the API": "/api/v1/tournaments", "one tournament": "/t/playing-5/pairings",
    }
    async for count in fill(desk, pair, counts):
        medians = {}
        for name, path in paths.items():
            took = []
            for turn in range(41):
                begun = time.monotonic()
                status, _, text = await request(servers[0].at, "GET", path, None, None, 120)
                took.append(time.monotonic() - begun)
                if status != 200:
                    raise SystemExit(f"{path}: {status} {text.decode()[:200]}")
            medians[name] = (sorted(took[1:])[20] * 1000, took[0] * 1000)
        told = ", ".join(f"{name} {median:.1f} (first {first:.0f})" for name, (median, first) in medians.items())
        print(f"  {count} stored, ms: {told}; server {memory(servers[0].process.pid):.0f} MB", flush=True)


async def in_play(desk, pair, servers, stored):
    async for count in fill(desk, pair, [stored]):
        await servers[0].kill()
        begun = time.monotonic()
        await servers[0].start()
        started = time.monotonic() - begun
        begun = time.monotonic()
        status, _, _ = await request(servers[0].at, "GET", "/api/v1/statistics/xwing", None, None, 120)
        assert status == 200, status
        counted = time.monotonic() - begun
        # What a server does at its start is over by then.
        await asyncio.sleep(30)
        before = memory(servers[0].process.pid)
        begun = time.monotonic()

        async def read(number):
            path = f"/t/playing-{number}/pairings"
            status, _, _ = await request(servers[0].at, "GET", path, None, None, 120)
            assert status == 200, status

        await some(500, read)
        now = memory(servers[0].process.pid)
        print(f"memory: {count} stored: started within {started:.1f} s, first statistics after {counted:.1f} s, {before:.0f} MB, with 500 of 8 players in memory {now:.0f} MB (opened in {time.monotonic() - begun:.1f} s)")


async def main():
    parser = argparse.ArgumentParser(description="Measure what several servers on one PostgreSQL can do.")
    parser.add_argument("program")
    parser.add_argument("what", nargs="*", default=["commands", "weekend", "growth", "memory"])
    parser.add_argument("--servers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--cores", type=float, default=0.1)
    parser.add_argument("--phones", type=int, default=20_000)
    parser.add_argument("--stored", default="100,1000,10000,100000")
    chosen = parser.parse_args()
    counts = [int(count) for count in chosen.stored.split(",")]
    os.environ["MUSTER_TRUSTED_PROXY"] = "127.0.0.1"
    for what in chosen.what:
        folder = tempfile.mkdtemp(prefix="muster-scale-")
        network = Network() if what == "machines" else None
        machine = lambda cores=None: network.machine(cores) if network else THIS
        pair, servers = Pair(folder, machine=machine()), []
        try:
            if network:
                network.enter()
            await pair.start(replica=False)
            token = None
            for number in range(1, (3 if network else chosen.servers) + 1):
                at = machine(chosen.cores)
                servers.append(Server(os.path.abspath(chosen.program), number, folder, pair.primary.store, machine=at))
                await servers[-1].start()
                # A second server would replace the link with which somebody becomes the owner.
                token = token or await become_owner(servers[0])
            desk = Desk(servers, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            match what:
                case "commands":
                    await commands(desk, pair, servers, chosen.seconds)
                case "machines":
                    await machines(desk, pair, servers, chosen.seconds)
                case "phones":
                    await phones(desk, pair, servers, chosen.phones)
                case "weekend":
                    await weekend(desk, pair, servers, chosen.seconds)
                case "growth":
                    await growth(desk, pair, servers, counts)
                case "memory":
                    await in_play(desk, pair, servers, counts[-1])
        finally:
            for server in servers:
                await server.kill()
            await pair.stop()
            if network:
                network.remove()
            shutil.rmtree(folder, ignore_errors=True)


asyncio.run(main())
