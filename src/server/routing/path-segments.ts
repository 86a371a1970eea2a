/**
 * Reads the segments of a URL path one by one. Leading and trailing slashes are ignored; empty segments within it
 * count.
 */
export class PathSegments {
  readonly #path: string;
  readonly #end: number;
  #at: number;

  constructor(path: string) {
    let [begin, end] = [0, path.length];
    while (begin < end && path.charCodeAt(begin) === slash) begin++;
    while (end > begin && path.charCodeAt(end - 1) === slash) end--;
    this.#path = path;
    this.#at = begin;
    // One past the end, as if a separator followed: `next` skips one after each segment.
    this.#end = begin === end ? end : end + 1;
  }

  /** The index in the path at which the next segment begins. */
  get position(): number {
    return this.#at;
  }

  /** The index in the path at which the last segment ends. */
  get end(): number {
    return this.#end - 1;
  }

  get hasMore(): boolean {
    return this.#at < this.#end;
  }

  hasAtLeast(count: number): boolean {
    let at = this.#at;
    for (let seen = 0; seen < count; seen++) {
      if (at >= this.#end) return false;
      at = this.#segmentEnd(at) + 1;
    }
    return true;
  }

  /** Returns the next segment without consuming it. */
  peek(): string {
    return this.#path.slice(this.#at, this.#segmentEnd(this.#at));
  }

  next(): string {
    const end = this.#segmentEnd(this.#at);
    const segment = this.#path.slice(this.#at, end);
    this.#at = end + 1;
    return segment;
  }

  #segmentEnd(from: number): number {
    const found = this.#path.indexOf('/', from);
    return found === -1 || found >= this.#end ? this.#end - 1 : found;
  }
}

const slash = 0x2f;
