/** Shorter lists are not compacted. */
const compactAt = 1024;

/** First in, first out, in amortized constant time. */
export class Fifo<Item> {
  #items: (Item | undefined)[] = [];
  /** Items before this index have been removed. */
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first === this.#items.length) this.#reset([]);
    else if (this.#first >= compactAt && this.#first * 2 >= this.#items.length)
      this.#reset(this.#items.slice(this.#first));
    return item;
  }

  #reset(items: (Item | undefined)[]): void {
    this.#items = items;
    this.#first = 0;
  }
}
