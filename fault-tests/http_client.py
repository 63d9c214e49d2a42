"""As much of HTTP as programs need that ask Muster servers."""

import asyncio
import json
import urllib.parse


class Lost(Exception):
    """No answer, or one that says nothing about what became of the request."""


# What can go wrong between a request and its complete answer.
BROKEN = (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError)


class Connection:
    """A connection that is kept open for one request after the other."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @staticmethod
    async def open(at):
        """Connects to a host and a port, with TLS if a context for it comes third."""
        host, port, *tls = at
        return Connection(*await asyncio.open_connection(host, port, ssl=next(iter(tls), None), limit=1 << 24))

    async def send(self, method, path, body, headers):
        """Sends a request and returns the status and the fields of the answer, whose body can then be read."""
        sent = body or b""
        lines = [f"{method} {path} HTTP/1.1", "Host: hall", f"Content-Length: {len(sent)}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        fields = {}
        for line in head.split("\r\n")[1:-2]:
            name, value = line.split(":", 1)
            fields[name.lower()] = value.strip()
        return int(head.split(" ", 2)[1]), fields

    async def body(self, fields):
        if "content-length" in fields:
            return await self.reader.readexactly(int(fields["content-length"]))
        text = b""
        while size := int(await self.reader.readline(), 16):
            text += await self.reader.readexactly(size)
            await self.reader.readline()
        return text

    async def exchange(self, method, path, body, headers):
        status, fields = await self.send(method, path, body, headers)
        return status, fields, await self.body(fields)

    async def ask(self, method, path, body=None, headers=None, patience=10.0):
        """Returns status, fields and body of the answer; a server that doesn't answer completely has said nothing."""
        try:
            return await asyncio.wait_for(self.exchange(method, path, body, headers), patience)
        except BROKEN as error:
            self.close()
            raise Lost(repr(error)) from None

    def close(self):
        self.writer.close()


async def request(at, method, path, body=None, headers=None, patience=10.0):
    """Sends one request on a connection of its own."""
    try:
        connection = await asyncio.wait_for(Connection.open(at), patience)
    except BROKEN as error:
        raise Lost(repr(error)) from None
    try:
        return await connection.ask(method, path, body, {"Connection": "close", **(headers or {})}, patience)
    finally:
        connection.close()


async def events(at, path, headers=None, silence=30.0):
    """Follows server-sent events and yields the JSON of each, until the connection breaks or nothing more comes, not even
    what keeps it alive."""
    try:
        connection = await asyncio.wait_for(Connection.open(at), silence)
        status, _ = await asyncio.wait_for(connection.send("GET", path, None, headers), silence)
    except BROKEN as error:
        raise Lost(repr(error)) from None
    if status != 200:
        connection.close()
        raise Lost(f"events: {status}")
    try:
        while line := await asyncio.wait_for(connection.reader.readline(), silence):
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
    except BROKEN as error:
        raise Lost(repr(error)) from None
    finally:
        connection.close()


async def become_owner(server):
    """Becomes the owner of a fresh installation and returns a token."""
    form = urllib.parse.urlencode({"name": "Ines Vale", "password": "correct horse"}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    _, fields, _ = await request(server.at, "POST", server.welcome, form, kind, 60)
    cookie = fields["set-cookie"].split(";")[0]
    body = json.dumps({"label": "clients", "purpose": "desk"}).encode()
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    _, _, text = await request(server.at, "POST", "/api/v1/tokens", body, headers, 60)
    return json.loads(text)["token"]
