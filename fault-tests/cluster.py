"""PostgreSQL with a synchronous replica, servers, and the network between them, all on this machine.

Every server reaches the database through a gate of its own. A gate can be slow, cut its connections, cut one right before
or right after a COMMIT went through, and lead to another database after a promotion.
"""

import asyncio
import glob
import os
import pathlib
import re
import shutil
import socket
import subprocess


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def postgres_programs():
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    if not found:
        raise SystemExit("PostgreSQL is missing: install Debian's package postgresql")
    newest = max(found, key=lambda path: int(path.split("/")[-3]))
    return pathlib.Path(newest).parent


# Whatever is started ends with this program, however that ends.
BOUND = ["setpriv", "--pdeathsig=KILL", "--"]
# PostgreSQL refuses to run as root.
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else ["setpriv"]


class Machine:
    """Where processes run: this machine itself, or one that machines.py makes."""

    def __init__(self, address="127.0.0.1", enter=()):
        self.address = address
        # What is put before a command so that it runs there.
        self.enter = enter


THIS = Machine()


class Database:
    """One PostgreSQL server in a folder and on a port of its own."""

    def __init__(self, folder, flags=(), machine=THIS):
        self.programs = postgres_programs()
        self.folder = folder
        self.machine = machine
        self.port = free_port()
        self.flags = flags
        self.process = None

    @property
    def store(self):
        """The address by which servers know it."""
        return f"postgres://muster@{self.machine.address}:{self.port}/hall?sslmode=disable"

    def command(self, program, *arguments):
        return [*self.machine.enter, *AS_POSTGRES, "--pdeathsig=KILL", "--", self.programs / program, *arguments]

    async def run(self, program, *arguments):
        process = await asyncio.create_subprocess_exec(
            *self.command(program, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/"
        )
        said, problem = await process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"{program}: {problem.decode()}")
        return said.decode().strip()

    async def initialize(self):
        await self.run("initdb", "-N", "-D", self.folder, "-U", "muster", "--auth=trust", "-E", "UTF8", "--locale=C")
        if self.machine is not THIS:
            with open(self.folder / "pg_hba.conf", "a") as rules:
                rules.write("host all all samenet trust\n")

    async def start(self):
        """Starts it, again and again if it must be: the memory of one that was killed may be in use for a moment."""
        for _ in range(120):
            with open(f"{self.folder}.log", "ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    *self.command("postgres", "-D", self.folder, "-p", str(self.port), "-k", self.folder.parent),
                    "-c", f"listen_addresses={self.machine.address}", "-c", "max_connections=200", *self.flags,
                    stdout=log, stderr=log, cwd="/",
                )
            while self.process.returncode is None:
                try:
                    await self.sql("SELECT 1")
                    return
                except RuntimeError:
                    await asyncio.sleep(0.1)
            await asyncio.sleep(0.5)
        raise RuntimeError(f"PostgreSQL does not start: {pathlib.Path(f'{self.folder}.log').read_text()[-2000:]}")

    async def sql(self, text, database="postgres"):
        return await self.run("psql", "-XqAt", "-h", self.machine.address, "-p", str(self.port), "-U", "muster", database, "-c", text)

    async def until(self, question, patience=120):
        """Waits until a question is answered with yes."""
        for _ in range(10 * patience):
            if await self.sql(question) == "t":
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"never true: {question}\n{pathlib.Path(f'{self.folder}.log').read_text()[-2000:]}")

    async def kill(self):
        """Ends the server as a power cut would: its children end by themselves once it is gone."""
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


