// A list view that keeps its own count, as UICollectionView does: it counts when everything is loaded, and compares each
// update with that count. What does not add up is refused, in UIKit's words and in the order in which UIKit looks.

export class InvalidUpdate extends Error {}

const short = ([section, item]) => `${section}-${item}`;
const long = ([section, item]) => `{length = 2, path = ${section} - ${item}}`;

/** What takes the focus in a cell, in order. */
export const stops = (cell) => [...(cell?.querySelectorAll("button, [tabindex]") ?? [])];

/** Throws unless `before`, changed as the update says, is `after`; both are the items of each section. Sections stay. */
export function check(before, after, { deletes = [], inserts = [], moves = [] }) {
  const refuse = (text) => { throw new InvalidUpdate(text); };
  const [insertPaths, sources, targets] = [inserts.map(({ path }) => path), moves.map(([from]) => from), moves.map(([, to]) => to)];
  const has = (paths, path) => paths.some((other) => short(other) === short(path));
  for (const path of deletes) {
    const [section, item] = path;
    if (has(sources, path)) refuse(`attempt to perform a delete and a move from the same index path (${short(path)})`);
    if (item >= before[section]) refuse(`attempt to delete item ${item} from section ${section} which only contains ${before[section]} items before the update`);
  }
  for (const path of insertPaths) {
    const [section, item] = path;
    if (has(targets, path)) refuse(`attempt to perform an insert and a move to the same index path (${short(path)})`);
    if (item >= after[section]) refuse(`attempt to insert item ${item} into section ${section}, but there are only ${after[section]} items in section ${section} after the update`);
  }
  for (const [from, to] of moves) {
    if (from[1] >= before[from[0]]) refuse(`attempt to move index path (${long(from)}) that does not exist - there are only ${before[from[0]]} items in section ${from[0]} before the update`);
    if (to[1] >= after[to[0]]) refuse(`attempt to move index path (${long(from)}) to index path (${long(to)}) that does not exist - there are only ${after[to[0]]} items in section ${to[0]} after the update`);
  }
  for (let section = 0; section < after.length; section++) {
    const count = (paths) => paths.filter((path) => path[0] === section).length;
    const crossing = moves.filter(([from, to]) => from[0] !== to[0]);
    const [inserted, deleted, movedIn, movedOut] = [insertPaths, deletes, crossing.map(([, to]) => to), crossing.map(([from]) => from)].map(count);
    const expected = before[section] + inserted - deleted + movedIn - movedOut;
    if (expected < 0) refuse(`Invalid update: invalid number of items in section ${section}.  Attempt to delete more items than exist in section.`);
    if (expected !== after[section]) refuse(`Invalid update: invalid number of items in section ${section}.  The number of items contained in an existing section after the update (${after[section]}) must be equal to the number of items contained in that section before the update (${before[section]}), plus or minus the number of items inserted or deleted from that section (${inserted} inserted, ${deleted} deleted) and plus or minus the number of items moved into or out of that section (${movedIn} moved in, ${movedOut} moved out).`);
  }
}

export class List {
  counts = [];
  running = 0; // animations
  overlaps = 0; // updates that came during one, which UIKit accepts and this list counts
  #sections = []; // { list, cells }
  #successors = new WeakMap(); // of cells that were made again with what their item has become

  /** `makeHeader(title, position)` and `makeCell(row)` return elements; `shown(section, item)` is told of cells that appear. */
  constructor(element, { makeHeader, makeCell, shown = () => {} }) {
    Object.assign(this, { element, makeHeader, makeCell });
    this.observer = new IntersectionObserver((entries) => {
      const paths = entries.filter((entry) => entry.isIntersecting).map(({ target }) => this.path(target)).filter(([, item]) => item >= 0);
      for (const section of this.#sections.keys()) {
        const items = paths.filter((path) => path[0] === section).map(([, item]) => item);
        if (items.length) [Math.min(...items), Math.max(...items)].forEach((item) => shown(section, item));
      }
    }, { root: element });
  }

