import { InvalidUpdate, List } from "/list.js";

const $ = (id) => document.getElementById(id);
const screen = location.pathname.replace(/\/?$/, "/");
const start = performance.now();
let source, page;

/** Makes an element. Whatever comes from a service arrives here as text and stays text. */
function make(name, text = "", attributes = {}) {
  const element = document.createElement(name);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function button(text, label, action) {
  const element = make("button", text, { type: "button", "aria-label": label });
  element.addEventListener("click", action);
  return element;
}

const ask = (command, values = {}) =>
  fetch(`${screen}${command}?${new URLSearchParams(values)}`, { method: "POST" }).catch(() => note("the server cannot be reached"));

function note(text) {
  $("events").prepend(make("li", `${((performance.now() - start) / 1000).toFixed(2)} s  ${text}`));
  while ($("events").children.length > 60) $("events").lastChild.remove();
}

// MARK: The list

export const list = new List($("list"), {
  makeHeader({ title, status }, section) {
    const header = make("header");
    const buttons = make("span", "", { class: "buttons" });
    buttons.append(
      button("Sort", `Sort ${title}`, () => ask("sort", { section })),
      button("Refresh", `Refresh ${title}`, () => ask("refresh", { section })),
      button("Retry", `Retry ${title}`, () => ask("retry", { section })));
    header.append(make("h2", title), buttons, make("p", "", { role: "status" }));
    show(header, status);
    return header;
  },
  makeCell(row) {
    if (!row) return make("li", "…", { class: "placeholder", "aria-label": "loading" });
    const cell = make("li", "", { tabindex: -1, "data-key": row.key });
    const remove = () => ask("delete", { section: sectionOf(cell), key: row.key });
    cell.addEventListener("keydown", ({ key }) => key === "Delete" && remove());
    const x = button("×", `Delete ${row.title}`, remove);
    x.tabIndex = -1;
    cell.append(make("span", row.title), make("small", row.detail), x);
    return cell;
  },
  shown: (section, item) => ask("shown", { section, item }),
});

const sectionOf = (cell) => [...$("list").children].indexOf(cell.closest("section"));

function show(header, { text, hasFailed }) {
  header.querySelector("p").textContent = (hasFailed ? "⚠ " : "") + text;
  header.querySelector(".buttons").lastChild.hidden = !hasFailed;
}

$("list").addEventListener("focus", () => $("list").querySelector("li[tabindex]")?.focus());
$("list").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
  const cells = [...$("list").querySelectorAll("li[tabindex]:not(.gone)")];
  const from = cells.indexOf(event.target.closest("li"));
  if (!step || from < 0) return;
  event.preventDefault();
  cells[Math.max(0, Math.min(cells.length - 1, from + step))].focus();
});

// A conversation grows above what one reads.
list.keepsTop = screen === "/chat/";
$("list").classList.toggle("wraps", list.keepsTop);
$("older").hidden = !list.keepsTop;
$("older").addEventListener("click", () => ask("older"));

// MARK: The connection

function connect() {
  $("crash").hidden = true;
  source = new EventSource(`${screen}events`);
  const on = (name, action) => source.addEventListener(name, ({ data }) => action(JSON.parse(data)));
  on("hello", (hello) => ask("ready", { page: (page = hello.page) }));
  on("reload", ({ sections }) => { list.reload(sections); note(`reload: ${list.counts.join(", ")} items`); });
  on("status", (status) => {
    const header = $("list").children[status.section]?.querySelector("header");
    if (header) show(header, status);
    note(`${header?.querySelector("h2").textContent}: ${status.text || "ready"}`);
  });
  on("update", update);
  on("gate", showGate);
  source.onerror = () => note("the connection was lost; it will be tried again");
}

async function update(message) {
  const receiver = page;
  try {
    const end = list.update(message);
    note(`${message.text}${message.animation > 0 ? "" : ", without animation"}`);
    await end;
    if (message.isAwaited) await ask("end", { page: receiver, change: message.number });
  } catch (error) {
    if (!(error instanceof InvalidUpdate)) throw error;
    crash(error.message);
  }
}

/** An app would be gone now. */
function crash(reason) {
  source.close();
  ask("bye", { page });
  $("reason").textContent = `*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '${reason}'`;
  $("crash").hidden = false;
  $("again").focus();
  note("the app has crashed");
}

addEventListener("pagehide", () => navigator.sendBeacon(`${screen}bye?page=${page}`));
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// MARK: The gate and the knobs

function showGate(gate) {
  const set = (id, texts) => $(id).replaceChildren(...(texts.length ? texts : ["nothing"]).map((text) => make("li", text)));
  set("onTheWay", gate.onTheWay);
  set("answered", gate.answered);
  set("making", gate.making ? [gate.making] : []);
  $("waiting").textContent = `${gate.waiting} waiting · ${gate.pages} browser ${gate.pages === 1 ? "page" : "pages"} · ${list.overlaps} overlapping`;
  $("off").hidden = gate.isOn;
  $("gate").checked = gate.isOn;
  for (const name of ["latency", "failures", "animation"]) {
    if (document.activeElement !== $(name)) $(name).value = gate[name];
    $(name).nextElementSibling.textContent = `${gate[name]} ${name === "failures" ? "%" : "ms"}`;
  }
}

for (const name of ["latency", "failures", "animation"]) {
  $(name).addEventListener("change", () => ask("turn", { [name]: $(name).value }));
}
$("gate").addEventListener("change", () => ask("turn", { gate: $("gate").checked ? 1 : 0 }));
$("more").addEventListener("click", () => ask("more"));
$("refresh").addEventListener("click", () => ask("refresh"));
$("again").addEventListener("click", connect);
for (const link of document.querySelectorAll("nav a")) {
  if (`${link.pathname}/` === screen) link.setAttribute("aria-current", "page");
}
connect();
