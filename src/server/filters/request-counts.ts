// Follows staging/src/k8s.io/apiserver/pkg/server/filters/maxinflight.go (v1.36)

import type { RequestKindCounts } from '../metrics/index.js';
import type { RequestInfo } from '../routing/index.js';

export type RequestKind = keyof RequestKindCounts;

const readOnlyVerbs = new Set(['get', 'list', 'watch']);

export function kindOf({ verb }: RequestInfo): RequestKind {
  return readOnlyVerbs.has(verb) ? 'readOnly' : 'mutating';
}

/** The current and highest number of concurrent requests, by kind. */
export class RequestCounts {
  readonly #now = { readOnly: 0, mutating: 0 };
  readonly #highest = { readOnly: 0, mutating: 0 };
  readonly #onChange: ((kind: RequestKind, count: number, now: number) => void) | undefined;

  /** `onChange` is called with each new number, and the time that `begin` and `end` were given. */
  constructor(onChange?: (kind: RequestKind, count: number, now: number) => void) {
    this.#onChange = onChange;
  }

  of(kind: RequestKind): number {
    return this.#now[kind];
  }

  begin(kind: RequestKind, now = 0): void {
    this.#now[kind]++;
    this.#onChange?.(kind, this.#now[kind], now);
    if (this.#now[kind] > this.#highest[kind]) this.#highest[kind] = this.#now[kind];
  }

  end(kind: RequestKind, now = 0): void {
    this.#now[kind]--;
    this.#onChange?.(kind, this.#now[kind], now);
  }

  /** Returns the highest numbers since the last call. */
  readonly takeHighest = (): RequestKindCounts => {
    const taken = { ...this.#highest };
    Object.assign(this.#highest, this.#now);
    return taken;
  };
}
