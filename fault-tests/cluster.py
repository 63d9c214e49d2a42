"""PostgreSQL with a synchronous replica, servers, and the network between them, all on this machine.

Every server reaches the database through a gate of its own. A gate can be slow, cut its connections, cut one right after
a COMMIT went through so that nobody hears the answer, and lead to another database after a promotion.
"""

import asyncio
import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def postgres_programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[-2]))
    if not found:
        raise SystemExit("PostgreSQL is missing: install Debian's package postgresql")
    return pathlib.Path(found[-1])


# PostgreSQL refuses to run as root.
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] if os.getuid() == 0 else []


class Database:
    """One PostgreSQL server in a folder and on a port of its own."""

    def __init__(self, folder, port):
        self.programs = postgres_programs()
        self.folder = folder
        self.port = port

    async def run(self, program, *arguments, check=True):
        process = await asyncio.create_subprocess_exec(
            *AS_POSTGRES, self.programs / program, *arguments,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/",
        )
        _, said = await process.communicate()
        if check and process.returncode != 0:
            raise RuntimeError(f"{program}: {said.decode()}")

    async def start(self):
        flags = f"-p {self.port} -k {self.folder.parent} -c listen_addresses=127.0.0.1 -c max_connections=200"
        await self.run("pg_ctl", "-D", self.folder, "-l", f"{self.folder}.log", "-w", "-o", flags, "start")

    async def sql(self, text):
        await self.run("psql", "-XqAt", "-h", "127.0.0.1", "-p", str(self.port), "-U", "muster", "postgres", "-c", text)

    def kill(self):
        """Ends the server as a power cut would: its children end by themselves once it is gone."""
        pid = self.folder / "postmaster.pid"
        os.kill(int(pid.read_text().splitlines()[0]), signal.SIGKILL)

    async def restart(self):
        """Starts it again after a kill; the shared memory of the dead one must be gone first."""
        for _ in range(100):
            await asyncio.sleep(0.1)
            try:
                (self.folder / "postmaster.pid").unlink(missing_ok=True)
                await self.start()
                return
            except RuntimeError:
                continue
        raise RuntimeError("PostgreSQL does not start again")

    async def stop(self):
        await self.run("pg_ctl", "-D", self.folder, "-m", "immediate", "stop", check=False)


class Pair:
    """A primary and its synchronous replica: a commit is answered when both have it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="muster-faults-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self.made = 0
        self.primary = self.replica = None

    def next_database(self):
        self.made += 1
        return Database(self.folder / f"data{self.made}", free_port())

    async def start(self):
        self.primary = self.next_database()
        await self.primary.run(
            "initdb", "-D", self.primary.folder, "-U", "muster", "--auth=trust", "-E", "UTF8", "--locale=C"
        )
        await self.primary.start()
        await self.primary.sql("CREATE DATABASE hall")
        await self.add_replica()

    async def add_replica(self):
        self.replica = self.next_database()
        source = f"host=127.0.0.1 port={self.primary.port} user=muster application_name=replica"
        await self.replica.run("pg_basebackup", "-D", self.replica.folder, "-d", source, "-R", "-c", "fast")
        await self.replica.start()
        await self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
        await self.primary.sql("SELECT pg_reload_conf()")

    async def promote(self):
        """The primary dies and the replica takes its place."""
        self.primary.kill()
        dead, self.primary, self.replica = self.primary, self.replica, None
        await self.primary.run("pg_ctl", "-D", self.primary.folder, "-w", "promote")
        # The new primary inherited the setting and would wait for a replica that is not there.
        await self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        await self.primary.sql("SELECT pg_reload_conf()")
        return dead

    async def stop(self):
        for database in (self.primary, self.replica):
            if database:
                await database.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Gate:
    """The network between one server and the database."""

    def __init__(self, pair):
        self.pair = pair
        self.delay = 0.0
        self.deaf = False
        self.open = set()
        self.port = None

    async def start(self):
        self.listener = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        try:
            far = await asyncio.open_connection("127.0.0.1", self.pair.primary.port)
        except OSError:
            writer.close()
            return
        writers = (writer, far[1])
        self.open.add(writers)
        ways = [
            asyncio.create_task(self.pump(reader, far[1], writers, True)),
            asyncio.create_task(self.pump(far[0], writer, writers, False)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        self.close(writers)

    async def pump(self, reader, writer, writers, from_server):
        try:
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
                if from_server and self.deaf and b"COMMIT" in data:
                    # The database hears the COMMIT and nobody hears the answer.
                    self.deaf = False
                    return
        except OSError:
            return

    def close(self, writers):
        self.open.discard(writers)
        for writer in writers:
            writer.close()

    def cut(self):
        for writers in list(self.open):
            self.close(writers)


class Server:
    """One Muster server as a process of its own."""

    def __init__(self, program, number, gate, hours_ahead=0.0):
        self.program = program
        self.number = number
        self.gate = gate
        self.port = free_port()
        self.data = tempfile.mkdtemp(prefix="muster-server-")
        self.ahead = hours_ahead
        self.process = None
        self.welcome = None

    @property
    def store(self):
        return f"postgres://muster@127.0.0.1:{self.gate.port}/hall"

    async def start(self):
        environment = {**os.environ, "MUSTER_LOG": "error", "MUSTER_TRUSTED_PROXY": "127.0.0.1"}
        if self.ahead:
            # Its own wall clock, not the one that counts how long things take.
            library = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
            if not library:
                raise SystemExit("libfaketime is missing: install Debian's package libfaketime")
            environment |= {"LD_PRELOAD": library[0], "FAKETIME": f"{self.ahead * 3600:+.0f}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.process = await asyncio.create_subprocess_exec(
            self.program, "serve", "--store", self.store, "--data", self.data,
            "--listen", f"127.0.0.1:{self.port}", "--hooks-inside",
            stdout=subprocess.PIPE, env=environment,
        )
        while line := (await self.process.stdout.readline()).decode():
            if "/welcome/" in line:
                self.welcome = line[line.index("/welcome/"):].strip()
            if line.startswith("Stop with"):
                self.reading = asyncio.create_task(self.process.stdout.read())
                return
        raise RuntimeError(f"server {self.number} did not start")

    async def kill(self):
        self.process.kill()
        await self.process.wait()

    def signal(self, number):
        self.process.send_signal(number)

    async def stop(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        shutil.rmtree(self.data, ignore_errors=True)
