import { createServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { framed, MessageFields, MessageWriter, splitFrames } from '../../apimachinery/grpc/index.js';

/** A proxy that clients reach by CONNECT. */
export interface TestProxy {
  /** The addresses that were requested of it. */
  readonly dialed: string[];
  readonly port: number;
}

/** Listens on a port of its own, or on a unix socket; with TLS if there are keys. */
export async function startConnectProxy({
  socketPath,
  tls,
}: {
  socketPath?: string;
  tls?: { key: string; cert: string; ca: string };
} = {}): Promise<TestProxy> {
  const dialed: string[] = [];
  const server: Server = tls
    ? createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true })
    : createServer();
  server.on('connect', (request, client: Socket) => {
    const address = request.url ?? '';
    dialed.push(address);
    if (address.startsWith('refused.')) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const target = connect(Number(address.split(':').at(-1)), '127.0.0.1');
    target.on('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    if (socketPath === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(socketPath, resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { dialed, port: socketPath === undefined ? (server.address() as AddressInfo).port : 0 };
}

/** A konnectivity server on a unix socket. */
export async function startTunnelServer(socketPath: string): Promise<{ readonly dialed: string[] }> {
  const dialed: string[] = [];
  const server = createHttp2Server();
  server.on('stream', (stream) => {
    stream.respond({ 'content-type': 'application/grpc' });
    let target: Socket | undefined;
    const send = (type: number, field: number, message: MessageWriter): void => {
      if (!stream.destroyed) stream.write(framed(new MessageWriter().number(1, type).message(field, message).finish()));
    };
    const dial = (request: MessageFields): void => {
      const address = request.text(2);
      dialed.push(address);
      const response = (problem: string): MessageWriter =>
        new MessageWriter().text(1, problem).number(2, 7).number(3, request.number(3));
      if (address.startsWith('refused.')) {
        send(1, 3, response('no route'));
        return;
      }
      target = connect(Number(address.split(':').at(-1)), '127.0.0.1');
      target.on('connect', () => send(1, 3, response('')));
      target.on('data', (data: Buffer) => send(4, 4, new MessageWriter().number(1, 7).bytes(3, data)));
      target.on('end', () => send(2, 5, new MessageWriter().number(1, 7)));
      target.on('error', () => stream.close());
    };
    const split = splitFrames((message) => {
      const packet = new MessageFields(message);
      if (packet.number(1) === 0) dial(packet.messages(2)[0]!);
      if (packet.number(1) === 4) target?.write(packet.messages(4)[0]!.bytes(3));
      if (packet.number(1) === 2) target?.end();
    });
    stream.on('data', split);
    stream.on('error', () => {});
    stream.on('close', () => target?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { dialed };
}
