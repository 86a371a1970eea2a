// Follows pkg/registry/core/service/portallocator/operation.go (v1.36)

import { AllocationError, type NodePorts } from '../../../service-addresses/index.js';

/** The first port that a dry run shows where one would be allocated: beyond the usual range. */
const firstPlaceholder = 32_769;

/** Node port changes of one write: allocates at once, releases after the write has succeeded. */
export class NodePortOperation {
  readonly #ports: NodePorts;
  readonly #dryRun: boolean;
  readonly #allocated: number[] = [];
  readonly #released: number[] = [];

  constructor(ports: NodePorts, { dryRun }: { dryRun: boolean }) {
    this.#ports = ports;
    this.#dryRun = dryRun;
  }

  /** Throws `AllocationError`. */
  async allocate(port: number): Promise<void> {
    if (!this.#dryRun) {
      await this.#ports.allocate(port);
    } else if (this.#allocated.includes(port) || (await this.#ports.allocated()).has(port)) {
      throw new AllocationError('provided port is already allocated');
    }
    this.#allocated.push(port);
  }

  /** Throws `AllocationError`. */
  async allocateNext(): Promise<number> {
    const placeholder = this.#allocated.length === 0 ? firstPlaceholder : Math.max(...this.#allocated) + 1;
    const port = this.#dryRun ? placeholder : await this.#ports.allocateNext();
    this.#allocated.push(port);
    return port;
  }

  releaseLater(ports: readonly number[]): void {
    this.#released.push(...ports);
  }

  async commit(): Promise<void> {
    if (!this.#dryRun) await this.#ports.release(this.#released);
  }

  async rollback(): Promise<void> {
    if (!this.#dryRun) await this.#ports.release(this.#allocated);
  }
}
