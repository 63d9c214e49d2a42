"""Two servers behind nginx, as docs/operations.md describes it: what do players notice when a server is restarted or killed
in the middle of a round?

    proxy.py PROGRAM [--players 64]

Uses packaging/nginx.conf with other addresses, ports and certificate (Debian's packages nginx-light and openssl). Phones
follow a tournament through the proxy, readers read its pairings and the tables report results, while each server is stopped
and started again as an upgrade does it, and then killed. Prints how many requests failed and how long it took until the same
request succeeded; fails if a result is lost or reported twice, or somebody waits for longer than a moment.
"""

import argparse
import asyncio
import json
import os
import pathlib
import random
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time

from cluster import BOUND, Pair, Server, free_port
from http_client import Lost, become_owner, events, request

# Nobody may wait longer than this, in seconds.
A_MOMENT = 5.0
ROUNDS = 4


class Proxy:
    """nginx with the example configuration."""

    def __init__(self, folder, servers):
        self.folder = pathlib.Path(folder) / "proxy"
        self.folder.mkdir()
        self.port = free_port()
        text = (pathlib.Path(__file__).parent.parent / "packaging/nginx.conf").read_text()
        key, certificate = self.folder / "key.pem", self.folder / "fullchain.pem"
        subject = ["-subj", "/CN=muster.example.org", "-addext", "subjectAltName=DNS:muster.example.org"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", *subject],
            check=True, capture_output=True,
        )
        changes = {
            "10.77.0.11:7890": "{}:{}".format(*servers[0].at), "10.77.0.12:7890": "{}:{}".format(*servers[1].at),
            "listen 80;": f"listen 127.0.0.1:{free_port()};", "listen 443 ssl": f"listen 127.0.0.1:{self.port} ssl",
            "/etc/ssl/muster": str(self.folder),
        }
        for old, new in changes.items():
            assert old in text, f"nginx.conf has no {old}"
            text = text.replace(old, new)
        (self.folder / "muster.conf").write_text(text)
        self.settings = self.folder / "nginx.conf"
        self.settings.write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; events {{}}\n"
            f"http {{ access_log off; include {self.folder}/muster.conf; }}\n"
        )
        context = ssl.create_default_context(cafile=certificate)
        context.check_hostname = False
        self.at = ("127.0.0.1", self.port, context)

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(*BOUND, "nginx", "-p", self.folder, "-c", self.settings)
        for _ in range(100):
            try:
                return await request(self.at, "GET", "/readyz")
            except Lost:
                await asyncio.sleep(0.1)
        raise SystemExit(f"nginx does not start: {(self.folder / 'error.log').read_text()}")

    async def stop(self):
        self.process.terminate()
        await self.process.wait()


class Hall:
    def __init__(self, proxy, token):
        self.at = proxy.at
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.over = False
        # What happens at present, and what was noticed meanwhile: requests, failures, and the longest waits.
        self.phase = None
        self.noticed = {}

    def begin(self, phase):
        self.phase = phase
        self.noticed[phase] = {"requests": 0, "failed": 0, "longest": 0.0, "streams": 0, "silent": 0.0}

    def note(self, **more):
        now = self.noticed[self.phase]
        for name, value in more.items():
            now[name] = max(now[name], value) if isinstance(value, float) else now[name] + value

    async def ask(self, method, path, value=None, headers=None):
        """Asks until there is an answer, as a phone does: with the same key."""
        body = None if value is None else json.dumps(value).encode()
        headers = {**self.headers, "Idempotency-Key": f"{random.getrandbits(128):032x}", **(headers or {})}
        begun = time.monotonic()
        while True:
            status = None
            try:
                status, _, text = await request(self.at, method, path, body, headers)
            except Lost:
                pass
            if status is not None and status < 500 and status != 409:
                assert status < 300, f"{path}: {status} {text.decode()}"
                self.note(requests=1, longest=time.monotonic() - begun)
                return text
            self.note(failed=1)
            await asyncio.sleep(0.2)

    async def give(self, tournament, command):
        return json.loads(await self.ask("POST", f"/api/v1/tournaments/{tournament}/commands", {"command": command}))

    async def follow(self, tournament):
        """A phone: connects again whenever the stream breaks."""
        lost = None
        while not self.over:
            try:
                async for _ in events(self.at, f"/api/v1/tournaments/{tournament}/events", self.headers):
                    if lost:
                        self.note(streams=1, silent=time.monotonic() - lost)
                        lost = None
            except Lost:
                pass
            lost = lost or time.monotonic()
            await asyncio.sleep(random.uniform(0.1, 0.5))

    async def read(self, tournament):
        while not self.over:
            await self.ask("GET", f"/t/{tournament}/pairings")
            await asyncio.sleep(random.uniform(0.05, 0.2))


