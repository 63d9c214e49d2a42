"""The tests of the API against the real program: examples against schemas, whole tournaments, and schemathesis.

Usage: run.py PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from openapi_spec_validator import validate

from client import Client, Refused, Tournament
from server import Server

NAMES = "Ada Okafor,Bram Lindqvist,Cleo Mansour,Dario Rinaldi,Elif Aydin,Finn Sorensen,Greta Holm,Hugo Marchetti,Ida Berg"
REGULATIONS = ["xwing", "armada", "legion", "conquest", "cardgame"]
# What schemathesis looks for; that a command in the right form may still be refused is what commands are.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "missing_required_header",
]
# Requests for each operation, and seconds for all of it.
EXAMPLES = "8"
LONGEST = 600


def valid(client):
    """The document is what the specification of OpenAPI says."""
    validate(client.document)
    print("the description is a valid OpenAPI document")


def examples(client):
    """Every example in the document is what its schema says."""
    count = 0

    def walk(schema):
        nonlocal count
        if isinstance(schema, list):
            for one in schema:
                walk(one)
        if isinstance(schema, dict):
            for example in schema.get("examples", []):
                client.schema({name: value for name, value in schema.items() if name != "examples"}).validate(example)
                count += 1
            for one in schema.values():
                walk(one)

    walk(client.document["components"]["schemas"])
    assert count > 60, f"only {count} examples"
    print(f"{count} examples are what their schemas say")


def whole(server, token):
    """A tournament under each regulation, from creation to champion, by a client that only read the document."""
    for regulation in REGULATIONS:
        client = Client(server.url, token)
        tournament = Tournament(client, regulation)
        end = tournament.run(NAMES.split(","))
        assert end["phase"] == "finished" and end["champion"], end
        tag = client.etag
        assert client.call("get", "/tournaments/{id}", headers={"If-None-Match": tag}, id=tournament.id) is None
        journal = tournament.get("/journal")
        carried(tournament, journal)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(journal)
            file.flush()
            subprocess.run([server.program, "verify", file.name], check=True, stdout=subprocess.DEVNULL)
        print(f"{regulation}: {end['champion']['name']} wins in line {end['position']}, and the journal verifies")


def carried(tournament, journal):
    """Files and figures of a tournament, and what becomes of its journal where it is already."""
    client = tournament.client
    assert tournament.get("/statistics")["statistics"]["games"] > 0
    path = "/tournaments/{id}/files/{file}"
    parameters = client.document["paths"][path]["get"]["parameters"]
    names = next(one["schema"]["enum"] for one in parameters if one["name"] == "file")
    assert len(names) == 9, names
    for name in names:
        try:
            assert tournament.get("/files/{file}", file=name), name
        except Refused as refused:
            # Other programs know their own game only.
            assert refused.problem["status"] == 422 and name.endswith(".json"), refused.problem
    seen = client.call("post", "/imports/preview", {"file": journal})
    assert seen["journal"]["here"]["id"] == tournament.id, seen
    key = {"Idempotency-Key": "bring " + tournament.id}
    for _ in range(2):
        assert client.call("post", "/imports", {"file": journal}, key)["id"] == tournament.id


def stale(server, token):
    """What rests on an old position is not done, and says where the tournament is now."""
    client = Client(server.url, token)
    tournament = Tournament(client, "xwing", key="second")
    tournament.give({"register": {"players": [{"name": "Ada Okafor"}]}})
    try:
        tournament.give({"register": {"players": [{"name": "Bram Lindqvist"}]}}, seen=1)
    except Refused as refused:
        assert refused.problem["status"] == 409 and refused.problem["position"] == 2, refused.problem
    else:
        raise AssertionError("done although it was stale")
    return tournament


def schemathesis(server, token, tournament):
    """Nothing answers with 5xx, and nothing answers otherwise than described."""
    began = time.monotonic()
    document = Client(server.url).document
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "id":
                    # A tournament that is there; what is wrong on purpose is still something else.
                    parameter["schema"]["enum"] = [tournament]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "openapi.json").write_text(json.dumps(document))
        (folder / "schemathesis.toml").write_text(
            "[phases.stateful]\nenabled = false\n"
            # Every boundary of every command would be tens of thousands of requests; they are fuzzed instead.
            '[[operations]]\ninclude-path = ["/tournaments/{id}/commands", "/tournaments/{id}/preview"]\n'
            "phases.coverage.enabled = false\n"
        )
        command = [
            *[str(pathlib.Path(sys.executable).parent / "st"), "run", "openapi.json"],
            *["--url", server.url + "/api/v1", "--header", "Authorization: Bearer " + token],
            *["--checks", ",".join(CHECKS), "--max-examples", EXAMPLES, "--seed", "7"],
            # Events stay open for ever; tests of the server follow them.
            *["--exclude-path", "/tournaments/{id}/events"],
            *["--workers", "2", "--request-timeout", "20", "--continue-on-failure", "--warnings", "off"],
            # How fast a busy machine makes up its data says nothing about the server.
            *["--suppress-health-check", "too_slow"],
        ]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
        try:
            done = subprocess.run(command, cwd=folder, env=environment, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            raise SystemExit(f"schemathesis took longer than {LONGEST} seconds") from None
    print(f"schemathesis ended after {time.monotonic() - began:.0f} s")
    if done.returncode != 0:
        raise SystemExit("schemathesis found something")


def main():
    with Server(sys.argv[1]) as server:
        token = server.token("desk")
        valid(Client(server.url))
        examples(Client(server.url))
        whole(server, token)
        tournament = stale(server, token)
        schemathesis(server, token, tournament.id)
        assert server.process.poll() is None, "the server ended"


main()
