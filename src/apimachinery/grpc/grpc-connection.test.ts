import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { grpcEndpoint } from './grpc-endpoint.js';
import { GrpcError, grpcCodeOf } from './grpc-error.js';
import { GrpcTestServer } from './grpc-server.test.support.js';
import { GrpcConnection, MessageFields, MessageWriter } from './index.js';

const timeoutMilliseconds = 5000;

async function serve(socketPath?: string): Promise<{ server: GrpcTestServer; authorities: (string | undefined)[] }> {
  const authorities: (string | undefined)[] = [];
  const server = await GrpcTestServer.start((path, message, headers) => {
    authorities.push(headers[':authority']);
    if (path === '/a.Service/Fail') return { code: 5, message: 'no such änswer' };
    return new MessageWriter().text(1, `${message.text(1)}!`);
  }, socketPath);
  onTestFinished(() => server.close());
  return { server, authorities };
}

function connect(endpoint: string): GrpcConnection {
  const connection = new GrpcConnection({ endpoint, timeoutMilliseconds });
  onTestFinished(() => connection.close());
  return connection;
}

describe('a gRPC connection', () => {
  it('calls a service by host and port', async () => {
    const { server, authorities } = await serve();
    const connection = connect(`127.0.0.1:${server.port}`);
    const response = await connection.call('/a.Service/Do', new MessageWriter().text(1, 'done'));
    expect(response.text(1)).toBe('done!');
    expect(authorities).toEqual([`127.0.0.1:${server.port}`]);
  });

  it('calls a service on a unix socket as localhost', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-grpc-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const path = join(directory, 'a.sock');
    const { authorities } = await serve(path);
    const response = await connect(`unix://${path}`).call('/a.Service/Do', new MessageWriter().text(1, 'a'));
    expect([response.text(1), authorities]).toEqual(['a!', ['localhost']]);
  });

  it('rejects with the name of the code and the decoded message', async () => {
    const { server } = await serve();
    const failing = connect(`127.0.0.1:${server.port}`).call('/a.Service/Fail', new MessageWriter());
    await expect(failing).rejects.toEqual(new GrpcError('NotFound', 'no such änswer'));
    await expect(failing).rejects.toThrow('rpc error: code = NotFound desc = no such änswer');
  });

  it('fails while there is no server, and connects again when there is one', async () => {
    const { server } = await serve();
    const { port } = server;
    await server.close();
    const connection = connect(`127.0.0.1:${port}`);
    const failure = await connection.call('/a.Service/Do', new MessageWriter()).catch((error: unknown) => error);
    expect(grpcCodeOf(failure)).toBe('Unavailable');
  });
});

describe('an endpoint', () => {
  it.each([
    ['localhost:4317', 'localhost:4317'],
    ['dns:///collector:4317', 'collector:4317'],
    ['dns://8.8.8.8/collector:4317', 'collector:4317'],
    ['[::1]:4317', '[::1]:4317'],
    ['unix:///run/a.sock', 'localhost'],
    ['unix:relative.sock', 'localhost'],
  ])('%s has the authority %s', (endpoint, authority) => {
    expect(grpcEndpoint(endpoint).authority).toBe(authority);
  });

  const hasAbstractSockets = process.platform === 'linux' && Number.parseInt(process.versions.node, 10) >= 22;

  it.each(['unix-abstract:a', 'unix:@a', 'unix:///@a'])('%s is an abstract socket', async (endpoint) => {
    if (!hasAbstractSockets) {
      expect(() => grpcEndpoint(endpoint)).toThrow('abstract unix sockets need Linux and Node.js 22 or later');
      return;
    }
    await serve('\0a');
    const response = await connect(endpoint).call('/a.Service/Do', new MessageWriter().text(1, 'a'));
    expect(response.text(1)).toBe('a!');
  });
});

describe('a message', () => {
  it('is read as it was written', () => {
    const inner = new MessageWriter().text(1, 'x').number(2, 300);
    const message = new MessageWriter().message(1, inner).message(1, inner).fixed64(2, 7n).fixed32(3, 9).member(4, '');
    const fields = new MessageFields(message.member(5, 0).finish());
    expect(fields.messages(1).map((one) => [one.text(1), one.number(2)])).toEqual([
      ['x', 300],
      ['x', 300],
    ]);
    expect(fields.bytes(2).readBigUInt64LE()).toBe(7n);
    expect(fields.bytes(3).readUInt32LE()).toBe(9);
    expect(fields.all(4)).toEqual([Buffer.alloc(0)]);
    expect(fields.number(5)).toBe(0);
  });

  it.each([['0a05'], ['0b'], ['0affffffffffffffff7f']])('of the bytes %s is refused', (hex) => {
    expect(() => new MessageFields(Buffer.from(hex, 'hex'))).toThrow('cannot parse invalid wire-format data');
  });
});
