import { Axis } from "/axis.js";
import { InvalidUpdate, List, stops } from "/list.js";

const $ = (id) => document.getElementById(id);
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const socket = new WebSocket(`ws://${location.host}/socket`);
const ask = (command, values = {}) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ [command]: values }));

/** Makes an element. Whatever comes from a service arrives here as text and stays text. */
function make(name, text = "", attributes = {}, ...children) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

class Phone {
  overlay = make("div", "", { class: "crash", role: "alert", hidden: "" });
  words = []; // what a header says beside its count
  ended = Promise.resolve(); // when the last animation is over

  constructor(name, cells, window) {
    Object.assign(this, { name, root: $(name), list: new List($(name).querySelector(".list"), cells) });
    this.outcome = this.root.parentElement.querySelector(".outcome");
    this.axis = new Axis(this.root.parentElement.querySelector("svg"), window);
    this.root.append(this.overlay);
  }

  /** Before a run. */
  prepare() {
    this.outcome.textContent = "Running …";
    this.overlay.hidden = true;
    [this.hasCrashed, this.axis.titles] = [false, []];
  }

  reload({ titles, rows }) {
    if (this.hasCrashed) return;
    this.list.reload(titles, rows);
    if (!this.axis.titles.length) this.axis.begin(titles);
    this.count();
  }

  count() {
    this.root.querySelectorAll("header p").forEach((p, section) => (p.textContent = `${this.list.counts[section]} ${this.words[section] ?? "films"}`));
    this.whenCounted?.();
  }

  async update(update) {
    if (this.hasCrashed) return;
    const { number: change, inserts, deletes, moves, changes } = update;
    const [lane] = inserts[0]?.path ?? deletes[0] ?? moves[0]?.[1] ?? changes[0]?.path;
    try {
      this.ended = this.list.update(update);
    } catch (error) {
      if (!(error instanceof InvalidUpdate)) throw error;
      return this.crash(error.message);
    }
    this.count();
    for (const kind of ["wait", "ahead"]) this.axis.to(lane, kind);
    this.axis.from(lane, "change");
    await this.ended;
    this.axis.to(lane, "change");
    if (update.animation > 0) ask("end", { phone: this.name, change });
  }

  /** An app would be gone now. */
  crash(reason) {
    this.hasCrashed = true;
    this.axis.stop();
    for (const animation of this.root.getAnimations({ subtree: true })) animation.pause();
    this.overlay.textContent = `*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '${reason}'`;
    this.overlay.hidden = false;
    this.outcome.textContent = `✕ Crashed after ${this.axis.seconds.toFixed(1)} s.`;
    ask("crash", { phone: this.name });
  }

  load({ section, step }) {
    if (this.hasCrashed) return;
    if (step !== "changed") this.axis.to(section, step === "asked" ? "wait" : "load"); // a page without news waits for nothing
    const begins = { asked: "load", changed: "ahead", failed: "fail", answered: this.name === "left" ? null : "wait" }[step];
    if (begins) this.axis.from(section, begins);
    this.axis.to(section, "fail");
  }
}

// MARK: The race

const posters = {
  makeHeader: (title) => make("header", "", {}, make("h3", title), make("p")),
  makeCell(row) {
    const cell = make("li", row?.title);
    cell.style.setProperty("--hue", ((row?.key ?? 0) * 47) % 360);
    return cell;
  },
};
const [left, right] = [new Phone("left", posters), new Phone("right", posters)];
let seed = 0;

$("run").addEventListener("click", () => {
  $("seed").textContent = `Seed ${(seed += 1)}`;
  $("run").textContent = "Run again";
  for (const phone of [left, right]) phone.prepare();
  ask("run", { seed });
});

function finish({ items }) {
  right.axis.stop();
  right.outcome.textContent = `✓ All ${items} films are there after ${right.axis.seconds.toFixed(1)} s. ${right.axis.counts.change} changes, ${right.list.overlaps} overlaps, no exception.`;
  if (left.hasCrashed) return;
  left.axis.stop();
  left.outcome.textContent = "No exception this time. That is how this bug ships; run it again.";
}

