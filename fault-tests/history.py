"""What clients were told, and whether the journals agree with it."""

import collections
import dataclasses
import hashlib
import json
import time


@dataclasses.dataclass
class Told:
    """One command and its answer."""

    client: str
    command: object
    asked: float
    answered: float | None = None
    position: int | None = None


class History:
    def __init__(self):
        self.told = collections.defaultdict(list)
        self.reads = 0
        self.retries = 0
        # What is wrong whatever the journals say.
        self.wrong = []
        # What was read at a position of a tournament, and who read it.
        self.shown = {}

    def ask(self, tournament, client, command):
        told = Told(client, command, time.monotonic())
        self.told[tournament].append(told)
        return told

    @staticmethod
    def answer(told, position):
        told.answered = time.monotonic()
        told.position = position

    def saw(self, client, tournament, path, before, value):
        """Notes what a client read who had seen an earlier position. Everybody sees the same at one position."""
        self.reads += 1
        now = value["position"]
        if now < before:
            self.wrong.append(f"{client} saw {tournament} at {before}, then at {now}")
        text = json.dumps({name: part for name, part in value.items() if name != "clock"}, sort_keys=True)
        digest = hashlib.sha256(text.encode()).digest()
        first = self.shown.setdefault((tournament, path, now), (client, digest))
        if first[1] != digest:
            self.wrong.append(f"{first[0]} and {client} saw different {path or 'heads'} of {tournament} at {now}")

    def count(self):
        return sum(len(told) for told in self.told.values())

    def check(self, journals):
        """Returns everything that is wrong."""
        wrong = list(self.wrong)
        for tournament, lines in journals.items():
            told = self.told[tournament]
            faults = [*check_told(lines, told), *check_draws(lines)]
            wrong += [f"{tournament}: {fault}" for fault in faults]
        for (tournament, _, position), (client, _) in self.shown.items():
            if position > len(journals[tournament]):
                wrong.append(f"{client} saw {tournament} at {position}, which is not there")
        return wrong


def comparable(command):
    """What can be compared of a command as clients give it and as journals keep it: the name, and of a report its place and
    scores. A journal names the regulation of a report."""
    if isinstance(command, str):
        return command, None
    (name, body), = command.items()
    if not isinstance(body, dict) or "report" not in body:
        return name, None
    report = body["report"]
    if len(report) == 1:
        report, = report.values()
    return name, (body.get("round"), body["table"], report["a"]["score"], report["b"]["score"])


def check_told(lines, told):
    """Every acknowledged command is there once, and in an order that clients could have seen."""
    for number, line in enumerate(lines, 1):
        if line["core"]["n"] != number:
            yield f"line {number} has the number {line['core']['n']}"
    seen = {}
    for one in told:
        if one.position is None:
            yield f"{one.client} got no answer to {one.command}"
            continue
        if one.position in seen:
            yield f"line {one.position} answered both {seen[one.position].command} and {one.command}"
        seen[one.position] = one
        if not 0 < one.position <= len(lines):
            yield f"line {one.position} was acknowledged and is not there: {one.command}"
            continue
        there = comparable(lines[one.position - 1]["core"]["entry"]["do"])
        if there != comparable(one.command):
            yield f"line {one.position} is {there}, acknowledged was {one.command}"
    # Clients ask until they get an answer, so every line but the first (which creates) has one.
    for number, line in enumerate(lines[1:], 2):
        if number not in seen:
            yield f"line {number} is there twice or from nowhere: {comparable(line['core']['entry']['do'])}"
    # Whatever was answered before something else was asked comes before it.
    answered = sorted((one for one in told if one.position), key=lambda one: one.answered)
    newest, index = 0, 0
    for one in sorted(answered, key=lambda one: one.asked):
        while index < len(answered) and answered[index].answered < one.asked:
            newest = max(newest, answered[index].position)
            index += 1
        if one.position <= newest:
            yield f"line {one.position} was asked for after line {newest} was acknowledged"


def check_draws(lines):
    """No draw was made twice: attempts of a round count up, and no seed comes again."""
    attempts, seeds = collections.Counter(), set()
    for line in lines:
        gave = line["core"]["entry"].get("gave")
        drawn = gave.get("drawn") if isinstance(gave, dict) else None
        if drawn is None:
            continue
        attempts[drawn["round"]] += 1
        if drawn["attempt"] != attempts[drawn["round"]]:
            yield f"draw {attempts[drawn['round']]} of round {drawn['round']} is counted as {drawn['attempt']}"
        if drawn["seed"] in seeds:
            yield f"the seed of round {drawn['round']}, draw {drawn['attempt']} was used before"
        seeds.add(drawn["seed"])


def check_webhooks(deliveries, rounds):
    """Every published round and every result reached the receiver under one id; one id always carries one body."""
    bodies = {}
    for identifier, body in deliveries:
        if bodies.setdefault(identifier, body) != body:
            yield f"two bodies under the webhook id {identifier}"
    published, results = collections.Counter(), {}
    for body in bodies.values():
        event = json.loads(body)
        data = event["data"]
        tournament = data["tournament"]["id"]
        if event["type"] == "round.published":
            published[tournament, data["round"]["round"]] += 1
        if event["type"] == "match.result":
            key = (tournament, data["round"], data["match"]["table"])
            if key not in results or results[key]["position"] < data["position"]:
                results[key] = data
    for tournament, shown in rounds.items():
        for round_ in shown:
            times = published[tournament, round_["round"]]
            if times != 1:
                yield f"{tournament}: {times} ids say that round {round_['round']} was published"
            for match in round_["matches"]:
                if not match.get("outcome"):
                    continue
                last = results.get((tournament, round_["round"], match["table"]))
                if last is None:
                    yield f"{tournament}: nobody was sent the result of round {round_['round']}, table {match['table']}"
                elif last["match"].get("outcome") != match["outcome"]:
                    yield f"{tournament}: the last result sent of round {round_['round']}, table {match['table']} is old"
