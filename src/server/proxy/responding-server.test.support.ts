import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { makeSelfSigned } from '../http/index.js';
import type { BackendAddress } from './backend.js';

export interface RespondingServer {
  readonly address: BackendAddress;
  /** The number of open connections. */
  open(): number;
}

export interface ResponseOptions {
  /** Whether the connection is closed after the response. */
  readonly ends?: boolean;
}

/** A server that responds to the first request of each connection with these bytes, and keeps the connection open. */
export async function respondWith(bytes: string, { ends = false }: ResponseOptions = {}): Promise<RespondingServer> {
  const { certificate, key } = makeSelfSigned({ names: ['extension.default.svc'] });
  const sockets = new Set<TLSSocket>();
  const server = createServer({ cert: certificate, key }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.once('data', () => (ends ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, open: () => sockets.size };
}
