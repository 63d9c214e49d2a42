"""Machines of their own on this one: each a network namespace with its own address and a limited share of a core, joined by
a bridge that leads nowhere else. Needs root."""

import ctypes
import os
import pathlib
import subprocess

from cluster import Machine

NETWORK = "10.77.0"
# In microseconds. With a longer period, servers would pause for long enough to show in every answer.
PERIOD = 20_000


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


class Network:
    """A bridge in a namespace of its own, and the machines that are connected to it."""

    def __init__(self):
        self.name = f"muster{os.getpid()}"
        self.namespaces = []
        self.groups = []
        self.outside = os.open("/proc/self/ns/net", os.O_RDONLY)
        self.namespace(self.name)
        ip("-n", self.name, "link", "add", "bridge", "type", "bridge")
        ip("-n", self.name, "link", "set", "bridge", "up")

    def namespace(self, name):
        ip("netns", "add", name)
        self.namespaces.append(name)
        ip("-n", name, "link", "set", "lo", "up")

    def machine(self, cores=None):
        """Adds a machine that may use so much of the cores."""
        number = len(self.namespaces)
        name = f"{self.name}-{number}"
        self.namespace(name)
        ip("link", "add", "eth", "netns", name, "type", "veth", "peer", "name", f"port{number}", "netns", self.name)
        ip("-n", self.name, "link", "set", f"port{number}", "master", "bridge", "up")
        address = f"{NETWORK}.{number}"
        ip("-n", name, "address", "add", f"{address}/24", "dev", "eth")
        ip("-n", name, "link", "set", "eth", "up")
        enter = ["ip", "netns", "exec", name]
        if cores:
            group = limit(name, cores)
            self.groups.append(group)
            # First, because a namespace doesn't see the control groups.
            enter = ["sh", "-c", f'echo $$ >{group}/cgroup.procs && exec "$0" "$@"', *enter]
        return Machine(address, enter)

    def enter(self):
        """Moves this process to a machine of its own."""
        self.machine()
        inside = os.open(f"/run/netns/{self.namespaces[-1]}", os.O_RDONLY)
        move(inside)
        os.close(inside)

    def remove(self):
        """Moves this process back and removes everything, once all other processes have ended."""
        move(self.outside)
        os.close(self.outside)
        for namespace in self.namespaces:
            ip("netns", "delete", namespace)
        for group in self.groups:
            group.rmdir()


def move(namespace):
    # Python has a function of its own for this only from 3.12 on.
    if ctypes.CDLL(None, use_errno=True).setns(namespace, 0) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def limit(name, cores):
    """Makes a control group whose processes together get so much of the cores."""
    quota = round(cores * PERIOD)
    old = pathlib.Path("/sys/fs/cgroup/cpu")
    group = (old if old.exists() else old.parent) / name
    group.mkdir()
    if old.exists():
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    else:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    return group
