"""Thousands of phones that follow one tournament at one server, in one process: a loop over sockets and nothing else, so that little
of the measured time is spent here.

    phones.py COUNT PATH HOST:PORT

Prints "ready" once every phone has heard of the present state. Then reads one line, and from then on waits until each has
heard of the next change. Prints JSON: the moments at which they heard, by the clock that all processes of this machine
share, and the seconds of CPU that this process needed meanwhile."""

import json
import resource
import select
import socket
import sys
import time

# So many connect at once; a server's queue for new connections is short.
AT_ONCE = 200
# From each address; a server has a limit for one.
FROM_ONE = 500


def connect(number, path, host, port):
    phone = socket.socket()
    if host.startswith("127."):
        phone.bind((f"127.1.{number // FROM_ONE}.1", 0))
    phone.connect((host, port))
    phone.setblocking(False)
    phone.send(f"GET {path} HTTP/1.1\r\nHost: hall\r\nAccept: text/event-stream\r\n\r\n".encode())
    return phone


def hear(poll, phones, waiting):
    """Reads until each of some phones has got an event; returns when each did."""
    moments = []
    read = {number: b"" for number in waiting}
    while read:
        for number, _ in poll.poll():
            data = phones[number].recv(4096)
            if not data:
                sys.exit(f"a server hung up: {read.get(number)!r}")
            if number in read:
                # The beginning of an answer may come before its first event.
                read[number] += data
                if b"data:" in read[number]:
                    moments.append(time.monotonic())
                    del read[number]
    return moments


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    host, port = sys.argv[3].split(":")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    poll, phones = select.epoll(), {}
    for begin in range(0, count, AT_ONCE):
        new = []
        for number in range(begin, min(begin + AT_ONCE, count)):
            phone = connect(number, path, host, int(port))
            phones[phone.fileno()] = phone
            poll.register(phone, select.EPOLLIN)
            new.append(phone.fileno())
        hear(poll, phones, new)
    print("ready", flush=True)
    sys.stdin.readline()
    before = time.process_time()
    moments = hear(poll, phones, phones)
    print(json.dumps({"moments": moments, "cpu": time.process_time() - before}), flush=True)


main()
