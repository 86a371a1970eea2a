import { afterEach } from 'vitest';
import type { Protocol } from '../api-request.js';
import type { Handler } from '../api-response.js';
import { SecureServer, type SecureServerOptions } from '../secure-server.js';
import { makeSelfSigned } from '../tls/self-signed.js';
import { Client, type ClientOptions } from './client.js';

export const selfSigned = makeSelfSigned({ names: ['localhost', '127.0.0.1'] });

export const protocols: readonly Protocol[] = ['HTTP/1.1', 'HTTP/2.0'];

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Registers a cleanup that runs after the test, in reverse order. */
export function afterTest(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

/** Starts a server on a free port; it is closed after the test. Unexpected errors fail the test. */
export async function startServer(handler: Handler, options: Partial<SecureServerOptions> = {}): Promise<SecureServer> {
  const certificate = { certificate: { pem: selfSigned.certificate }, key: { pem: selfSigned.key } };
  const unexpected: unknown[] = [];
  const server = await SecureServer.start({
    handler,
    host: 'localhost',
    port: 0,
    tls: { certificate },
    onError: (error) => unexpected.push(error),
    ...options,
  });
  afterTest(async () => {
    await server.close();
    if (unexpected.length > 0) throw unexpected[0];
  });
  return server;
}

export function connect(server: SecureServer, protocol: Protocol, tls: Partial<ClientOptions> = {}): Client {
  const client = new Client({ protocol, port: server.port, ca: selfSigned.certificate, ...tls });
  afterTest(() => client.close());
  return client;
}
