// A list view that keeps its own count, as UICollectionView does: it counts when everything is loaded, and compares each
// update with that count. What does not add up is refused, in UIKit's words and in the order in which UIKit looks.

export class InvalidUpdate extends Error {}

const short = ([section, item]) => `${section}-${item}`;
const long = ([section, item]) => `{length = 2, path = ${section} - ${item}}`;

/** Throws unless `before`, changed as the update says, is `after`; both are the items of each section. */
export function check(before, after, { deletes = [], inserts = [], moves = [], reloads = [] }) {
  const refuse = (text) => { throw new InvalidUpdate(text); };
  const insertPaths = inserts.map(({ path }) => path);
  const [sources, targets] = [0, 1].map((end) => new Set(moves.map((move) => short(move[end]))));
  const [old, now] = [before.length, after.length];
  for (const { section } of reloads) {
    if (section >= old) refuse(`attempt to delete section ${section}, but there are only ${old} sections before the update`);
  }
  for (const path of deletes) {
    const [section, item] = path;
    if (sources.has(short(path))) refuse(`attempt to perform a delete and a move from the same index path (${short(path)})`);
    if (section >= old) refuse(`attempt to delete item ${item} from section ${section}, but there are only ${old} sections before the update`);
    if (item >= before[section]) refuse(`attempt to delete item ${item} from section ${section} which only contains ${before[section]} items before the update`);
  }
  for (const path of insertPaths) {
    const [section, item] = path;
    if (targets.has(short(path))) refuse(`attempt to perform an insert and a move to the same index path (${short(path)})`);
    if (section >= now) refuse(`attempt to insert item ${item} into section ${section}, but there are only ${now} sections after the update`);
    if (item >= after[section]) refuse(`attempt to insert item ${item} into section ${section}, but there are only ${after[section]} items in section ${section} after the update`);
  }
  for (const [from, to] of moves) {
    if (from[0] >= old) refuse(`attempt to move index path (${long(from)}) from a section that does not exist - there are only ${old} sections before the update`);
    if (from[1] >= before[from[0]]) refuse(`attempt to move index path (${long(from)}) that does not exist - there are only ${before[from[0]]} items in section ${from[0]} before the update`);
    if (to[0] >= now) refuse(`attempt to move index path (${long(from)}) to index path (${long(to)}) in section that does not exist - there are only ${now} sections after the update`);
    if (to[1] >= after[to[0]]) refuse(`attempt to move index path (${long(from)}) to index path (${long(to)}) that does not exist - there are only ${after[to[0]]} items in section ${to[0]} after the update`);
  }
  if (old !== now) refuse(`Invalid update: invalid number of sections.  The number of sections contained in the collection view after the update (${now}) must be equal to the number of sections contained in the collection view before the update (${old}), plus or minus the number of sections inserted or deleted (${reloads.length} inserted, ${reloads.length} deleted).`);
  for (let section = 0; section < now; section++) {
    if (reloads.some((reload) => reload.section === section)) continue;
    const count = (paths) => paths.filter((path) => path[0] === section).length;
    const crossing = moves.filter(([from, to]) => from[0] !== to[0]);
    const [inserted, deleted] = [count(insertPaths), count(deletes)];
    const [movedIn, movedOut] = [count(crossing.map((move) => move[1])), count(crossing.map((move) => move[0]))];
    const expected = before[section] + inserted - deleted + movedIn - movedOut;
    if (expected < 0) refuse(`Invalid update: invalid number of items in section ${section}.  Attempt to delete more items than exist in section.`);
    if (expected !== after[section]) refuse(`Invalid update: invalid number of items in section ${section}.  The number of items contained in an existing section after the update (${after[section]}) must be equal to the number of items contained in that section before the update (${before[section]}), plus or minus the number of items inserted or deleted from that section (${inserted} inserted, ${deleted} deleted) and plus or minus the number of items moved into or out of that section (${movedIn} moved in, ${movedOut} moved out).`);
  }
}

export class List {
  counts = [];
  running = 0; // animations
  overlaps = 0; // updates that came during one, which UIKit accepts and this list counts
  keepsTop = false; // whether what stands first stays first on the screen also at the very top
  #sections = []; // { list, cells }
  #isStill = matchMedia("(prefers-reduced-motion: reduce)");

