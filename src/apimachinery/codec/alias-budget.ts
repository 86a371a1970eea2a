// Follows vendor/go.yaml.in/yaml/v2/decode.go (v1.36)

import { DecodeError } from './decode-error.js';

/**
 * Up to this many nodes, nearly all may come from aliases; from there to the upper bound the share falls to a tenth.
 */
const lowerBound = 400_000;
const upperBound = 4_000_000;
/**
 * At most this many nodes may come from aliases: go-yaml allows a million, which would block the event loop for too
 * long.
 */
const maxAliased = 100_000;

/** Rejects small documents that expand to large ones ("billion laughs"), by go-yaml's rules. */
export class AliasBudget {
  #nodes = 0;
  #aliased = 0;

  countNode(): void {
    this.#nodes++;
  }

  /** Must be called before the nodes of an alias are copied. */
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
