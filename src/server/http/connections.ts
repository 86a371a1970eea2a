import type { Socket } from 'node:net';
import type { Connection } from './connection.js';

/** Every open connection of a server, so that they can be brought to an end together. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #closing = false;
  #whenEmpty: (() => void) | undefined;

  add(socket: Socket, connection: Connection): void {
    this.#open.set(socket, connection);
    socket.once('close', () => this.forget(socket));
    if (this.#closing) connection.retire();
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** The connection is somebody else's from now on (it was upgraded), or closed: a graceful end does not wait for it. */
  forget(socket: Socket): void {
    this.#open.delete(socket);
    if (this.#open.size === 0) this.#whenEmpty?.();
  }

  get size(): number {
    return this.#open.size;
  }

  /** Retires every connection, those that are still to come included, and waits until all are closed, up to a time. */
  async drain(graceMilliseconds: number): Promise<void> {
    this.#closing = true;
    for (const connection of [...this.#open.values()]) connection.retire();
    const late = new AbortController();
    const deadline = setTimeout(() => late.abort(), graceMilliseconds);
    await this.#empty(late.signal);
    clearTimeout(deadline);
  }

  /** Breaks what is left, and waits until those whose requests were under way know it. */
  async destroy(): Promise<void> {
    for (const connection of [...this.#open.values()]) connection.destroy();
    await this.#empty();
  }

  #empty(giveUp?: AbortSignal): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
      giveUp?.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
