"""Drives the example in headless Chromium, with nothing but Python's standard library.

usage: drive.py BINARY CHROMIUM

It prints a line for each thing it has seen, and takes the SEED and STEPS of its random walk from the environment.
SCREENSHOTS names a folder for pictures.
"""
import base64
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from chromium import Chromium, Page

STARTED = time.monotonic()
UIKIT = re.compile(
    r"\*\*\* Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '("
    r"Invalid update: invalid number of items in section (\d)\.  The number of items contained in an existing section"
    r" after the update \(\d+\) must be equal to the number of items contained in that section before the update"
    r" \(\d+\), plus or minus the number of items inserted or deleted from that section \(\d+ inserted, \d+ deleted\)"
    r" and plus or minus the number of items moved into or out of that section \(0 moved in, 0 moved out\)\.)'")
KEYS = "[...document.querySelectorAll('#yours ol')].map(list => [...list.querySelectorAll('li:not(.gone)')].map(li => li.dataset.key))"
HEARTS = "[...document.querySelectorAll('#yours li:not(.gone)')].filter(li => li.textContent.includes('♥')).map(li => li.dataset.key)"
# The key of the first row on the screen, and its distance from the upper edge in pixels.
PLACE = """(() => {
    const list = document.querySelector('#yours .list'), top = list.getBoundingClientRect().top;
    const row = [...list.querySelectorAll('li:not(.gone)')].find(li => li.getBoundingClientRect().bottom > top);
    return [row?.dataset.key, row?.getBoundingClientRect().top - top];
})()"""
def where(page, key):
    """How far below the upper edge of the list a row is, in pixels."""
    return page.js(f"document.querySelector('#yours li[data-key=\"{key}\"]:not(.gone)').getBoundingClientRect().top"
                   " - document.querySelector('#yours .list').getBoundingClientRect().top")


STILL = "phones.yours.list.running === 0 && !/loading|refreshing/.test(document.querySelector('#yours .list').textContent)"


def expect(condition, text):
    if not condition:
        raise AssertionError(text)
    print(f"  {time.monotonic() - STARTED:5.1f} s  {text}", flush=True)


