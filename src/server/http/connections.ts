import type { Socket } from 'node:net';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { Connection } from './connection.js';

/** How long a connection that was made while the server closes may take to send its first request. */
export const firstRequestMilliseconds = 500;

export interface RetireOptions {
  /** How long a client of HTTP/1.1 may be silent before its connection is closed, although it was not told so. */
  readonly quietMilliseconds: number;
}

/** Every open connection of a server, so that they can be brought to an end together. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #upgraded = new Set<Socket>();
  /** All TCP connections below, with how many bytes had come when they were last looked at. */
  readonly #sockets = new Map<Socket, number>();
  #retiring: RetireOptions | undefined;
  #whenEmpty: (() => void) | undefined;

  /** A TCP connection was accepted. */
  accepted(socket: Socket): void {
    this.#sockets.set(socket, 0);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#whenEmpty?.();
    });
  }

  /** Its TLS handshake is done. */
  add(socket: Socket, connection: Connection): void {
    this.#open.set(socket, connection);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#upgraded.delete(socket);
    });
    if (this.#retiring) this.#retireSoon(socket, connection);
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Another protocol is spoken on it from now on. */
  upgraded(socket: Socket): void {
    this.#open.delete(socket);
    if (!socket.closed) this.#upgraded.add(socket);
  }

  /** How many can have requests. */
  get size(): number {
    return this.#open.size;
  }

  /** How many TCP connections there are, with those whose TLS handshake is not done or has failed. */
  get sockets(): number {
    return this.#sockets.size;
  }

  /** The TCP connections whose other end has this port. */
  *from(remotePort: number | undefined): Iterable<Socket> {
    for (const socket of this.#sockets.keys()) if (socket.remotePort === remotePort) yield socket;
  }

  /** Retires every connection, those whose handshake is not done included, and waits until all are closed. */
  async retire(options: RetireOptions): Promise<void> {
    this.#retiring = options;
    for (const connection of [...this.#open.values()]) connection.retire(options);
    await this.#empty();
  }

  /**
   * Breaks those off that have nothing but cancelled requests, or none, and all that were upgraded; handshakes, unless
   * something came since the last call.
   */
  destroyCancelled(): void {
    const awaited = new Set<number | undefined>();
    for (const [socket, connection] of [...this.#open]) {
      if (connection.isForsaken) connection.destroy();
      else awaited.add(socket.remotePort);
    }
    for (const socket of this.#upgraded) socket.destroy();
    for (const [socket, bytesRead] of [...this.#sockets]) {
      if (awaited.has(socket.remotePort)) continue;
      this.#sockets.set(socket, socket.bytesRead);
      if (socket.bytesRead === bytesRead) socket.destroy();
    }
  }

  /** Breaks what is left, and waits until the handlers of requests that were under way know it. */
  async destroy(): Promise<void> {
    for (const connection of [...this.#open.values()]) connection.destroy();
    for (const socket of [...this.#sockets.keys()]) socket.destroy();
    await this.#empty();
  }

  /** The client has not sent a request yet, and cannot know that the server closes. */
  #retireSoon(socket: Socket, connection: Connection): void {
    connection.announceEnd();
    const cancelTimer = systemClock.after(firstRequestMilliseconds, () => connection.retire());
    socket.once('close', () => cancelTimer());
  }

  #empty(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const before = this.#whenEmpty;
      this.#whenEmpty = () => {
        before?.();
        resolve();
      };
    });
  }
}
