"""What clients were told, and whether the journals agree with it."""

import collections
import json
import time


class Told:
    """One command and its answer."""

    __slots__ = ("client", "command", "asked", "answered", "position")

    def __init__(self, client, command):
        self.client = client
        self.command = command
        self.asked = time.monotonic()
        self.answered = self.position = None


class History:
    def __init__(self):
        self.told = collections.defaultdict(list)
        self.reads = 0
        self.retries = 0
        self.backwards = []

    def ask(self, tournament, client, command):
        told = Told(client, command)
        self.told[tournament].append(told)
        return told

    @staticmethod
    def answer(told, position):
        told.answered = time.monotonic()
        told.position = position

    def saw(self, client, tournament, before, now):
        self.reads += 1
        if now < before:
            self.backwards.append(f"{client} saw {tournament} at {before}, then at {now}")

    def count(self):
        return sum(len(told) for told in self.told.values())

    def check(self, journals):
        """Returns everything that is wrong."""
        wrong = list(self.backwards)
        for tournament, told in self.told.items():
            wrong += [f"{tournament}: {fault}" for fault in check_one(journals[tournament], told)]
        return wrong


def command_of(line):
    """The command of a line as clients give it: reports without the name of their regulation."""
    command = line["core"]["entry"]["do"]
    if isinstance(command, dict):
        (name, body), = command.items()
        if isinstance(body, dict) and "report" in body:
            report = body["report"]
            report = next(iter(report.values())) if len(report) == 1 else report
            return name, json.dumps({**body, "report": report}, sort_keys=True)
        return name, None
    return command, None


def given(command):
    if isinstance(command, str):
        return command, None
    (name, body), = command.items()
    return name, json.dumps(body, sort_keys=True) if "report" in body else None


def plain(command):
    """What can be compared: the name, and of a report its table and scores."""
    name, body = command
    if body is None:
        return name, None
    body = json.loads(body)
    report = body["report"]
    return name, (body.get("round"), body["table"], report["a"]["score"], report["b"]["score"])


def check_one(lines, told):
    by_position = {line["core"]["n"]: line for line in lines}
    seen = {}
    for one in told:
        if one.position is None:
            yield f"{one.client} got no answer to {one.command}"
            continue
        if one.position in seen:
            yield f"line {one.position} answered both {seen[one.position].command} and {one.command}"
        seen[one.position] = one
        line = by_position.get(one.position)
        if line is None:
            yield f"line {one.position} was acknowledged and is not there: {one.command}"
        elif plain(command_of(line)) != plain(given(one.command)):
            yield f"line {one.position} is {command_of(line)}, acknowledged was {one.command}"
    # Clients ask until they get an answer, so every line but the first (which creates) has one.
    for line in lines[1:]:
        if line["core"]["n"] not in seen:
            yield f"line {line['core']['n']} is there twice or from nowhere: {command_of(line)}"
    # Whatever was answered before something else was asked comes before it.
    answered = sorted((one for one in told if one.position), key=lambda one: one.answered)
    asked = sorted(answered, key=lambda one: one.asked)
    newest, index = 0, 0
    for one in asked:
        while index < len(answered) and answered[index].answered < one.asked:
            newest = max(newest, answered[index].position)
            index += 1
        if one.position <= newest:
            yield f"line {one.position} was asked for after line {newest} was acknowledged"


def check_webhooks(deliveries, journals, rounds):
    """Every published round and every result reached the receiver; one id always carries one body."""
    bodies = {}
    for identifier, body in deliveries:
        if bodies.setdefault(identifier, body) != body:
            yield f"two bodies under the webhook id {identifier}"
    published, results = set(), {}
    for body in bodies.values():
        event = json.loads(body)
        data = event["data"]
        tournament = data["tournament"]["id"]
        if event["type"] == "round.published":
            published.add((tournament, data["round"]["round"]))
        if event["type"] == "match.result":
            key = (tournament, data["round"], data["match"]["table"])
            if key not in results or results[key]["position"] < data["position"]:
                results[key] = data
    for tournament, shown in rounds.items():
        for round_ in shown:
            if (tournament, round_["round"]) not in published:
                yield f"{tournament}: nobody was sent that round {round_['round']} was published"
            for match in round_["matches"]:
                if not match.get("outcome"):
                    continue
                last = results.get((tournament, round_["round"], match["table"]))
                if last is None:
                    yield f"{tournament}: nobody was sent the result of round {round_['round']}, table {match['table']}"
                elif last["match"].get("outcome") != match["outcome"]:
                    yield f"{tournament}: the last result sent of round {round_['round']}, table {match['table']} is old"