function finger({ section }) {
  for (const { root } of [left, right].filter(({ hasCrashed }) => !hasCrashed)) {
    const shelf = root.querySelectorAll("ol")[section];
    shelf.scrollTo({ left: shelf.scrollWidth, behavior: isStill() ? "instant" : "smooth" });
    if (isStill()) continue;
    const dot = root.appendChild(make("i", "", { class: "finger" }));
    dot.style.top = `${shelf.offsetTop + 20}px`;
    dot.animate({ opacity: [1, 1, 0], left: ["80%", "20%", "20%"] }, 400).onfinish = () => dot.remove();
  }
}

// MARK: Your turn

/** Of each section, one thing takes the focus by Tab: what had it last. */
function stop(element) {
  for (const other of element.closest("ol").querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
  element.tabIndex = 0;
}

const yours = new Phone("yours", {
  makeHeader(title, section) {
    const retry = make("button", "Retry", { type: "button", "aria-label": `Retry ${title}`, hidden: "" });
    retry.addEventListener("click", () => ask("retry", { section }));
    return make("header", "", {}, make("h3", title), make("p"), retry);
  },
  makeCell(row) {
    if (!row) return make("li", "…", { role: "row", "aria-label": "loading" });
    const { key, title, detail, isFavourite, isPending } = row;
    const button = (text, label, action, type = "click") => {
      const element = make("button", text, { type: "button", tabindex: -1, "aria-label": `${label} ${title}` });
      element.addEventListener(type, (event) => action(cell, event));
      return make("span", "", { role: "gridcell" }, element);
    };
    const heart = isFavourite ? ["♥", "No longer a favourite:"] : ["♡", "Make a favourite of"];
    const cell = make("li", "", { role: "row", "data-key": key, class: isPending ? "pending" : "" }, button("≡", "Move", drag, "pointerdown"),
      make("span", title, { role: "gridcell", tabindex: -1 }, make("small", detail)), button(...heart, act("favourite")), button("×", "Delete", act("delete")));
    return cell;
  },
  shown: (section, item) => ask("shown", { section, item }),
}, 10_000);
const list = yours.list.element;
const phones = { left, right, yours };

yours.whenCounted = () => {
  for (const section of list.querySelectorAll("ol")) {
    section.setAttribute("role", "grid");
    const first = section.querySelector("li[data-key]:not(.gone)");
    if (first && !section.querySelector("li:not(.gone) [tabindex='0']")) stop(stops(first)[1]);
  }
};

const act = (command) => (cell) => {
  const [section, item] = yours.list.path(cell);
  if (item >= 0) ask(command, { section, key: Number(cell.dataset.key) });
};

list.addEventListener("focusin", ({ target }) => target.closest("li") && stop(target));
list.addEventListener("keydown", (event) => {
  const cell = event.target.closest("li");
  if (!cell || event.ctrlKey || event.metaKey) return;
  const [cells, column] = [yours.list.cells, stops(cell).indexOf(event.target)];
  const [index, last] = [cells.indexOf(cell), cells.length - 1];
  const row = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + 8, PageUp: index - 8, Home: 0, End: last }[event.key];
  const next = { ArrowRight: column + 1, ArrowLeft: column - 1 }[event.key];
  if (event.altKey && row !== undefined) moveBy(cell, row - index);
  else if (row !== undefined) stops(cells[Math.max(0, Math.min(last, row))])[column].focus();
  else if (next !== undefined) stops(cell)[next]?.focus();
  else if (event.key === "Delete") act("delete")(cell);
  else if (event.key === "f") act("favourite")(cell);
  else return;
  event.preventDefault();
});

const isFixed = () => $("order").value !== "" && !toast({ text: "A sorted list can’t be put into another order." });
let paused, hand = Promise.resolve(); // one move after the other

/** The gate pauses until the cell is dropped, so the paths of the page are those of the model. What is on its way comes in first. */
function take(cell, dropped) {
  hand = hand.then(() => new Promise((go) => (paused = go) && ask("drag"))).then(() => yours.ended).then(async () => {
    cell = yours.list.latest(cell); // what has come in may have changed it
    const [section, from] = yours.list.path(cell);
    const to = from < 0 ? from : Math.max(0, Math.min(yours.list.counts[section] - 1, await dropped(cell)));
    if (from >= 0) yours.list.move(cell, to); // it may have gone
    ask("drop", { section, from, to });
    return cell;
  });
  return hand;
}