async def ready(server):
    while True:
        try:
            status, _, _ = await request(server.at, "GET", "/readyz")
            if status == 200:
                return
        except Lost:
            pass
        await asyncio.sleep(0.1)


async def restart(server):
    server.signal(signal.SIGTERM)
    await asyncio.wait_for(server.process.wait(), 30)
    assert server.process.returncode == 0, f"server {server.number} ended with {server.process.returncode}"
    await server.start()
    await ready(server)


async def kill(server):
    await server.kill()
    await asyncio.sleep(3)
    await server.start()
    await ready(server)


async def play(hall, servers, players):
    setup = {
        "name": "Harbour Open", "regulation": "xwing", "tier": "relaxed", "structure": "custom",
        "date": "2026-11-21", "custom": {"rounds": ROUNDS, "cut": "none"},
    }
    hall.begin("preparing")
    made = json.loads(await hall.ask("POST", "/api/v1/tournaments", setup))["id"]
    names = [{"name": f"Robin Vale {n}"} for n in range(1, players + 1)]
    numbers = (await hall.give(made, {"register": {"players": names}}))["players"]
    await hall.give(made, {"check_in": {"players": numbers, "present": True}})
    await hall.give(made, {"start": {}})
    visitors = [asyncio.create_task(work(made)) for work in [hall.follow] * 30 + [hall.read] * 6]
    faults = [("restart", restart, 0), ("restart", restart, 1), ("kill -9", kill, 0), ("kill -9", kill, 1)]
    for round_, (name, fault, number) in enumerate(faults, 1):
        await hall.give(made, "draft")
        await hall.give(made, "publish")
        hall.begin(f"round {round_}, {name} of server {number + 1}")
        fault = asyncio.create_task(fault(servers[number]))

        async def table(table):
            # Spread over the time in which a server is away.
            await asyncio.sleep(random.uniform(0, 4))
            scores = {"ending": "time", "a": {"score": 100 + round_}, "b": {"score": table}}
            await hall.give(made, {"report": {"table": table, "report": scores}})

        await asyncio.gather(*(table(number) for number in range(1, players // 2 + 1)))
        await fault
        await asyncio.sleep(1)
        await hall.give(made, "finish_round")
    hall.over = True
    for visitor in visitors:
        if visitor.done():
            visitor.result()
        visitor.cancel()
    return made


async def check(hall, servers, program, made, players):
    """Returns what is wrong."""
    wrong, journals = [], set()
    # The other server reads the last line a moment later.
    await asyncio.sleep(1)
    for server in servers:
        _, _, text = await request(server.at, "GET", f"/api/v1/tournaments/{made}/journal", None, hall.headers)
        journals.add(text)
    if len(journals) != 1:
        wrong.append("the servers have different journals")
    text = journals.pop()
    results = [line for line in text.splitlines() if b'"report":{' in line and b'"ending"' in line]
    if len(results) != ROUNDS * (players // 2):
        wrong.append(f"{ROUNDS * (players // 2)} results were acknowledged, {len(results)} are in the journal")
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(text)
        file.flush()
        said = subprocess.run([program, "verify", file.name], capture_output=True, text=True)
        if said.returncode != 0:
            wrong.append(said.stdout + said.stderr)
    for phase, noticed in hall.noticed.items():
        print(f"{phase}: {noticed['requests']} requests, {noticed['failed']} had to be sent again, the longest took "
              f"{noticed['longest']:.2f} s; {noticed['streams']} phones reconnected, the last after {noticed['silent']:.2f} s")
        if max(noticed["longest"], noticed["silent"]) > A_MOMENT:
            wrong.append(f"{phase}: somebody waited for longer than {A_MOMENT:.0f} s")
    return wrong


async def main():
    parser = argparse.ArgumentParser(description="Restart and kill servers behind nginx in the middle of a round.")
    parser.add_argument("program")
    parser.add_argument("--players", type=int, default=64)
    chosen = parser.parse_args()
    program = os.path.abspath(chosen.program)
    folder = tempfile.mkdtemp(prefix="muster-proxy-")
    pair, servers, proxy = Pair(folder), [], None
    try:
        await pair.start(replica=False)
        token = None
        for number in (1, 2):
            flags = ["--address", "https://muster.example.org", "--trusted-proxy", "127.0.0.1"]
            servers.append(Server(program, number, folder, pair.primary.store, flags=flags))
            await servers[-1].start()
            token = token or await become_owner(servers[0])
        proxy = Proxy(folder, servers)
        await proxy.start()
        hall = Hall(proxy, token)
        made = await play(hall, servers, chosen.players)
        wrong = await check(hall, servers, program, made, chosen.players)
    finally:
        if proxy:
            await proxy.stop()
        for server in servers:
            await server.kill()
        await pair.stop()
        shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        sys.exit("\n".join(wrong))


asyncio.run(main())
