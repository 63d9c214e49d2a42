"""A small client that knows nothing of the server but its OpenAPI document.

Operations are looked up in the document, what is sent and what comes back is checked against its schemas, and reports are
taken from the examples of the regulation's own schema. With that it runs a whole tournament.
"""

import json
import urllib.error
import urllib.request

import jsonschema_rs


class Refused(Exception):
    """An answer of the problem kind."""

    def __init__(self, problem):
        super().__init__(problem["detail"])
        self.problem = problem


class Client:
    def __init__(self, url, token=None):
        self.url = url
        self.token = token
        with urllib.request.urlopen(url + "/api/v1/openapi.json") as answer:
            self.document = json.load(answer)
        self.base = url + self.document["servers"][0]["url"]
        self.validators = {}

    def schema(self, schema):
        """A validator for a schema of the document, with the document's other schemas at hand."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            whole = {**schema, "components": self.document["components"]}
            self.validators[key] = jsonschema_rs.Draft202012Validator(whole)
        return self.validators[key]

    def resolved(self, value):
        if "$ref" not in value:
            return value
        found = self.document
        for step in value["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found

    def call(self, method, path, body=None, headers=None, **parts):
        """Calls an operation of the document by its method and path."""
        operation = self.document["paths"][path][method]
        address = self.base + path
        for name, value in parts.items():
            address = address.replace("{" + name + "}", str(value))
        sent = None
        headers = dict(headers or {})
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if body is not None:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.schema(schema).validate(body)
            sent = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(address, sent, headers, method=method.upper())
        try:
            with urllib.request.urlopen(request) as answer:
                return self.read(operation, answer)
        except urllib.error.HTTPError as answer:
            if answer.code == 304:
                return None
            raise Refused(self.read(operation, answer)) from None

    def read(self, operation, answer):
        status = str(answer.status)
        assert status in operation["responses"], f"{status} is not described"
        described = self.resolved(operation["responses"][status])
        text = answer.read()
        self.etag = answer.headers.get("ETag")
        if "content" not in described:
            return None
        kind = answer.headers.get_content_type()
        assert kind in described["content"], f"{kind} is not described"
        if not kind.endswith("json"):
            return text if kind in ("application/zip", "application/pdf") else text.decode()
        value = json.loads(text)
        self.schema(described["content"][kind]["schema"]).validate(value)
        return value


class Tournament:
    """A tournament run by commands alone."""

    def __init__(self, client, regulation, key="first"):
        self.client = client
        self.regulation = regulation
        choice = client.call("get", "/regulations/{regulation}", regulation=regulation)
        setup = {
            "name": "Harbour Open",
            "regulation": regulation,
            "tier": choice["tiers"][0],
            "structure": "custom",
            "date": "2026-11-21",
            "custom": {"rounds": 2, "cut": {"top": 4}},
        }
        key = {"Idempotency-Key": f"{key} {regulation}"}
        self.id = client.call("post", "/tournaments", setup, key)["id"]
        # The same again is the same tournament.
        assert client.call("post", "/tournaments", setup, key)["id"] == self.id

    def get(self, path="", **parts):
        return self.client.call("get", "/tournaments/{id}" + path, id=self.id, **parts)

    def give(self, command, seen=None, key=None):
        body = {"command": command}
        if seen is not None:
            body["seen"] = seen
        headers = {"Idempotency-Key": key} if key else None
        return self.client.call("post", "/tournaments/{id}/commands", body, headers, id=self.id)

    def report(self, stage):
        """The first example of the regulation's report that names a winner in this stage."""
        schemas = self.client.document["components"]["schemas"]
        name = self.regulation.capitalize() + "Report"
        for ending in schemas[name]["oneOf"]:
            report = self.client.resolved(ending)["examples"][0]
            try:
                scored = self.client.call(
                    "post",
                    "/regulations/{regulation}/score",
                    {"stage": stage, "report": report},
                    regulation=self.regulation,
                )
            except Refused:
                continue
            verdicts = {scored["outcome"][seat]["verdict"] for seat in "ab"}
            if verdicts == {"win", "loss"}:
                return report
        raise AssertionError("no report names a winner")

    def run(self, players):
        registered = self.give({"register": {"players": [{"name": name} for name in players]}})
        numbers = registered["players"]
        assert len(numbers) == len(players)
        self.give({"check_in": {"players": numbers, "present": True}})
        self.give({"start": {"phrase": "low tide"}})
        for step in range(100):
            now = self.get()
            action = now["next"]["action"]
            if action == "nothing":
                return now
            if action == "collect":
                self.collect(now["round"])
            else:
                words = {"cut": {"cut": {"later_day": False}}}
                command = words.get(action, action)
                done = self.give(command, seen=now["position"], key=f"step {step}")
                again = self.give(command, seen=now["position"], key=f"step {step}")
                assert done["position"] == again["position"], "done twice"
        raise AssertionError("the tournament does not end")

    def collect(self, number):
        played = self.get("/rounds/{round}", round=number)
        usual = self.report(played["stage"])
        for match in played["matches"]:
            if match["status"] != "playing":
                continue
            report = dict(usual)
            if match["dark"] and "dark" in report:
                report["dark"] = match["dark"]
            self.give({"report": {"table": match["table"], "report": report}})