class Server:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "0"], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://[0-9.]+:\d+/", self.process.stdout.readline()).group()

    def status(self, path, headers={}, method="GET"):
        request = urllib.request.Request(self.address + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def connect(self, **fields):
        """A web socket's connection, and the status of its answer."""
        host = self.address.split("/")[2]
        fields = {"Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()} | fields
        connection = socket.create_connection(("127.0.0.1", int(host.split(":")[1])), timeout=30)
        connection.sendall(("GET /socket HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields.items()) + "\r\n").encode())
        return connection, int(connection.recv(4096).split()[1])

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def close(self):
        self.process.kill()
        self.process.wait()


class Visitor(Page):
    def __init__(self, browser, server, width=1180, height=860):
        super().__init__(browser, "about:blank")
        self.size(width, height)
        self.call("Page.navigate", url=server.address)
        self.until("location.port && document.readyState === 'complete'")
        self.js("import('/page.js').then((page) => { Object.assign(window, page); })")
        self.until("window.phones?.yours.list.counts.length === 2 && phones.yours.list.counts.every(count => count >= 20)")

    def size(self, width, height=860, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, **features):
        self.call("Emulation.setEmulatedMedia", features=[{"name": k.replace("_", "-"), "value": v} for k, v in features.items()])

    def press(self, key, code, modifiers=0):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    def turn(self, latency, failures, animation):
        """Turns the knobs, as a hand would."""
        for name, value in dict(latency=latency, failures=failures, animation=animation).items():
            self.js(f"(() => {{ const knob = document.getElementById('{name}'); knob.value = {value};"
                    " for (const type of ['input', 'change']) knob.dispatchEvent(new Event(type)); })()")

    def choose(self, name, value):
        self.js(f"(() => {{ const box = document.getElementById('{name}'); box.value = '{value}';"
                " box.dispatchEvent(new Event('change')); })()")

    def middle(self, selector):
        return self.js(f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                       " return [box.x + box.width / 2, box.y + box.height / 2]; })()")

    def recounts(self):
        """Whether the model has what the page shows, when all is still; a page that comes in meanwhile is waited for."""
        for _ in range(10):
            self.until(STILL)
            shown = self.js(KEYS)
            self.js("(() => { const { list } = phones.yours, { reload } = list; window.isCounted = false;"
                    " list.reload = (...all) => { list.reload = reload; list.reload(...all); isCounted = true; }; ask('recount'); })()")
            self.until("isCounted")
            if shown == self.js(KEYS):
                return [len(keys) for keys in shown] == self.js("phones.yours.list.counts")
        return False


def locked(server):
    host = server.address.split("/")[2]
    refused = [{"Host": "evil.example"}, {"Host": "127.0.0.1.evil.example:80"}, {"Origin": "http://evil.example"},
               {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]
    expect({server.status("", fields) for fields in refused} == {403}, "a page is refused to other hosts, origins and sites")
    sockets = [server.connect(**fields) for fields in refused]
    expect({status for _, status in sockets} == {403}, "and so is a socket")
    connection, status = server.connect(Origin=f"http://{host}", **{"Sec-Fetch-Site": "same-origin"})
    expect(status == 101, "the page's own is not")
    for each, _ in sockets + [(connection, 0)]:
        each.close()
    try:
        socket.create_connection(("127.0.0.2", int(host.split(":")[1])), timeout=5).close()
        expect(False, "it listens on 127.0.0.2, too")
    except ConnectionRefusedError:
        print("           it listens on 127.0.0.1 alone")
    expect({server.status(path) for path in ("..%2f..%2fetc/passwd", "Page/page.js", "x")} == {404}, "it has no other files")


# What the list in the page says of wrong updates: counts before and after, the update, UIKit's words.
REFUSALS = [
    ([5], [4], {}, "Invalid update: invalid number of items in section 0.  The number of items contained in an existing section after the update (4) must be equal to the number of items contained in that section before the update (5), plus or minus the number of items inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into or out of that section (0 moved in, 0 moved out)."),
    ([2, 0], [1, 1], {"moves": [[[0, 0], [1, 0]]]}, None),
    ([2, 0], [2, 1], {"moves": [[[0, 0], [1, 0]]]}, "Invalid update: invalid number of items in section 0.  The number of items contained in an existing section after the update (2) must be equal to the number of items contained in that section before the update (2), plus or minus the number of items inserted or deleted from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into or out of that section (0 moved in, 1 moved out)."),
    ([2], [2], {"deletes": [[0, 2]]}, "attempt to delete item 2 from section 0 which only contains 2 items before the update"),
    ([0], [38], {"inserts": [{"path": [0, 38]}]}, "attempt to insert item 38 into section 0, but there are only 38 items in section 0 after the update"),
    ([2], [2], {"moves": [[[0, 0], [0, 2]]]}, "attempt to move index path ({length = 2, path = 0 - 0}) to index path ({length = 2, path = 0 - 2}) that does not exist - there are only 2 items in section 0 after the update"),
    ([2], [2], {"deletes": [[0, 0]], "moves": [[[0, 0], [0, 1]]]}, "attempt to perform a delete and a move from the same index path (0-0)"),
    ([2], [3], {"inserts": [{"path": [0, 1]}], "moves": [[[0, 0], [0, 1]]]}, "attempt to perform an insert and a move to the same index path (0-1)"),
]


def judge(page):
    for before, after, update, words in REFUSALS:
        said = page.js(
            "import('/list.js').then(({ check }) => { try { check(%s, %s, %s); return null; }"
            " catch (error) { return error.message; } })" % (json.dumps(before), json.dumps(after), json.dumps(update)))
        assert said == words, f"{before} to {after} by {update}: {said}"
    print(f"           {len(REFUSALS)} updates are judged in UIKit's words")
    expect(page.js("phones.left.list.makeCell({ key: 1, title: '<b>x</b>' }).innerHTML + phones.yours.list.makeCell("
                   "{ key: 1, title: '<b>x</b>', detail: '<i>' }).innerHTML").count("<b>") == 0,
           "what a service says is text, never markup")


def race(page):
    """Run, and run again: the left one crashes within three seconds and stands still, the right one reaches its end."""
    lines = "document.querySelectorAll('#%s ~ svg .%s').length"
    for seed in (1, 2):
        page.js("document.getElementById('run').click()")
        page.until("phones.left.hasCrashed && !phones.left.overlay.hidden")
        seconds, reason = page.js("[phones.left.axis.seconds, phones.left.overlay.textContent]")
        expect(seconds <= 3 and UIKIT.fullmatch(reason), f"seed {seed}, by hand, after {seconds:.2f} s: {reason[89:150]}…")
        counts = page.js("phones.left.list.counts")
        if seed == 1:
            page.shot("crash")
        page.until("document.querySelector('#right ~ .outcome').textContent.startsWith('✓')")
        expect(page.js("!phones.right.hasCrashed && phones.right.list.overlaps === 0"),
               "through the gate: " + page.js("phones.right.outcome.textContent"))
        expect(page.js("phones.left.list.counts") == counts and page.js("document.getElementById('seed').textContent") == f"Seed {seed}",
               "the left one stands still")
        drawn = {side: [page.js(lines % (side, kind)) for kind in ("load", "wait", "change", "ahead")] for side in ("left", "right")}
        expect(drawn["right"][0] >= 20 and drawn["right"][1] > 0 and drawn["right"][2] >= 18 and drawn["right"][3] == 0
               and drawn["left"][0] > 3 and drawn["left"][1] == 0 and drawn["left"][3] > 0,
               f"the axes have loads, waits, changes, overlaps: {drawn}")
    page.shot("race")


def focused(page):
    return page.js("""(() => { const it = document.activeElement, box = it.getBoundingClientRect();
        if (it === document.body) return null;
        return `${it.closest('section, header')?.querySelector('h3, h2, h1')?.textContent}: ${it.getAttribute('aria-label') ?? (it.labels?.[0]?.textContent || it.textContent).trim().slice(0, 30)}`; })()""")


def tabs(page):
    """Tab and Shift+Tab walk round the page, past the list in two steps, and neither is caught."""
    page.js("document.activeElement.blur(); window.scrollTo(0, 0)")

    def walk(modifiers):
        seen = []
        for _ in range(60):
            page.press("Tab", 9, modifiers)
            name = focused(page)
            if seen and name in (None, seen[0]):
                return seen
            if name is None:
                continue  # it comes from outside the page
            seen.append(name)
        raise AssertionError(f"caught: {seen}")

    forwards = walk(0)
    page.js("document.activeElement.blur()")
    backwards = walk(8)
    expect(len(forwards) == len(set(forwards)) >= 9 and sorted(forwards) == sorted(backwards),
           f"Tab and Shift+Tab walk round the page, {len(forwards)} steps each: {' · '.join(forwards)}")
    expect(page.js("""[...document.querySelectorAll('button, select, input, [tabindex]')].filter(it => it.tabIndex >= 0 && it.checkVisibility())
        .every(it => (it.ariaLabel || it.labels?.[0]?.textContent || it.textContent).trim())"""), "everything that takes the focus has a name")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    roles = {}
    for node in nodes:
        if not node.get("ignored"):
            roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    expect({"Now Playing", "Popular"} <= set(roles["grid"]) and len(roles["row"]) >= 40 and len(roles["gridcell"]) >= 160
           and all(roles["button"]) and all(roles["slider"]) and all(roles["combobox"]) and len(roles["image"] if "image" in roles else roles["img"]) == 3,
           f"a screen reader is told of {len(roles['grid'])} grids, {len(roles['row'])} rows, {len(roles['button'])} buttons with names")


def keyboard(page):
    """Arrows, Delete, Ctrl+Z, F, Alt with arrows."""
    key = "document.activeElement.closest('li')?.dataset.key"
    page.turn(100, 0, 100)
    page.js("document.querySelector('#yours .list').scrollTop = 0")
    page.until(STILL)
    page.js("document.querySelector('#yours [tabindex=\"0\"]').focus()")
    for name, code in (("Home", 36), ("ArrowDown", 40), ("ArrowDown", 40), ("ArrowUp", 38)):
        page.press(name, code)
    page.until(STILL)
    keys = page.js(KEYS)[0]
    at = page.js(key)
    expect(at in keys, "arrow keys walk through the list")
    page.press("ArrowRight", 39)
    expect("favourite" in page.js("document.activeElement.ariaLabel"), "and through a row")
    page.press("ArrowLeft", 37)
    page.press("f", 70)
    page.until(f"{HEARTS}.includes('{at}')")
    expect(page.js(key) == at, "F makes a favourite, and the focus stays")
    page.press("Delete", 46)
    page.until(f"!{KEYS}[0].includes('{at}')")
    expect(page.js(key) == keys[keys.index(at) + 1], "Delete deletes, and the focus goes on to the neighbour")
    page.press("z", 90, 2)
    page.until(f"{KEYS}[0].includes('{at}')")
    expect(page.recounts(), "Ctrl+Z has it back, favourite or not")
    page.js(f"document.querySelector('#yours li[data-key=\"{at}\"]:not(.gone) > :nth-child(2)').focus()")
    before = page.js(KEYS)[0]
    for name, code in (("ArrowDown", 40), ("ArrowUp", 38), ("ArrowDown", 40), ("ArrowDown", 40)):
        page.press(name, code, 1)
    place = before.index(at)
    before.insert(place + 2, before.pop(place))
    # Older films may come in above meanwhile.
    page.until(f"JSON.stringify({KEYS}[0].filter(key => {json.dumps(before)}.includes(key))) === JSON.stringify({json.dumps(before)})")
    page.until("!document.querySelector('#yours .pending')")  # cells are made again meanwhile
    expect(page.js(f"[{key}, [...document.activeElement.parentElement.children].indexOf(document.activeElement)]") == [at, 1] and page.recounts(),
           "Alt with arrows moves, and the focus goes along")


def hands(page):
    """Mouse and touch."""
    row = "#yours ol li:nth-child(%d) > :first-child button"
    page.js("document.getElementById('yours').scrollIntoView(); document.querySelector('#yours .list').scrollTop = 0")
    page.until(STILL)
    page.js("document.querySelector('#yours .list').scrollTop = 0")
    time.sleep(0.3)
    page.until(STILL)
    index = page.js(f"{KEYS}[0].indexOf({PLACE}[0])") + 2  # one that is on the screen, below the header
    before = page.js(KEYS)[0]
    (x, y), (_, to) = page.middle(row % (index + 1)), page.middle(row % (index + 4))
    page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for step in range(1, 9):
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y + (to - y + 4) * step / 8, button="left")
    page.js("document.getElementById('refresh').click()")  # its answer waits
    time.sleep(0.4)
    expect(page.js(KEYS)[0] == before, "while the mouse holds a film, nothing comes in")
    page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=to + 4, button="left", clickCount=1)
    before.insert(index + 3, before.pop(index))
    page.until(f"document.getElementById('text').textContent.startsWith('Refreshed')")
    after = page.js(KEYS)[0]
    stayed = [key for key in after if key in before]
    expect(stayed == before and len(after) > len(before) and page.recounts(),
           f"({len(before)} films, {len(after)} after, {[pair for pair in zip(stayed, before) if pair[0] != pair[1]]} moved) it has been dropped three rows below, and what waited has come in above")
    page.js("document.querySelector('#yours .list').scrollTop = 0")
    time.sleep(0.3)
    page.until(STILL + " && document.querySelector('#yours .list').scrollTop === 0 || document.querySelector('#yours .list').scrollTop > 0")
    while page.js("document.querySelector('#yours .list').scrollTop") > 0:  # older pages come in
        page.js("document.querySelector('#yours .list').scrollTop = 0")
        time.sleep(0.2)
        page.until(STILL)
    expect(page.js("phones.yours.list.counts[0]") > 60, "scrolled up, older pages come in above, to the first one")
    count, place = page.js("phones.yours.list.counts[0]"), page.js(PLACE)
    x, y = page.middle("#yours ol li:nth-child(2) > :nth-child(2)")
    touch = lambda kind, y: page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[] if y is None else [{"x": x, "y": y}])
    touch("touchStart", y)
    for step in range(1, 16):
        touch("touchMove", y + 10 * step)
    touch("touchEnd", None)
    page.until(f"phones.yours.list.counts[0] > {count}")
    page.until(STILL)
    now = where(page, place[0])
    expect(abs(now - place[1]) < 1, f"pulled to refresh: a film is new, and the first row stays {now:.1f} px below the edge")


def places(page):
    for motion in ("no-preference", "reduce"):
        page.media(prefers_reduced_motion=motion)
        page.js("document.querySelector('#yours .list').scrollTop = 333")
        page.until(STILL)
        place, count = page.js(PLACE), page.js("phones.yours.list.counts[0]")
        page.js("document.getElementById('refresh').click()")
        page.until(f"phones.yours.list.counts[0] > {count}")
        if motion == "reduce":
            expect(page.js("document.getAnimations().filter(it => it.playState === 'running').length") == 0, "reduced motion: nothing moves")
        page.until(STILL)
        now = where(page, place[0])
        expect(abs(now - place[1]) < 1, f"motion {motion}: what is read stays {now:.1f} px below the edge")
    page.media()


def service(page):
    """Favourites over a failing service, filters and orders."""
    page.turn(1000, 100, 100)
    hearts = page.js(HEARTS)
    key = page.js(f"{PLACE}[0]")
    page.js(f"document.querySelector('#yours li[data-key=\"{key}\"]:not(.gone) > :nth-child(3) button').click()")
    page.until(f"{HEARTS}.includes('{key}') && document.querySelector('#yours li.pending[data-key=\"{key}\"]')")
    page.until(f"!{HEARTS}.includes('{key}')")
    page.until("document.getElementById('text').textContent.endsWith('is as it was: the connection was lost.')")
    expect(page.js(HEARTS) == hearts,
           "a heart that the service refuses goes out, and the page says why")
    page.turn(100, 0, 100)
    page.js(f"document.querySelector('#yours li[data-key=\"{key}\"]:not(.gone) > :nth-child(3) button').click()")
    page.until(f"{HEARTS}.includes('{key}') && !document.querySelector('#yours li.pending')")
    ratings = "[...document.querySelectorAll('#yours ol')[0].querySelectorAll('li:not(.gone) small')].map(it => +it.textContent.split('★ ')[1])"
    page.choose("show", "good")
    page.choose("order", "rating")
    page.until(f"{ratings}.length > 5 && {ratings}.every((rating, at, all) => rating >= 7 && !(all[at - 1] < rating))")
    page.until(STILL)
    expect(page.recounts(), f"shown are {page.js(ratings + '.length')} films from 7 up, best first")
    page.js("document.querySelector('#yours li:not(.gone) > :first-child button').dispatchEvent(new PointerEvent('pointerdown'))")
    expect("sorted" in page.js("document.getElementById('text').textContent"), "a sorted list says that it can't be put into another order")
    page.choose("show", "favourites")
    page.until(f"{KEYS}[0].includes('{key}') && {KEYS}[0].length < 5")
    page.choose("show", "")
    page.choose("order", "")
    page.until(f"{KEYS}[0].length > 60")
    expect(page.recounts(), "the filter is off, and all are there again")


def walk(page, steps=int(os.environ.get("STEPS", 300)), seed=int(os.environ.get("SEED", random.randrange(1 << 30)))):
    """Does at random what users do, in the page, while requests fail."""
    print(f"{steps} random steps, SEED={seed}", flush=True)
    page.turn(200, 25, 100)
    page.js("""(() => { const { list } = phones.yours, update = list.update.bind(list); window.kinds = {};
        list.update = (message) => { for (const kind of ['deletes', 'inserts', 'moves', 'changes']) if (message[kind].length) kinds[kind] = (kinds[kind] ?? 0) + 1;
          return update(message); }; })()""")
    random.seed(seed)
    for first in range(0, steps, 50):
        numbers = [[random.choices(range(7), [25, 20, 10, 25, 6, 8, 6])[0], random.randrange(1 << 16), random.randrange(30)] for _ in range(50)]
        page.js("""(async () => { for (const [kind, number, pause] of %s) {
            const cells = [...document.querySelectorAll('#yours li[data-key]:not(.gone)')], cell = cells[number %% cells.length];
            const list = document.querySelector('#yours .list'), box = document.getElementById(number %% 2 ? 'show' : 'order');
            if (kind === 0) cell?.lastElementChild.firstElementChild.click();
            if (kind === 1) cell?.children[2].firstElementChild.click();
            if (kind === 2) document.getElementById('undo').click();
            if (kind === 3) list.scrollTop = (number / 65536) * list.scrollHeight;
            if (kind === 4) document.getElementById('refresh').click();
            if (kind === 5) { cell?.children[1].focus({ preventScroll: true });
              cell?.children[1].dispatchEvent(new KeyboardEvent('keydown', { key: number %% 2 ? 'ArrowUp' : 'ArrowDown', altKey: true, bubbles: true })); }
            if (kind === 6) { box.selectedIndex = number %% 3 ? 0 : number %% box.length; box.dispatchEvent(new Event('change')); }
            document.querySelectorAll('#yours header button:not([hidden])').forEach(button => button.click());
            await new Promise(over => setTimeout(over, pause));
        } })()""" % json.dumps(numbers))
    page.turn(0, 0, 100)
    page.choose("show", "")
    page.choose("order", "")
    expect(not page.js("document.getElementById('seed').textContent.includes('gone')"), "the page is still connected")
    page.until("(document.querySelectorAll('#yours header button:not([hidden])').forEach(button => button.click()), " + STILL
               + " && !document.querySelector('#yours .pending') && document.getElementById('toast').hidden)")
    expect(page.recounts() and page.js("phones.yours.list.overlaps === 0 && !phones.yours.hasCrashed"),
           f"no update was refused, none overlapped another, and the page shows what the model has: {page.js('kinds')}")
    expect(steps < 300 or page.js("['deletes', 'inserts', 'moves', 'changes'].every(kind => kinds[kind] > 3)"), "they were of every kind")
    shown = page.js(KEYS)
    time.sleep(1)  # what was deleted last is sent when it can't be undone any more
    page.until("!document.querySelector('#yours .pending')")
    expect(page.js(KEYS) == shown and page.recounts(), "and still does when everything has been sent")


def layouts(page):
    for name, width, scale in (("320 pixels wide", 320, 1), ("at 200 %", 590, 2), ("as wide as it gets", 1180, 1)):
        page.size(width, 860, scale)
        wide = page.js("[document.documentElement.scrollWidth, innerWidth]")
        out = page.js("""[...document.querySelectorAll('body *')].filter(it => !it.closest('svg, ol, .finger') && it.checkVisibility()
            && it.getBoundingClientRect().right > innerWidth + 1).map(it => it.outerHTML.slice(0, 80))""")
        expect(wide[0] <= wide[1] and not out, f"{name} nothing scrolls sideways or is cut off {out}")
        page.js("window.scrollTo(0, 0)")
        page.shot(f"wide-{width}")
    page.media(prefers_color_scheme="dark")
    dark = page.js("getComputedStyle(document.body).backgroundColor")
    page.shot("dark")
    page.media(prefers_color_scheme="light")
    expect(dark != page.js("getComputedStyle(document.body).backgroundColor"), "dark is dark")
    page.media()


def unheard(server):
    """Connections that never say that they listen: half of them die at once, half stay."""
    dead = [server.connect()[0] for _ in range(40)]
    for each in dead[:20]:
        each.close()
    return dead[20:]


def gone(server, browser, program, browsers, dead, before):
    """Pages that die before they listen, that are killed, that are silent."""
    for each in dead:
        while each.recv(4096):  # until the server closes it
            pass
        each.close()
    print("           a connection that does not say that it listens is closed")
    killed = Chromium(program)
    browsers.append(killed)
    victim = Visitor(killed, server)
    silent = Visitor(browser, server)
    for page in (victim, silent):
        page.turn(0, 0, 1500)
        page.js("document.querySelector('#yours li[data-key]').lastElementChild.firstElementChild.click()")
        page.until("phones.yours.list.running > 0")
        if page == victim:
            killed.process.kill()
    silent.send("Runtime.evaluate", expression="for (const end = Date.now() + 5500; Date.now() < end;);")
    silent.until("document.getElementById('seed').textContent.includes('Load the page again')")
    print("           a page that is silent in an animation is let go of, and says so when it is back")
    silent.close()
    end = time.monotonic() + 15
    while server.descriptors() > before + 8 and time.monotonic() < end:  # 8: what a browser keeps for its next page
        time.sleep(0.2)
    expect(server.descriptors() <= before + 8, f"of 43 pages none has left anything: {before} descriptors before, {server.descriptors()} after")


def main():
    binary, program = sys.argv[1], sys.argv[2]
    server, browsers = Server(binary), []
    try:
        browser = Chromium(program)
        browsers.append(browser)
        before = server.descriptors()
        dead = unheard(server)
        locked(server)
        page = Visitor(browser, server)
        judge(page)
        tabs(page)
        race(page)
        tabs(page)
        keyboard(page)
        hands(page)
        places(page)
        service(page)
        walk(page)
        layouts(page)
        page.close()
        gone(server, browser, program, browsers, dead, before)
    finally:
        for each in browsers:
            each.close()
        server.close()


main()
