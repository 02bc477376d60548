// A time axis that draws itself: a lane for each section, and in it what goes on, up to now.

const LANE = 17;
const x = (share) => `${Math.max(0, share * 100).toFixed(2)}%`;

export class Axis {
  /** With a `window`, in milliseconds, it shows that much and slides; otherwise it shows everything. */
  constructor(svg, window) { Object.assign(this, { svg, window, titles: [], isDrawing: false }); }

  begin(titles) {
    Object.assign(this, { titles, parts: [], open: {}, counts: {}, start: performance.now(), end: undefined });
    this.svg.replaceChildren();
    titles.forEach((title, lane) => this.#make("text", { x: -84, y: lane * LANE + 13 }, title));
    for (let second = 0; second <= 30 && !this.window; second++) {
      const time = this.start + second * 1000;
      this.#add(time, "line", { class: "tick", y1: 0, y2: titles.length * LANE }).to = time;
      this.#add(time, "text", { y: titles.length * LANE + 12 }, `${second} s`).to = time;
    }
  }

  get seconds() { return ((this.end ?? performance.now()) - this.start) / 1000; }

  /** Something begins in a lane. */
  from(lane, kind) {
    const part = this.#add(performance.now(), "line", { class: `${kind} s${lane}`, y1: lane * LANE + 9, y2: lane * LANE + 9 });
    (this.open[lane + kind] ??= []).push(Object.assign(part, { kind }));
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  /** The oldest of a kind ends in a lane, and with it whatever has waited longer: it has had its turn, and told nothing. */
  to(lane, kind) {
    const part = this.open[lane + kind]?.shift();
    const over = this.parts.filter((other) => other === part || (kind === "wait" && other.kind === kind && other.from < part?.from));
    for (const other of over) other.to ??= performance.now();
  }

  stop() {
    this.end = performance.now();
    const { load = 0, change = 0 } = this.counts;
    this.svg.setAttribute("aria-label", `Time axis: ${load} loads and ${change} changes in ${this.seconds.toFixed(1)} seconds`);
  }

  #make(name, attributes, text = "") {
    const element = this.svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  }

  #add(from, name, attributes, text) {
    this.parts.push({ from, element: this.#make(name, attributes, text) });
    this.last = performance.now();
    if (!this.isDrawing) this.draw();
    return this.parts.at(-1);
  }

  draw() {
    const now = this.end ?? performance.now();
    const span = this.window ?? Math.max(5000, now - this.start);
    const left = this.window ? now - span : this.start;
    this.parts = this.parts.filter(({ to, element }) => !(to < left) || element.remove());
    for (const { element, from, to } of this.parts) {
      element.style.display = from > left + span ? "none" : "";
      element.setAttribute(element.tagName === "text" ? "x" : "x1", x((from - left) / span));
      if (element.tagName === "line") element.setAttribute("x2", x(((to ?? now) - left) / span));
    }
    this.isDrawing = this.end === undefined && performance.now() - this.last < span;
    const draw = () => this.draw();
    if (this.isDrawing) matchMedia("(prefers-reduced-motion: reduce)").matches ? setTimeout(draw, 500) : requestAnimationFrame(draw);
  }
}
