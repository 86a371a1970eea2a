import type { Socket } from 'node:net';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { Connection } from './connection.js';

/** How long a connection that is accepted during shutdown may take to send its first request. */
export const firstRequestMilliseconds = 500;

export interface RetireOptions {
  /** How long an HTTP/1.1 connection may be silent before it is closed without having been announced. */
  readonly quietMilliseconds: number;
}

/** All open connections of a server, so that they can be shut down together. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #upgraded = new Set<Socket>();
  /** All underlying TCP connections, with the number of bytes that each had received at the last check. */
  readonly #sockets = new Map<Socket, number>();
  #retiring: RetireOptions | undefined;
  #whenEmpty: (() => void) | undefined;

  /** Called when a TCP connection is accepted. */
  accepted(socket: Socket): void {
    this.#sockets.set(socket, 0);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.#whenEmpty?.();
    });
  }

  /** Called when the TLS handshake is complete. */
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

  /** Called when the connection switches to another protocol. */
  upgraded(socket: Socket): void {
    this.#open.delete(socket);
    if (!socket.closed) this.#upgraded.add(socket);
  }

  /** Number of connections that can have requests. */
  get size(): number {
    return this.#open.size;
  }

  /** Number of TCP connections, including those whose TLS handshake is pending or has failed. */
  get sockets(): number {
    return this.#sockets.size;
  }

  /** Returns the TCP connections with this remote port. */
  *from(remotePort: number | undefined): Iterable<Socket> {
    for (const socket of this.#sockets.keys()) if (socket.remotePort === remotePort) yield socket;
  }

  /** Retires all connections, including those with a pending handshake, and waits until they are closed. */
  async retire(options: RetireOptions): Promise<void> {
    this.#retiring = options;
    for (const connection of [...this.#open.values()]) connection.retire(options);
    await this.#empty();
  }

  /**
   * Closes connections that have no requests or only cancelled ones, and all upgraded ones. Closes pending handshakes
   * that have received nothing since the last call.
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

  /** Closes the remaining connections, and waits until the handlers of their requests have been notified. */
  async destroy(): Promise<void> {
    for (const connection of [...this.#open.values()]) connection.destroy();
    for (const socket of [...this.#sockets.keys()]) socket.destroy();
    await this.#empty();
  }

  /** The client has not sent a request yet, and cannot know that the server is shutting down. */
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
