// Follows pkg/registry/core/service/portallocator/operation.go (v1.36)

import { AllocationError, type NodePorts } from '../../../service-addresses/index.js';

/** `pretend`: dry run; nothing is allocated. */
export type PortMode = 'take' | 'pretend';

/** First placeholder port in a dry run: beyond the usual range. */
const firstPretended = 32_769;

/** Node port changes of one write: allocates at once, releases after the write has succeeded. */
export class NodePortOperation {
  readonly #ports: NodePorts;
  readonly #mode: PortMode;
  readonly #taken: number[] = [];
  readonly #freed: number[] = [];

  constructor(ports: NodePorts, mode: PortMode) {
    this.#ports = ports;
    this.#mode = mode;
  }

  /** Throws `AllocationError`. */
  async take(port: number): Promise<void> {
    if (this.#mode === 'take') {
      await this.#ports.take(port);
    } else if (this.#taken.includes(port) || (await this.#ports.taken()).has(port)) {
      throw new AllocationError('provided port is already allocated');
    }
    this.#taken.push(port);
  }

  /** Throws `AllocationError`. */
  async takeAny(): Promise<number> {
    const pretended = this.#taken.length === 0 ? firstPretended : Math.max(...this.#taken) + 1;
    const port = this.#mode === 'take' ? await this.#ports.takeAny() : pretended;
    this.#taken.push(port);
    return port;
  }

  freeLater(ports: readonly number[]): void {
    this.#freed.push(...ports);
  }

  async keep(): Promise<void> {
    if (this.#mode === 'take') await this.#ports.free(this.#freed);
  }

  async release(): Promise<void> {
    if (this.#mode === 'take') await this.#ports.free(this.#taken);
  }
}
