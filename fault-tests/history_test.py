"""Tests the checker of histories with histories that are known to be good or bad."""

import json
import sys

from history import History, Told, check_draws, check_told, check_webhooks


def line(number, did, **gave):
    entry = {"do": did, "gave": gave} if gave else {"do": did}
    return {"core": {"n": number, "entry": entry}}


def scored(a, b):
    return {"ending": "time", "a": {"score": a}, "b": {"score": b}}


def report(a, b):
    return {"report": {"table": 1, "report": scored(a, b)}}


def kept(a, b):
    return {"report": {"table": 1, "report": {"xwing": scored(a, b)}}}


def drawn(number, round_, attempt, seed):
    return line(number, "draft", drawn={"round": round_, "attempt": attempt, "seed": seed})


LINES = [line(1, {"create": {}}), line(2, kept(100, 1)), line(3, kept(100, 2)), line(4, "finish_round")]
FIRST = Told("ann", report(100, 1), 0, 1, 2)
SECOND = Told("ben", report(100, 2), 0, 3, 3)
THIRD = Told("ann", "finish_round", 4, 5, 4)


def body(kind, **data):
    return json.dumps({"type": kind, "data": {"tournament": {"id": "t"}, **data}})


def result(position, verdict):
    return body("match.result", position=position, round=1, match={"table": 1, "outcome": verdict})


PUBLISHED = ("a", body("round.published", round={"round": 1}))
ROUNDS = {"t": [{"round": 1, "matches": [{"table": 1, "outcome": "won"}, {"table": 2}]}]}


def read_twice(first, second):
    history = History()
    history.told["t"] = [FIRST, SECOND, THIRD]
    history.saw("ann", "t", "/rounds/1", 0, first)
    history.saw("ben", "t", "/rounds/1", first["position"], second)
    return history.check({"t": LINES})


CASES = [
    # name, what is found, what must be said about it ("" is nothing)
    ("good", check_told(LINES, [FIRST, SECOND, THIRD]), ""),
    ("an acknowledged command is lost", check_told(LINES[:3], [FIRST, SECOND, THIRD]), "is not there"),
    ("a command is there twice", check_told([*LINES, line(5, "finish_round")], [FIRST, SECOND, THIRD]), "twice or from nowhere"),
    ("another command is there", check_told([LINES[0], LINES[2], LINES[1], LINES[3]], [FIRST, SECOND, THIRD]), "has the number"),
    ("one line answers two", check_told(LINES, [FIRST, SECOND, Told("ben", report(100, 2), 0, 3, 3), THIRD]), "answered both"),
    ("other scores are there", check_told(LINES, [FIRST, Told("ben", report(100, 3), 0, 3, 3), THIRD]), "acknowledged was"),
    ("nobody answered", check_told(LINES, [FIRST, SECOND, Told("ann", "finish_round", 4)]), "got no answer"),
    ("the order is not what clients saw", check_told(LINES, [
        Told("ann", report(100, 1), 4, 5, 2), Told("ben", report(100, 2), 0, 3, 3), Told("ann", "finish_round", 6, 7, 4),
    ]), "was asked for after"),
    ("draws are good", check_draws([drawn(1, 1, 1, "x"), drawn(2, 1, 2, "y"), drawn(3, 2, 1, "z")]), ""),
    ("a draw was made twice", check_draws([drawn(1, 1, 1, "x"), drawn(2, 1, 1, "y")]), "is counted as"),
    ("a seed was used twice", check_draws([drawn(1, 1, 1, "x"), drawn(2, 2, 1, "x")]), "was used before"),
    ("reads are good", read_twice({"position": 3, "m": 1}, {"position": 4, "m": 2}), ""),
    ("somebody read backwards", read_twice({"position": 4}, {"position": 3}), "then at 3"),
    ("one position looks different", read_twice({"position": 4, "m": 1}, {"position": 4, "m": 2}), "saw different"),
    ("something was seen that is gone", read_twice({"position": 4}, {"position": 5}), "which is not there"),
    ("webhooks are good", check_webhooks([PUBLISHED, PUBLISHED, ("b", result(2, "lost")), ("c", result(3, "won"))], ROUNDS), ""),
    ("a webhook was lost", check_webhooks([("b", result(2, "won"))], ROUNDS), "0 ids say"),
    ("a webhook has two ids", check_webhooks([PUBLISHED, ("x", PUBLISHED[1]), ("b", result(2, "won"))], ROUNDS), "2 ids say"),
    ("one id has two bodies", check_webhooks([PUBLISHED, ("a", result(3, "won"))], ROUNDS), "two bodies"),
    ("a result was lost", check_webhooks([PUBLISHED], ROUNDS), "nobody was sent the result"),
    ("the last result was lost", check_webhooks([PUBLISHED, ("b", result(2, "lost"))], ROUNDS), "is old"),
]

failed = 0
for name, found, expected in CASES:
    found = list(found)
    if any(expected in fault for fault in found) if expected else not found:
        continue
    failed += 1
    print(f"{name}: expected {expected or 'nothing'!r}, found {found}", file=sys.stderr)
if failed:
    sys.exit(f"{failed} of {len(CASES)} histories are judged wrong")
print(f"{len(CASES)} histories are judged right")