function moveBy(cell, step) {
  if (!isFixed()) take(cell, (cell) => yours.list.path(cell)[1] + step).then((cell) => cell.scrollIntoView({ block: "nearest" }));
}

function drag(cell, { target: grip, pointerId, clientY }) {
  if (isFixed()) return;
  const start = clientY + list.scrollTop;
  const above = (cell) => [...cell.parentElement.children].filter((other) => other !== cell && other.getBoundingClientRect().top < cell.getBoundingClientRect().top);
  const end = new Promise((go) => (grip.onlostpointercapture = go));
  grip.setPointerCapture(pointerId);
  cell.classList.add("held");
  grip.onpointermove = ({ clientY }) => {
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += clientY < top + 60 ? -12 : clientY > bottom - 40 ? 12 : 0;
    cell.style.transform = `translateY(${clientY + list.scrollTop - start}px)`;
  };
  take(cell, (cell) => end.then(() => above(cell).length)).then(() => {
    cell.classList.remove("held");
    cell.style.transform = grip.onpointermove = null;
  });
}

let pulled; // from where
function pull({ type, changedTouches: [{ clientY }] }) {
  if (type === "touchstart") pulled = list.scrollTop <= 0 ? clientY : Infinity;
  const way = clientY - pulled;
  list.style.transform = way > 0 && type === "touchmove" ? `translateY(${Math.min(way / 2, 60)}px)` : "";
  if (way > 100 && type === "touchend") ask("refresh");
}
for (const type of ["touchstart", "touchmove", "touchend"]) list.addEventListener(type, pull, { passive: true });

$("refresh").addEventListener("click", () => ask("refresh"));
for (const name of ["show", "order"]) $(name).addEventListener("change", () => ask("arrange", { show: $("show").value, order: $("order").value }));
const knobs = ["latency", "failures", "animation"];
for (const name of knobs) {
  $(name).addEventListener("input", ({ target }) => (target.nextElementSibling.textContent = `${target.value} ${name === "failures" ? "%" : "ms"}`));
  $(name).addEventListener("change", () => ask("turn", Object.fromEntries(knobs.map((name) => [name, Number($(name).value)]))));
}

let hiding, key; // of the item that can be had back
function toast({ text, undo }) {
  key = undo;
  $("toast").hidden = false;
  $("text").textContent = text;
  $("undo").hidden = key === undefined;
  clearTimeout(hiding);
  hiding = setTimeout(hide, 6000);
}

function hide() {
  if ($("toast").contains(document.activeElement)) list.querySelector("[tabindex='0']")?.focus();
  $("toast").hidden = true;
}
$("undo").addEventListener("click", () => (key !== undefined && ask("undo", { key })) || hide());
addEventListener("keydown", (event) => (event.ctrlKey || event.metaKey) && event.key === "z" && $("undo").checkVisibility() && $("undo").click());

function status({ section, text, hasFailed, total }) {
  yours.words[section] = [total && `of ${total}`, text && `· ${hasFailed ? "⚠ " : ""}${text}`].filter(Boolean).join(" ");
  const retry = list.querySelectorAll("header button")[section];
  if (retry) retry.hidden = !hasFailed;
  yours.count();
}

function pending({ key, isPending }) {
  for (const cell of yours.list.cells) if (cell.dataset.key === `${key}`) cell.classList.toggle("pending", isPending);
}

// MARK: The connection

const hear = { status, finger, finish, toast, pending, pause: () => paused?.() };
for (const name of ["reload", "update", "load"]) hear[name] = (message) => phones[message.phone][name](message);
socket.onmessage = ({ data }) => Object.entries(JSON.parse(data)).forEach(([name, message]) => hear[name](message));
socket.onopen = () => ask("ready");
socket.onclose = () => ($("seed").textContent = "The server has gone. Load the page again.");
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
export { ask, phones };
