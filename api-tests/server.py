"""A real server for the tests of the API: the built program over an empty folder, on a free port of this machine."""

import json
import re
import subprocess
import tempfile
import urllib.parse
import urllib.request


class Server:
    """Starts the program, becomes its owner, and makes tokens with its own command line."""

    account = "Ines Vale"

    def __init__(self, program):
        self.program = program
        self.data = tempfile.TemporaryDirectory(prefix="muster-api-")
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", self.data.name],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            self.claim()
        except BaseException:
            self.__exit__()
            raise

    def claim(self):
        """Reads where the server is and becomes its owner."""
        self.url = welcome = None
        for line in self.process.stdout:
            if found := re.search(r"open at (http://\S+)", line):
                self.url = found[1]
            if found := re.search(r"http://\S+/welcome/\S+", line):
                welcome = found[0]
            if line.startswith("Stop with"):
                break
        if not self.url or not welcome:
            raise SystemExit("the server did not start")
        form = urllib.parse.urlencode({"name": self.account, "password": "correct horse"})
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        browser.open(welcome, form.encode()).read()

    def token(self, purpose):
        made = subprocess.run(
            [self.program, "token", "new", "tests", "--purpose", purpose, "--account", self.account]
            + ["--data", self.data.name, "--json"],
            check=True,
            capture_output=True,
            text=True,
        )
        return json.loads(made.stdout)["token"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.data.cleanup()
