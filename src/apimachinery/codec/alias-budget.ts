import { DecodeError } from './decode-error.js';

/** Up to this many nodes nearly all may come from aliases; from there to the upper bound the share falls to a tenth. */
const lowerBound = 400_000;
const upperBound = 4_000_000;
/** No more than this may come from aliases at all: go-yaml allows a million, for which all others would wait. */
const maxAliased = 100_000;

/** Refuses documents that are small but stand for much ("billion laughs"), by the measure of go-yaml. */
export class AliasBudget {
  #nodes = 0;
  #aliased = 0;

  countNode(): void {
    this.#nodes++;
  }

  /** To be called before the nodes of an alias are copied. */
  countAliased(nodes: number): void {
    this.#nodes += nodes;
    this.#aliased += nodes;
    const matters = this.#aliased > 100 && this.#nodes > 1000;
    if (this.#aliased > maxAliased || (matters && this.#aliased / this.#nodes > this.#allowedShare())) {
      throw new DecodeError('yaml: document contains excessive aliasing');
    }
  }

  #allowedShare(): number {
    if (this.#nodes <= lowerBound) return 0.99;
    if (this.#nodes >= upperBound) return 0.1;
    return 0.99 - (0.89 * (this.#nodes - lowerBound)) / (upperBound - lowerBound);
  }
}
