"""Drives the example in headless Chromium, over a pipe, with nothing but Python's standard library.

usage: drive.py BINARY CHROMIUM

It prints a line for each thing it has seen, and takes the SEED and STEPS of its random walk from the environment.
SCREENSHOTS names a folder for pictures.
"""
import base64
import json
import os
import queue
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request


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


class Server:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://[0-9.]+:\d+/", self.process.stdout.readline()).group()

    def request(self, path, headers={}, method="GET"):
        request = urllib.request.Request(self.address + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, b""

    def turn(self, screen="movies", **knobs):
        query = "&".join(f"{name}={value}" for name, value in knobs.items())
        assert self.request(f"{screen}/turn?{query}", method="POST")[0] == 204

    def counts(self, screen="movies"):
        return json.loads(self.request(f"{screen}/counts")[1])

    def close(self):
        self.process.kill()
        self.process.wait()


STARTED = time.monotonic()
LISTENS = "window.list?.counts.length > 0"
KEYS = "[...document.querySelectorAll('#list ol')].map(list => [...list.querySelectorAll('li:not(.gone)')].map(li => li.dataset.key))"


def expect(condition, text):
    if not condition:
        raise AssertionError(text)
    print(f"  {time.monotonic() - STARTED:5.1f} s  {text}", flush=True)


def opened(browser, server, screen="movies"):
    """A page that shows its list; the list is `list` in its window, and `kinds` what its updates held."""
    page = Page(browser, server.address + screen)
    page.until("document.readyState === 'complete'")
    page.js("""import('/page.js').then(({ list }) => {
        Object.assign(window, { list, kinds: {} });
        const update = list.update.bind(list);
        list.update = (message) => {
          for (const kind of ['deletes', 'inserts', 'moves', 'reloads']) if (message[kind].length) kinds[kind] = (kinds[kind] ?? 0) + 1;
          return update(message);
        };
      })""")
    page.until(LISTENS)
    return page


def same_counts(server, page, screen="movies"):
    """Waits until nothing is on its way, and the page has heard all."""
    for _ in range(300):
        model = server.counts(screen)
        own, drawn = page.js("list.counts"), page.js(KEYS + ".map(keys => keys.length)")
        if model == own == drawn:
            break
        time.sleep(0.1)
    return model == own == drawn, f"the model counts {model}, the page {own}, and draws {drawn}"


# What the list in the page says of wrong updates: counts before and after, the update, UIKit's words.
REFUSALS = [
    ([5], [4], {}, "Invalid update: invalid number of items in section 0.  The number of items contained in an existing section after the update (4) must be equal to the number of items contained in that section before the update (5), plus or minus the number of items inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into or out of that section (0 moved in, 0 moved out)."),
    ([2, 0], [1, 1], {"moves": [[[0, 0], [1, 0]]]}, None),
    ([2], [2], {"deletes": [[0, 2]]}, "attempt to delete item 2 from section 0 which only contains 2 items before the update"),
    ([0], [38], {"inserts": [{"path": [0, 38]}]}, "attempt to insert item 38 into section 0, but there are only 38 items in section 0 after the update"),
    ([2], [2], {"moves": [[[0, 0], [0, 2]]]}, "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 0 - 2}) that does not exist - there are only 2 items in section 0 after the update"),
    ([2], [2], {"deletes": [[0, 0]], "moves": [[[0, 0], [0, 1]]]}, "attempt to perform a delete and a move from the same index path (0-0)"),
    ([1], [1, 1], {}, "Invalid update: invalid number of sections.  The number of sections contained in the collection view after the update (2) must be equal to the number of sections contained in the collection view before the update (1), plus or minus the number of sections inserted or deleted (0 inserted, 0 deleted)."),
    ([3, 1], [9, 1], {"reloads": [{"section": 0}]}, None),
    ([3, 1], [9, 2], {"reloads": [{"section": 0}]}, "Invalid update: invalid number of items in section 1.  The number of items contained in an existing section after the update (2) must be equal to the number of items contained in that section before the update (1), plus or minus the number of items inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into or out of that section (0 moved in, 0 moved out)."),
]


def judge(page):
    for before, after, update, words in REFUSALS:
        said = page.js(
            "import('/list.js').then(({ check }) => { try { check(%s, %s, %s); return null; }"
            " catch (error) { return error.message; } })" % (json.dumps(before), json.dumps(after), json.dumps(update)))
        assert said == words, f"{before} to {after} by {update}: {said}"
    print(f"        {len(REFUSALS)} updates are judged in UIKit's words")


def locked(server):
    host = server.address.split("/")[2]
    statuses = [
        server.request("movies", {"Host": "evil.example"})[0],
        server.request("movies", {"Host": "127.0.0.1.evil.example:80"})[0],
        server.request("movies/more", {"Origin": "http://evil.example"}, "POST")[0],
        server.request("movies/more", {"Origin": "null"}, "POST")[0],
        server.request("movies/more", {"Origin": "http://127.0.0.1:1"}, "POST")[0],
    ]
    expect(statuses == [403] * 5, "a foreign Host or Origin is refused")
    expect(server.request("movies/turn", {"Origin": f"http://{host}"}, "POST")[0] == 204, "the page's own is not")
    try:
        socket.create_connection(("127.0.0.2", int(host.split(":")[1])), timeout=5).close()
        expect(False, "it listens on 127.0.0.2, too")
    except ConnectionRefusedError:
        print("        it listens on 127.0.0.1 alone")


def walk(page, steps, seed):
    """Clicks and scrolls at random, in the page."""
    steps_taken = random.Random(seed)
    for _ in range(steps):
        number = steps_taken.randrange(1 << 16)
        kind = steps_taken.choices(["header", "delete", "scroll", "#more", "#refresh"], [30, 25, 35, 9, 1])[0]
        if kind == "header":  # sort, sort, refresh or retry, in one of the sections
            button = [0, 0, 1, 2][number // 4 % 4]
            action = f"document.querySelectorAll('#list header')[{number % 4}].querySelectorAll('button')[{button}].click()"
        elif kind == "delete":
            action = f"const all = document.querySelectorAll('#list li:not(.gone) button'); all[{number} % all.length]?.click()"
        elif kind == "scroll":
            action = f"const top = document.getElementById('list'); top.scrollTop = {number / (1 << 16)} * top.scrollHeight"
        else:
            action = f"document.querySelector('{kind}').click()"
        page.js(f"new Promise((over) => {{ {action}; setTimeout(over, {number % 60}); }})")


def keyboard(server, page):
    """Tab, arrows and Delete are all that is needed."""
    def press(key, code):
        for kind in ("keyDown", "keyUp"):
            page.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    focused = "document.activeElement.closest('li')?.dataset.key"
    page.until("document.querySelectorAll('#list li[data-key]').length > 10")
    page.js("document.querySelector('nav a:last-child').focus()")
    press("Tab", 9)
    first = page.js(focused)
    for _ in range(2):
        press("ArrowDown", 40)
    key = page.js(focused)
    expect(key and key != first, "Tab enters the list, arrow keys walk through it")
    press("Delete", 46)
    page.until(f"![...document.querySelectorAll('#list li')].some(li => li.dataset.key === {json.dumps(key)} && li.closest('section') === document.querySelector('#list section'))")
    expect(page.js(focused) is not None, "Delete deletes, and the focus goes on to the neighbour")
    order = page.js("[...document.querySelectorAll('button, a, input, [tabindex]')].every(e => e.matches('[aria-label]') || e.textContent.trim() || e.closest('label') || e.tabIndex < 0)")
    expect(order, "everything that takes the focus has a name")


# The key of the first row on the screen, and its distance from the upper edge in pixels.
PLACE = """(() => {
    const list = document.getElementById('list'), top = list.getBoundingClientRect().top;
    const row = [...list.querySelectorAll('li:not(.gone)')].find(li => li.getBoundingClientRect().bottom > top);
    return [row?.dataset.key, row?.getBoundingClientRect().top - top];
})()"""


def conversation(server, browser):
    """Begins in the middle, grows at both ends, and what is read stays where it is."""
    server.turn("chat", latency=0, failures=0, animation=200)
    page = opened(browser, server, "chat")
    page.until("list.counts[0] >= 25 && list.running === 0")
    keys = "[...document.querySelectorAll('#list li:not(.gone)')].map(li => +li.dataset.key)"
    expect(page.js(f"new Set([...document.querySelectorAll('#list li')].map(li => li.offsetHeight)).size > 1"),
           "rows have different heights")
    for motion in ("no-preference", "reduce"):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        page.js("document.getElementById('list').scrollTop = 333")
        expect(*same_counts(server, page, "chat"))
        place, count = page.js(PLACE), page.js("list.counts[0]")
        for _ in range(2):
            page.js("document.getElementById('older').click()")
            time.sleep(0.3)
            expect(*same_counts(server, page, "chat"))
        page.until("list.running === 0")
        added, now = page.js("list.counts[0]") - count, page.js(PLACE)
        expect(added >= 50 and now[0] == place[0] and abs(now[1] - place[1]) < 1,
               f"motion {motion}: {added} rows have come in above row {now[0]}, which stays {now[1]:.1f} px below the edge ({place[1]:.1f} before)")
    shown = page.js(keys)
    expect(shown == list(range(shown[0], shown[-1] + 1)), f"rows {shown[0]} to {shown[-1]} stand in order, without a gap")
    page.shot("chat")
    page.close()


def steps_taken(server, browser):
    seed, steps = int(os.environ.get("SEED", random.randrange(1 << 30))), int(os.environ.get("STEPS", 300))
    print(f"{steps} random steps, SEED={seed}")
    page, other = opened(browser, server), opened(browser, server)
    server.turn(latency=60, failures=15, animation=60)
    walk(page, steps, seed)
    server.turn(failures=0)
    for each in (page, other):
        expect(*same_counts(server, each))
        expect(each.js("list.overlaps") == 0 and each.js("document.getElementById('crash').hidden"),
               f"no update was refused, none overlapped another: {each.js('kinds')}")
    expect(steps < 300 or all(page.js(f"kinds.{kind} > 5") for kind in ("deletes", "inserts", "moves")),
           "they were of every kind but reloads, which come with first pages alone")
    fresh = opened(browser, server)
    expect(page.js(KEYS) == other.js(KEYS) == fresh.js(KEYS), "both pages draw what a new page draws")
    for each in (page, other, fresh):
        each.close()


def gone(server, browser, program, browsers):
    """Pages that are left, killed or silent while an animation runs."""
    page = opened(browser, server)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    server.turn(latency=0, failures=0, animation=2000)

    def change(while_running=None):
        """One change; the time until it is over, whatever the other page does meanwhile."""
        start = time.monotonic()
        key = page.js(KEYS + "[0][0]")
        page.js(f"fetch('/movies/delete?section=0&key={key}', {{ method: 'POST' }})")
        if while_running:
            while_running()
        expect(*same_counts(server, page))
        seconds = time.monotonic() - start
        assert seconds < 10, f"it took {seconds:.1f} s"  # the patience of 3 s, and a slow machine
        return seconds

    print(f"        no motion: {change():.1f} s instead of 2")
    left = opened(browser, server)

    def leave():
        left.until("list.running > 0")
        left.call("Page.navigate", url="about:blank")

    print(f"        a page is left in an animation: the next change after {change(leave):.1f} s")
    left.close()

    killed = Chromium(program)
    browsers.append(killed)
    victim = opened(killed, server)

    def kill():
        victim.until("list.running > 0")
        killed.process.kill()

    print(f"        a browser is killed in an animation: the next change after {change(kill):.1f} s")

    silent = opened(browser, server)
    silent.send("Runtime.evaluate", expression="for (const end = Date.now() + 8000; Date.now() < end;);")
    time.sleep(0.2)
    print(f"        a page is silent: the next change after {change():.1f} s, the one after that {change():.1f} s later")
    expect(*same_counts(server, silent))
    print("        when it is back it has connected again")
    silent.close()


def without_gate(server, browser):
    server.turn(latency=0, failures=0, gate=0)
    page = opened(browser, server)
    page.until("!document.getElementById('crash').hidden")
    reason = page.js("document.getElementById('reason').textContent")
    expect(re.match(r"\*\*\* Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Invalid"
                    r" update: invalid number of items in section \d\.  The number of items contained in an existing"
                    r" section after the update \(22\) must be equal to .* before the update \(3\)", reason) is not None,
           "without the gate: " + reason[:140] + "...")
    page.shot("crash")
    server.turn(gate=1)
    page.js("document.getElementById('again').click()")
    page.until("document.getElementById('crash').hidden && list.counts.every(count => count === 22)")
    page.js("document.getElementById('more').click()")
    expect(*same_counts(server, page))


def main():
    binary, program = sys.argv[1], sys.argv[2]
    servers, browsers = [Server(binary)], []
    server = servers[0]
    try:
        browser = Chromium(program)
        browsers.append(browser)
        locked(server)
        server.turn(latency=100, failures=0, animation=100)
        page = opened(browser, server)
        judge(page)
        expect(*same_counts(server, page))
        expect(page.js("document.querySelectorAll('#list b').length") == 0
               and page.js("[...document.querySelectorAll('#list li span')].some(e => e.textContent.startsWith('<b>'))"),
               "what a service says is text, never markup")
        keyboard(server, page)
        expect(*same_counts(server, page))
        page.close()
        dishes = opened(browser, server, "dishes")
        expect(*same_counts(server, dishes, "dishes"))
        dishes.close()
        conversation(server, browser)
        steps_taken(server, browser)
        gone(server, browser, program, browsers)
        servers.append(Server(binary))
        without_gate(servers[1], browser)
    finally:
        for browser in browsers:
            browser.close()
        for server in servers:
            server.close()


main()