  /** `makeHeader(section, position)` and `makeCell(row)` return elements; `shown(section, item)` is told of cells that appear. */
  constructor(element, { makeHeader, makeCell, shown }) {
    Object.assign(this, { element, makeHeader, makeCell });
    this.observer = new IntersectionObserver((entries) => {
      const seen = new Map(); // by section, the items that have come into sight
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        const position = this.#sections.findIndex(({ list }) => list === target.parentElement);
        const item = this.#sections[position]?.cells.indexOf(target) ?? -1;
        if (position >= 0 && item >= 0) seen.set(position, [...(seen.get(position) ?? []), item]);
      }
      for (const [section, items] of seen) for (const item of new Set([Math.min(...items), Math.max(...items)])) shown(section, item);
    }, { root: element });
  }

  /** Counts everything again. */
  reload(sections) {
    this.observer.disconnect();
    this.#sections = sections.map(({ rows }) => ({ list: document.createElement("ol"), cells: rows.map((row) => this.#cell(row)) }));
    this.element.replaceChildren(...sections.map((section, position) => {
      const element = document.createElement("section");
      element.append(this.makeHeader(section, position), this.#sections[position].list);
      this.#sections[position].list.append(...this.#sections[position].cells);
      return element;
    }));
    this.counts = sections.map(({ rows }) => rows.length);
  }

  /** Applies an update; throws InvalidUpdate. The promise ends with the animation. */
  async update(update) {
    check(this.counts, update.counts, update);
    if (this.running > 0) this.overlaps += 1;
    this.counts = update.counts;
    const isAnimated = update.animation > 0 && !document.hidden && !this.#isStill.matches;
    const tops = new Map(isAnimated ? this.#parts().map((part) => [part, part.offsetTop]) : []);
    const focus = this.#focused();
    const places = this.#places();
    const [gone, fresh] = this.#apply(update);
    const scrolled = this.#keep(places);
    this.#refocus(focus);
    if (!isAnimated) return gone.forEach((cell) => cell.remove());
    this.#animate(update.animation, tops, gone, fresh, scrolled);
    this.running += 1;
    await new Promise((over) => setTimeout(over, update.animation));
    this.running -= 1;
    gone.forEach((cell) => cell.remove());
  }

  #cell(row) {
    const cell = this.makeCell(row);
    this.observer.observe(cell);
    return cell;
  }

  #parts() { return [...this.element.querySelectorAll("header, li:not(.gone)")]; }

  /** Returns the cells that have left, which are still in the document, and the new ones. */
  #apply({ counts, deletes, inserts, moves, reloads, changes }) {
    const gone = deletes.map(([section, item]) => this.#sections[section].cells[item]);
    const placed = counts.map(() => new Map());
    for (const [from, to] of moves) placed[to[0]].set(to[1], this.#sections[from[0]].cells[from[1]]);
    const taken = new Set([...gone, ...placed.flatMap((map) => [...map.values()])]);
    const fresh = [];
    const make = (row) => (fresh.push(this.#cell(row)), fresh.at(-1));
    for (const { path: [section, item], row } of inserts) placed[section].set(item, make(row));
    this.#sections.forEach((section, position) => {
      const rest = section.cells.filter((cell) => !taken.has(cell));
      const reload = reloads.find((reload) => reload.section === position);
      if (reload) gone.push(...rest);
      section.cells = reload ? reload.rows.map(make) : Array.from({ length: counts[position] }, (_, item) => placed[position].get(item) ?? rest.shift());
    });
    for (const { path: [section, item], row } of changes) {
      gone.push(this.#sections[section].cells[item]);
      this.#sections[section].cells[item] = make(row);
    }
    for (const cell of gone) {
      cell.classList.add("gone");
      this.observer.unobserve(cell);
    }
    for (const { list, cells } of this.#sections) {
      let next = list.firstElementChild; // what stands where it should is not touched
      for (const cell of cells) {
        while (next?.classList.contains("gone")) next = next.nextElementSibling;
        if (cell === next) next = next.nextElementSibling;
        else list.insertBefore(cell, next);
      }
    }
    return [gone, fresh];
  }

  /** What is on the screen, in order, each with its distance from the upper edge. */
  #places() {
    const top = this.element.scrollTop;
    return this.#parts().filter((part) => part.matches("li") && part.offsetTop + part.offsetHeight > top).slice(0, 40)
      .map((part) => [part, part.offsetTop - top]);
  }

  /** What is shown first stays where it is, or the next one that has not gone; at the very top, if the list keeps its place there, too. Returns how far the list has scrolled. */
  #keep(places) {
    const top = this.element.scrollTop;
    const first = places.find(([part]) => !part.classList.contains("gone"));
    if (!first || (top === 0 && !this.keepsTop)) return 0;
    this.element.scrollTop = first[0].offsetTop - first[1];
    return this.element.scrollTop - top;
  }

  #animate(duration, tops, gone, fresh, scrolled) {
    const options = { duration, easing: "ease-out" };
    const [top, height] = [this.element.scrollTop, this.element.clientHeight];
    for (const part of this.#parts()) {
      const [from, to] = [tops.has(part) ? tops.get(part) + scrolled : undefined, part.offsetTop];
      const isNear = Math.min(from ?? to, to) < top + height && Math.max(from ?? to, to) > top - 60;
      if (isNear && from !== undefined && from !== to) part.animate([{ transform: `translateY(${from - to}px)` }, {}], options);
    }
    for (const cell of fresh) cell.animate([{ opacity: 0, transform: "translateX(-1rem)" }, {}], options);
    for (const cell of gone) {
      cell.style.top = `${tops.get(cell) + scrolled}px`;
      cell.animate([{}, { opacity: 0, transform: "translateX(1rem)" }], { ...options, fill: "forwards" });
    }
  }

  #focused() {
    const cell = document.activeElement?.closest("li");
    const position = this.#sections.findIndex(({ cells }) => cells.includes(cell));
    return position < 0 ? null : { cell, element: document.activeElement, position, item: this.#sections[position].cells.indexOf(cell) };
  }

  /** A cell that moves loses the focus; one that leaves gives it to its neighbour. */
  #refocus(focus) {
    if (!focus) return;
    const { cells } = this.#sections[focus.position];
    const next = focus.cell.classList.contains("gone") ? cells[Math.min(focus.item, cells.length - 1)] : focus.element;
    next?.focus({ preventScroll: true });
  }
}
