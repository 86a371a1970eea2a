import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type ConnectionSource, connectionOptions } from '../../server/http/index.js';

/** A process that serves connections. */
export interface ConnectionTarget {
  /** The number of its open connections. */
  readonly open: number;
  /** Nothing has been read from the socket. */
  take(socket: Socket): void;
}

/** Listens, and gives each connection to the process that has the fewest: this one, or one of its workers. */
export class ConnectionAcceptor implements ConnectionSource {
  readonly port: number;
  readonly #server: Server;
  readonly #targets = new Set<ConnectionTarget>();
  /** Connections that were accepted before there was a target. */
  #early: Socket[] = [];

  /** Rejects if the address cannot be listened on. */
  static async listen(address: { host: string | undefined; port: number }): Promise<ConnectionAcceptor> {
    const server = createServer({ pauseOnConnect: true, ...connectionOptions });
    server.listen({ host: address.host, port: address.port });
    await once(server, 'listening');
    return new ConnectionAcceptor(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => this.#assign(socket));
  }

  start(accept: (socket: Socket) => void): void {
    this.add(new OwnConnections(accept));
    for (const socket of this.#early) this.#assign(socket);
    this.#early = [];
  }

  add(target: ConnectionTarget): void {
    this.#targets.add(target);
  }

  /** `unserved`: connections that it has not begun to serve. */
  remove(target: ConnectionTarget, unserved: readonly Socket[] = []): void {
    this.#targets.delete(target);
    for (const socket of unserved) this.#assign(socket);
  }

  /** Connections that were accepted stay open. */
  close(): void {
    this.#server.close();
  }

  #assign(socket: Socket): void {
    let chosen: ConnectionTarget | undefined;
    for (const target of this.#targets) if (!chosen || target.open < chosen.open) chosen = target;
    if (!chosen) {
      this.#early.push(socket);
      return;
    }
    // Of those that have equally few, the one that was chosen longest ago is next.
    this.#targets.delete(chosen);
    this.#targets.add(chosen);
    chosen.take(socket);
  }
}

class OwnConnections implements ConnectionTarget {
  open = 0;
  readonly #accept: (socket: Socket) => void;

  constructor(accept: (socket: Socket) => void) {
    this.#accept = accept;
  }

  take(socket: Socket): void {
    this.open++;
    socket.once('close', () => this.open--);
    this.#accept(socket);
  }
}
