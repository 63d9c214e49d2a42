"""Clients that generators make from the OpenAPI document, against the real program.

openapi-python-client: every operation is there, and a whole tournament is run with its typed functions.
openapi-typescript: a file that uses every operation passes `tsc`.
swagger-typescript-api: every operation is there, and the client passes `tsc`.

Usage: clients.py PROGRAM NODE_MODULES
"""

import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from client import Client
from server import Server

NAMES = ["Ada Okafor", "Bram Lindqvist", "Cleo Mansour", "Dario Rinaldi", "Elif Aydin"]
# Words that say nothing without the page they are on.
VAGUE = {"Place", "Side", "Told", "Who", "Answer", "Done", "Kind", "Item", "Data", "Size", "Step", "Person"}
METHODS = {"get", "post", "put", "delete", "patch"}


def operations(document):
    return [
        (method, path, operation["operationId"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def names(document):
    """Schemas have descriptive names that stay unique however a generator spells them."""
    schemas = document["components"]["schemas"]
    assert not VAGUE & set(schemas), VAGUE & set(schemas)
    folded = {}
    for name in schemas:
        other = folded.setdefault(re.sub("[^a-z0-9]", "", name.lower()), name)
        assert other == name, f"{name} and {other} become one name"
    ids = [one for _, _, one in operations(document)]
    assert len(ids) == len(set(ids)), "an operation id is there twice"
    print(f"{len(schemas)} schemas and {len(ids)} operations have names of their own")


def run(*command, cwd=None):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def python(folder, document, server):
    """Generates the Python client, counts its operations and runs a tournament with it."""
    generator = pathlib.Path(sys.executable).parent / "openapi-python-client"
    run(generator, "generate", "--path", document, "--output-path", folder / "muster_client", "--meta", "none")
    wanted = {re.sub("(?<!^)(?=[A-Z])", "_", one).lower() for _, _, one in operations(json.loads(document.read_text()))}
    made = {file.stem for file in (folder / "muster_client" / "api").glob("*/*.py")} - {"__init__"}
    assert made == wanted, f"missing: {wanted - made}, unexpected: {made - wanted}"
    sys.path.insert(0, str(folder))
    models = importlib.import_module("muster_client.models")
    client = importlib.import_module("muster_client.client")
    connection = client.AuthenticatedClient(base_url=server.url + "/api/v1", token=server.token("desk"))

    def call(module, *arguments, **named):
        function = importlib.import_module("muster_client.api." + module).sync
        answer = function(*arguments, client=connection, **named)
        assert answer is not None and not isinstance(answer, models.Problem), answer
        return answer

    setup = models.TournamentSetup(
        name="Harbour Open",
        regulation=models.Regulation.XWING,
        tier=models.Tier.RELAXED,
        structure=models.StructureKind.CUSTOM,
        custom=models.CustomStructure(rounds=2, cut=models.CutRuleTop(top=2)),
    )
    created = call("tournaments.create_tournament", body=setup)

    def give(command):
        answer = call("commands.give_command", created.id, body=models.CommandRequest(command=command))
        assert isinstance(answer, models.CommandDone), answer
        return answer

    entrants = [models.Entrant(name=name) for name in NAMES]
    registered = give(models.CommandRegister(register=models.Register(players=entrants)))
    assert len(registered.players) == len(NAMES)
    give(models.CommandCheckIn(check_in=models.CommandCheckInCheckIn(players=registered.players, present=True)))
    give(models.CommandStart(start=models.CommandStartStart()))
    for number in (1, 2):
        give(models.CommandDraft.DRAFT)
        play(call, give, models, created.id, number)
    give(models.CommandCut(cut=models.CommandCutCut(later_day=False)))
    give(models.CommandDraft.DRAFT)
    play(call, give, models, created.id, 3)
    give(models.CommandFinish.FINISH)
    standings = call("standings.read_standings", created.id)
    assert [one.rank for one in standings.ranks] == [1, 2, 3, 4, 5], standings
    assert standings.places[0].first == 1
    end = call("tournaments.read_tournament", created.id)
    assert end.phase == models.TournamentPhase.FINISHED and end.champion.name in NAMES, end
    assert call("rounds.read_bracket", created.id).champion.player == end.champion.player
    print(f"openapi-python-client: {len(made)} operations; {end.champion.name} wins a tournament run with its types")


def play(call, give, models, tournament, number):
    """Publishes a round, reports every table with the typed report, and finishes the round."""
    give(models.CommandPublish.PUBLISH)
    shown = call("rounds.read_round", tournament, number)
    assert shown.status == models.RoundStatus.PUBLISHED, shown
    for match in shown.matches:
        report = models.XwingReportTime(
            ending="time", a=models.XwingReportTimeA(score=77), b=models.XwingReportTimeB(score=49)
        )
        give(models.CommandReport(report=models.CommandReportReport(table=match.table, report=report)))
    give(models.CommandFinishRound.FINISH_ROUND)


def typescript(folder, document, modules):
    """Types of openapi-typescript: every operation of the document is one of theirs."""
    run(modules / ".bin" / "openapi-typescript", document, "-o", folder / "schema.d.ts")
    wanted = operations(json.loads(document.read_text()))
    lines = ['import type { operations, paths } from "./schema";']
    for index, (method, path, one) in enumerate(wanted):
        lines.append(f'export type Path{index} = paths["{path}"]["{method}"]["responses"];')
        lines.append(f'export type Operation{index} = operations["{one}"]["responses"];')
    (folder / "every.ts").write_text("\n".join(lines))
    checked(folder, "every.ts", modules)
    print(f"openapi-typescript: {len(wanted)} operations pass tsc")


def swagger(folder, document, modules):
    """The client of swagger-typescript-api has every operation and passes tsc."""
    command = modules / ".bin" / "swagger-typescript-api"
    run(command, "generate", "-p", document, "-o", folder, "-n", "client.ts", "--silent")
    made = set(re.findall(r"@request \w+:(\S+)", (folder / "client.ts").read_text()))
    count = len(re.findall(r"@request ", (folder / "client.ts").read_text()))
    wanted = operations(json.loads(document.read_text()))
    assert made and count == len(wanted), f"{count} operations instead of {len(wanted)}"
    checked(folder, "client.ts", modules)
    print(f"swagger-typescript-api: {count} operations pass tsc")


def checked(folder, file, modules):
    options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"]
    run(modules / ".bin" / "tsc", *options, "--moduleResolution", "bundler", "--lib", "es2022,dom", file, cwd=folder)


def main():
    program, modules = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    with Server(program) as server, tempfile.TemporaryDirectory(prefix="muster-clients-") as folder:
        folder = pathlib.Path(folder)
        document = Client(server.url).document
        names(document)
        (folder / "openapi.json").write_text(json.dumps(document))
        python(folder, folder / "openapi.json", server)
        typescript(folder, folder / "openapi.json", modules)
        swagger(folder, folder / "openapi.json", modules)


main()