  /** The cells that are there, in order, section by section. */
  get cells() { return this.#sections.flatMap(({ cells }) => cells); }

  /** The position and offset of a cell; the offset is -1 if it is not there. */
  path(cell) {
    const section = this.#sections.findIndex(({ cells }) => cells.includes(cell));
    return [section, this.#sections[section]?.cells.indexOf(cell) ?? -1];
  }

  /** The cell that shows now what this one showed. */
  latest(cell) {
    while (this.#successors.has(cell)) cell = this.#successors.get(cell);
    return cell;
  }

  /** Counts everything again. */
  reload(titles, rows) {
    const [top, lefts] = [this.element.scrollTop, this.#sections.map(({ list }) => list.scrollLeft)];
    this.observer.disconnect();
    this.#sections = rows.map((rows) => ({ list: document.createElement("ol"), cells: rows.map((row) => this.#cell(row)) }));
    this.element.replaceChildren(...this.#sections.map(({ list, cells }, position) => {
      const section = document.createElement("section");
      list.setAttribute("aria-label", titles[position]);
      list.append(...cells);
      section.append(this.makeHeader(titles[position], position), list);
      return section;
    }));
    this.counts = rows.map((rows) => rows.length);
    this.element.scrollTop = top;
    this.#sections.forEach(({ list }, position) => (list.scrollLeft = lefts[position] ?? 0));
  }

  /** Applies an update; throws InvalidUpdate. Returns a promise that ends with the animation. */
  update(update) {
    check(this.counts, update.counts, update);
    if (this.running > 0) this.overlaps += 1;
    this.counts = update.counts;
    const isAnimated = update.animation > 0 && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    const before = new Map(this.#parts().map((part) => [part, [part.offsetLeft, part.offsetTop]]));
    const [focus, top] = [this.#focused(), this.element.scrollTop];
    const [gone, fresh] = this.#apply(update);
    // What is shown first stays where it is, or the next one that has not gone.
    const first = [...before.keys()].find((part) => part.matches("li:not(.gone)") && before.get(part)[1] + part.offsetHeight > top);
    if (first) this.element.scrollTop = top + first.offsetTop - before.get(first)[1];
    this.#refocus(focus);
    const end = () => gone.forEach((cell) => cell.remove());
    if (!isAnimated) return Promise.resolve(end());
    this.#animate(update.animation, before, gone, fresh, this.element.scrollTop - top);
    this.running += 1;
    return new Promise((over) => setTimeout(over, update.animation)).then(() => (this.running -= 1)).then(end);
  }

  /** The user moves a cell in its section: nobody tells the list, and the counts stay. */
  move(cell, to) {
    const [section, from] = this.path(cell);
    const [{ list, cells }, focus] = [this.#sections[section], this.#focused()];
    cells.splice(to, 0, ...cells.splice(from, 1));
    list.insertBefore(cell, cells[to + 1] ?? null);
    this.#refocus(focus);
  }

  #cell(row) {
    const cell = this.makeCell(row);
    this.observer.observe(cell);
    return cell;
  }

  #parts() { return [...this.element.querySelectorAll("header, li:not(.gone)")]; }

  /** Returns the cells that have left, which are still in the document, and the new ones. */
  #apply({ counts, deletes, inserts, moves, changes }) {
    const cells = this.#sections.map((section) => section.cells);
    const gone = deletes.map(([section, item]) => cells[section][item]);
    const placed = counts.map(() => new Map());
    for (const [from, to] of moves) placed[to[0]].set(to[1], cells[from[0]][from[1]]);
    const taken = new Set([...gone, ...placed.flatMap((map) => [...map.values()])]);
    for (const { path: [section, item], row } of inserts) placed[section].set(item, this.#cell(row));
    const fresh = inserts.map(({ path: [section, item] }) => placed[section].get(item));
    this.#sections.forEach((section, position) => {
      const rest = section.cells.filter((cell) => !taken.has(cell));
      section.cells = Array.from({ length: counts[position] }, (_, item) => placed[position].get(item) ?? rest.shift());
    });
    for (const { path: [section, item], row } of changes) {
      const [old, cell] = [this.#sections[section].cells[item], this.#cell(row)];
      this.#successors.set(old, cell);
      this.#sections[section].cells[item] = cell;
      gone.push(old);
      fresh.push(cell);
    }
    for (const cell of gone) cell.classList.add("gone");
    for (const { list, cells } of this.#sections) {
      let next = list.firstElementChild; // what stands where it should is not touched
      for (const cell of cells) {
        while (next?.matches(".gone")) next = next.nextElementSibling;
        if (cell === next) next = next.nextElementSibling;
        else list.insertBefore(cell, next);
      }
    }
    return [gone, fresh];
  }

  #animate(duration, before, gone, fresh, scrolled) {
    const options = { duration, easing: "ease-out" };
    const [top, height] = [this.element.scrollTop, this.element.clientHeight];
    for (const [part, [left, y]] of before) {
      if (part.matches(".gone")) Object.assign(part.style, { left: `${left}px`, top: `${y + scrolled}px` });
      const way = [left - part.offsetLeft, y + scrolled - part.offsetTop];
      const isNear = Math.min(way[1], 0) + part.offsetTop < top + height && Math.max(way[1], 0) + part.offsetTop > top - 60;
      if (isNear && (way[0] || way[1])) part.animate([{ transform: `translate(${way[0]}px, ${way[1]}px)` }, {}], options);
    }
    for (const cell of fresh) cell.animate([{ opacity: 0, transform: "translateX(1.5rem)" }, {}], options);
    for (const cell of gone) cell.animate([{}, { opacity: 0, transform: "scale(.6)" }], { ...options, fill: "forwards" });
  }

  #focused() {
    const [element, cell] = [document.activeElement, document.activeElement?.closest("li")];
    const [section, item] = this.path(cell);
    return item < 0 ? null : { element, cell, section, item, column: stops(cell).indexOf(element) };
  }

  /** A cell that moves loses the focus; one that changes hands it on, and one that leaves gives it to its neighbour. */
  #refocus(focus) {
    if (!focus) return;
    const { element, cell, section, item, column } = focus;
    const { cells } = this.#sections[section];
    const heir = [this.latest(cell), cells[Math.min(item, cells.length - 1)]].find((cell) => cells.includes(cell));
    (cell === heir ? element : stops(heir)[column])?.focus({ preventScroll: true });
  }
}
