import type { Clock } from '../clock/index.js';

interface Entry<Item> {
  readonly item: Item;
  readonly due: number;
}

/** Items that become ready at a later time. If an item is added again, the earlier time wins. */
export class DelayedItems<Item> {
  readonly #clock: Clock;
  readonly #onDue: (item: Item) => void;
  /** Binary heap: no entry is due before its parent, which is at half its index. */
  readonly #heap: Entry<Item>[] = [];
  /** The valid entries; one that was replaced by an earlier one stays in the heap until it is due. */
  readonly #current = new Map<Item, Entry<Item>>();
  #timerDue = Number.POSITIVE_INFINITY;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock, onDue: (item: Item) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  get size(): number {
    return this.#current.size;
  }

  add(item: Item, milliseconds: number): void {
    const entry = { item, due: this.#clock.monotonic() + milliseconds };
    const known = this.#current.get(item);
    if (known !== undefined && known.due <= entry.due) return;
    this.#current.set(item, entry);
    this.#push(entry);
    this.#schedule();
  }

  clear(): void {
    this.#cancelTimer();
    this.#current.clear();
    this.#heap.length = 0;
  }

  #schedule(): void {
    const due = this.#heap[0]?.due ?? Number.POSITIVE_INFINITY;
    if (due === this.#timerDue) return;
    this.#cancelTimer();
    this.#timerDue = due;
    if (due === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#clock.after(Math.max(0, due - this.#clock.monotonic()), this.#release);
  }

  readonly #release = (): void => {
    this.#timerDue = Number.POSITIVE_INFINITY;
    const now = this.#clock.monotonic();
    for (let first = this.#heap[0]; first !== undefined && first.due <= now; first = this.#heap[0]) {
      this.#pop();
      if (this.#current.get(first.item) !== first) continue;
      this.#current.delete(first.item);
      this.#onDue(first.item);
    }
    this.#schedule();
  };

  #push(entry: Entry<Item>): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]!.due <= entry.due) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  /** Removes the root and sifts the last entry down from its place. */
  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.due < heap[child]!.due) child++;
      if (heap[child]!.due >= last.due) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}