class Pair:
    """A primary and its synchronous replica: a commit is answered when both have it."""

    def __init__(self, folder, flags=(), machine=THIS):
        self.folder = pathlib.Path(folder) / "postgres"
        self.machine = machine
        self.folder.mkdir()
        if os.getuid() == 0:
            pathlib.Path(folder).chmod(0o755)
            shutil.chown(self.folder, "postgres", "postgres")
        self.flags = flags
        self.made = 0
        self.primary = self.replica = None

    def next_database(self):
        self.made += 1
        return Database(self.folder / f"data{self.made}", self.flags, self.machine)

    async def start(self, replica=True):
        self.primary = self.next_database()
        await self.primary.initialize()
        await self.primary.start()
        await self.primary.sql("CREATE DATABASE hall")
        if replica:
            await self.add_replica()

    async def add_replica(self):
        replica = self.next_database()
        source = f"host=127.0.0.1 port={self.primary.port} user=muster application_name=replica"
        await replica.run("pg_basebackup", "-N", "-D", replica.folder, "-d", source, "-R", "-c", "fast")
        self.replica = replica
        await replica.start()
        await self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'replica'")
        await self.primary.sql("SELECT pg_reload_conf()")
        # What was acknowledged before is there only when the replica has all of it.
        await self.primary.until("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
        now = await self.primary.sql("SELECT pg_current_wal_lsn()")
        await self.primary.until(f"SELECT coalesce(max(flush_lsn) >= '{now}', false) FROM pg_stat_replication")

    async def promote(self):
        """The primary dies and the replica takes its place."""
        dead, promoted = self.primary, self.replica
        await dead.kill()
        await promoted.sql("SELECT pg_promote(false)")
        await promoted.until("SELECT NOT pg_is_in_recovery()")
        # The new primary inherited the setting and would wait for a replica that is not there.
        await promoted.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        await promoted.sql("SELECT pg_reload_conf()")
        self.primary, self.replica = promoted, None
        shutil.rmtree(dead.folder, ignore_errors=True)

    async def activity(self):
        """What both databases do at this moment, for a run that does not end."""
        question = "SELECT pid, state, wait_event_type, wait_event, now() - xact_start, left(query, 80) FROM pg_stat_activity"
        replication = "SELECT application_name, state, sync_state, flush_lsn, pg_current_wal_lsn() FROM pg_stat_replication"
        said = []
        for name, database in (("primary", self.primary), ("replica", self.replica)):
            for text in (question, replication) if name == "primary" else (question,):
                try:
                    said.append(f"{name}: {await asyncio.wait_for(database.sql(text), 20)}")
                except (AttributeError, RuntimeError, asyncio.TimeoutError) as error:
                    said.append(f"{name} does not answer: {error!r}")
        return "\n".join(said)

    async def stop(self):
        for database in (self.primary, self.replica):
            if database:
                await database.kill()


class Gate:
    """The network between one server and the database."""

    def __init__(self, pair):
        self.pair = pair
        self.delay = 0.0
        # What happens to the next COMMIT: "before" loses it, "after" loses the answer.
        self.cut_commit = None
        self.cuts = 0
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
            asyncio.create_task(self.pump(reader, far[1], True)),
            asyncio.create_task(self.pump(far[0], writer, False)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        self.close(writers)

    async def pump(self, reader, writer, from_server):
        try:
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                commits = from_server and self.cut_commit and b"COMMIT" in data
                when = self.cut_commit
                if commits:
                    self.cut_commit = None
                    self.cuts += 1
                    if when == "before":
                        return
                writer.write(data)
                await writer.drain()
                if commits:
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


# Another wall clock for a process; the clocks that count how long things take stay right.
CLOCK = r"""
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static long ahead;
__attribute__((constructor)) static void begin(void) { ahead = atol(getenv("SECONDS_AHEAD")); }
int clock_gettime(clockid_t which, struct timespec *now) {
    int result = syscall(SYS_clock_gettime, which, now);
    if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead;
    return result;
}
"""


class Server:
    """One Muster server as a process of its own."""

    def __init__(self, program, number, folder, store, seconds_ahead=0, machine=THIS, flags=()):
        self.program = program
        self.number = number
        self.folder = pathlib.Path(folder) / f"server{number}"
        self.folder.mkdir()
        self.store = store
        self.ahead = seconds_ahead
        self.flags = flags
        self.machine = machine
        self.at = (machine.address, free_port())
        self.process = None
        self.welcome = None

    @property
    def log(self):
        return self.folder / "log"

    def clock(self):
        """Returns the library that is loaded first, and makes it."""
        library = self.folder / "clock.so"
        if not library.exists():
            made = subprocess.run(["cc", "-shared", "-fPIC", "-xc", "-o", library, "-"], input=CLOCK.encode())
            if made.returncode != 0:
                raise SystemExit("a C compiler is needed for a server with another clock")
        return str(library)

    async def start(self):
        environment = {"MUSTER_LOG": "warn", **os.environ}
        if self.ahead:
            environment |= {"LD_PRELOAD": self.clock(), "SECONDS_AHEAD": str(self.ahead)}
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *BOUND, *self.machine.enter, self.program, "serve", "--store", self.store, "--data", self.folder / "data",
                "--listen", "{}:{}".format(*self.at), "--hooks-inside", *self.flags,
                stdout=subprocess.PIPE, stderr=log, env=environment,
            )
        while line := (await self.process.stdout.readline()).decode():
            if "/welcome/" in line:
                self.welcome = re.search(r"/welcome/\S+", line).group()
            if line.startswith("Stop with"):
                self.reading = asyncio.create_task(self.process.stdout.read())
                return
        await self.process.wait()
        raise RuntimeError(f"server {self.number} did not start: {self.log.read_text()[-500:]}")

    async def start_again(self):
        """Starts it, even if the database is away at this moment."""
        for _ in range(120):
            try:
                return await self.start()
            except RuntimeError as problem:
                last = problem
                await asyncio.sleep(0.5)
        raise last

    def signal(self, number):
        self.process.send_signal(number)

    async def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
