"""As much of HTTP as programs need that ask Muster servers."""

import asyncio
import json
import urllib.parse


class Lost(Exception):
    """No answer, or one that says nothing about what became of the request."""


async def exchange(port, method, path, body, headers, stream=False):
    """Sends a request on a connection of its own; returns status, fields and body, or the open stream of the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    try:
        sent = body or b""
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
        if stream and status == 200:
            stream, writer = (reader, writer), None
            return status, fields, stream
        if "content-length" in fields:
            return status, fields, await reader.readexactly(int(fields["content-length"]))
        text = b""
        while size := int(await reader.readline(), 16):
            text += await reader.readexactly(size)
            await reader.readline()
        return status, fields, text
    finally:
        if writer:
            writer.close()


async def request(port, method, path, body=None, headers=None, patience=10.0, stream=False):
    """One request; a server that doesn't answer, or only a part, has said nothing."""
    try:
        return await asyncio.wait_for(exchange(port, method, path, body, headers, stream), patience)
    except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError, IndexError) as error:
        raise Lost(repr(error)) from None


async def events(port, path, headers=None, silence=30.0):
    """Follows server-sent events and gives the JSON of each, until the connection breaks or nothing more comes, not even
    what keeps it alive."""
    status, _, stream = await request(port, "GET", path, None, headers, stream=True)
    if status != 200:
        raise Lost(f"events: {status}")
    reader, writer = stream
    try:
        while line := await asyncio.wait_for(reader.readline(), silence):
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
    except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
        raise Lost(repr(error)) from None
    finally:
        writer.close()


async def become_owner(server):
    """Becomes the owner of a fresh installation and returns a token."""
    form = urllib.parse.urlencode({"name": "Ines Vale", "password": "correct horse"}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    _, fields, _ = await request(server.port, "POST", server.welcome, form, kind, 60)
    cookie = fields["set-cookie"].split(";")[0]
    body = json.dumps({"label": "clients", "purpose": "desk"}).encode()
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    _, _, text = await request(server.port, "POST", "/api/v1/tokens", body, headers, 60)
    return json.loads(text)["token"]
