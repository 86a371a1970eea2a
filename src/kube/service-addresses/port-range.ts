// Follows pkg/registry/core/service/portallocator/allocator.go (v1.36)

/** An inclusive range of ports: `30000-32767`, or `30000+2767` as first port and offset. */
export class PortRange {
  readonly first: number;
  readonly last: number;

  constructor(first: number, last: number) {
    this.first = first;
    this.last = last;
  }

  /** Returns undefined if the text is not a valid range. */
  static parse(text: string): PortRange | undefined {
    const [, first, sign, second] = /^(\d{1,5})([-+])(\d{1,5})$/.exec(text.trim()) ?? [];
    if (first === undefined || second === undefined) return undefined;
    const last = sign === '+' ? Number(first) + Number(second) : Number(second);
    return Number(first) <= last && last <= 65_535 ? new PortRange(Number(first), last) : undefined;
  }

  get size(): number {
    return this.last - this.first + 1;
  }

  /** Size of the static band at the start, preferably left for explicit requests. */
  get reservedForRequests(): number {
    if (this.size <= 16) return 0;
    return Math.min(128, Math.max(16, Math.floor(this.size / 32)));
  }

  has(port: number): boolean {
    return port >= this.first && port <= this.last;
  }

  /** Yields every port once: the dynamic band first, then the static one, each from a random offset. */
  *candidates(random: () => number): Generator<number> {
    const dynamicFirst = this.first + this.reservedForRequests;
    yield* roundFrom(random, dynamicFirst, this.last);
    yield* roundFrom(random, this.first, dynamicFirst - 1);
  }

  toString(): string {
    return `${this.first}-${this.last}`;
  }
}

function* roundFrom(random: () => number, first: number, last: number): Generator<number> {
  const size = last - first + 1;
  const start = Math.floor(random() * size);
  for (let step = 0; step < size; step++) yield first + ((start + step) % size);
}
