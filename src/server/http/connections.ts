import type { Socket } from 'node:net';
import { nextTurn, systemClock } from '../../apimachinery/clock/index.js';
import type { Connection } from './connection.js';

/** How long a connection that was made while the server closes may take to send its first request. */
const firstRequestMilliseconds = 500;

/** Every open connection of a server, so that they can be brought to an end together. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  #closing = false;
  #whenEmpty: (() => void) | undefined;

  add(socket: Socket, connection: Connection): void {
    this.#open.set(socket, connection);
    socket.once('close', () => this.forget(socket));
    if (this.#closing) this.#retireSoon(socket, connection);
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
    for (const connection of this.#open.values()) connection.announceEnd();
    await whatArrivedIsRead();
    for (const connection of [...this.#open.values()]) connection.retire();
    const late = new AbortController();
    const cancelDeadline = systemClock.after(graceMilliseconds, () => late.abort());
    await this.#empty(late.signal);
    cancelDeadline();
  }

  /** Breaks what is left, and waits until those whose requests were under way know it. */
  async destroy(): Promise<void> {
    for (const connection of [...this.#open.values()]) connection.destroy();
    await this.#empty();
  }

  /** Who has just been let in is about to ask for something. */
  #retireSoon(socket: Socket, connection: Connection): void {
    connection.announceEnd();
    const cancelTimer = systemClock.after(firstRequestMilliseconds, () => connection.retire());
    socket.once('close', () => cancelTimer());
  }

  #empty(giveUp?: AbortSignal): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
      giveUp?.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** A connection whose request waits to be read looks idle. The second turn of the event loop asks all sockets again. */
async function whatArrivedIsRead(): Promise<void> {
  await nextTurn(systemClock);
  await nextTurn(systemClock);
}
