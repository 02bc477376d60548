"""Headless Chromium, driven over a pipe with nothing but Python's standard library."""
import base64
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading


class Chromium:
    """A browser of its own, spoken to in the DevTools protocol: JSON objects that end with a zero byte."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.events, events = os.pipe()

        def pipes():  # where --remote-debugging-pipe reads and writes
            high = [os.dup(commands), os.dup(events)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "--window-size=1180,860", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.last = 0
        self.inbox = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while data := os.read(self.events, 1 << 16):
            *messages, rest = (rest + data).split(b"\0")
            for message in messages:
                self.inbox.put(json.loads(message))

    def send(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        return self.last

    def call(self, method, session=None, **params):
        number = self.send(method, session, **params)
        while True:
            answer = self.inbox.get(timeout=60)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    def __init__(self, browser, address):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=address)

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def send(self, method, **params):
        self.browser.send(method, self.session, **params)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def until(self, condition, limit=30):
        """Waits in the page until the condition holds there."""
        self.js(
            f"new Promise((go, no) => {{ const end = Date.now() + {limit * 1000}; (function look() {{"
            f" if ({condition}) go(); else if (Date.now() > end) no(new Error('never: ' + {json.dumps(condition)}));"
            f" else setTimeout(look, 20); }})(); }})")

    def shot(self, name):
        if folder := os.environ.get("SCREENSHOTS"):
            data = self.call("Page.captureScreenshot", format="png")["data"]
            with open(os.path.join(folder, name + ".png"), "wb") as file:
                file.write(base64.b64decode(data))
