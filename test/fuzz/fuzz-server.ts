import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect } from 'vitest';
import { ApiServer } from '../../src/server/api-server.js';
import { wardle } from '../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

export const group = '/apis/wardle.example.com';
export const flunders = `${group}/v1/namespaces/default/flunders`;
export const fischers = `${group}/v1/fischers`;
export const web = `${flunders}/web`;

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ExchangeOptions {
  readonly end: 'half-close' | 'destroy';
  readonly protocol?: 'http/1.1' | 'h2';
}

/**
 * A server on a real socket that records every error in its process, and the resources that the process held before.
 */
export class FuzzServer {
  readonly server: ApiServer;
  /** Errors that were reported without a request to blame: each one is a bug. */
  readonly panics: unknown[] = [];
  readonly #directory: string;
  readonly #resourcesBefore: Readonly<Record<string, number>>;
  readonly #onPanic = (error: unknown) => this.panics.push(error);
  #session: ClientHttp2Session | undefined;

  private constructor(storage: EmbeddedStorage, directory: string, resourcesBefore: Readonly<Record<string, number>>) {
    this.server = new ApiServer({ storage, onError: this.#onPanic });
    this.server.install(wardle);
    this.#directory = directory;
    this.#resourcesBefore = resourcesBefore;
    process.on('unhandledRejection', this.#onPanic);
    process.on('uncaughtException', this.#onPanic);
  }

  static async start(): Promise<FuzzServer> {
    const before = activeResources();
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    const fuzzed = new FuzzServer(await EmbeddedStorage.open(), directory, before);
    const tls = { certDirectory: directory, names: ['localhost', '127.0.0.1'] as const };
    await fuzzed.server.start({ host: '127.0.0.1', port: 0, tls });
    return fuzzed;
  }

  get port(): number {
    return this.server.port;
  }

  get #authority(): Buffer {
    return readFileSync(join(this.#directory, 'apiserver.crt'));
  }

  /** The connection of `call`; a new one after the server has closed the last. */
  get session(): ClientHttp2Session {
    if (!this.#session || this.#session.destroyed || this.#session.closed) this.#session = this.newSession();
    return this.#session;
  }

  newSession(): ClientHttp2Session {
    const session = connect(`https://localhost:${this.port}`, { ca: this.#authority, ...generousLimits });
    session.on('error', () => undefined);
    return session;
  }

  /** Rejects if the server resets the stream instead of responding. */
  call({ method, path, headers = {}, body }: FuzzRequest): Promise<TestResponse> {
    return new Promise((resolve, reject) => {
      const sent = { ...headers, ':method': method, ':path': path };
      const stream = this.session.request(sent, { endStream: body === undefined });
      const chunks: Buffer[] = [];
      let received: IncomingHttpHeaders = {};
      stream.on('response', (got) => {
        received = got;
      });
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () =>
        resolve({ status: Number(received[':status']), headers: received, body: Buffer.concat(chunks) }),
      );
      stream.on('error', reject);
      if (body !== undefined) stream.end(body);
    });
  }

  json(method: string, path: string, value?: object): Promise<TestResponse> {
    const headers = { 'content-type': 'application/json' };
    return this.call({ method, path, headers, ...(value && { body: Buffer.from(JSON.stringify(value)) }) });
  }

  openSocket(protocol: 'http/1.1' | 'h2'): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const socket = connectTls(
        { host: 'localhost', port: this.port, ca: this.#authority, ALPNProtocols: [protocol] },
        () => resolve(socket),
      );
      socket.on('error', reject);
    });
  }

  /** Sends bytes on a new connection; returns what the server sends until it closes, or the client does after `end`. */
  async exchange(bytes: Buffer, { end, protocol = 'http/1.1' }: ExchangeOptions): Promise<string> {
    const socket = await this.openSocket(protocol);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    if (end === 'destroy') socket.write(bytes, () => socket.destroy());
    else socket.end(bytes);
    await closed;
    return Buffer.concat(chunks).toString('latin1');
  }

  /** Creates the object that requests use, unless it exists. */
  async provideWeb(): Promise<void> {
    const metadata = { name: 'web', labels: { a: 'b' }, finalizers: ['example.com/kept'] };
    const spec = { ports: [{ name: 'a', port: 1 }] };
    for (const path of [flunders, fischers]) {
      const { status } = await this.json('POST', path, { metadata, spec });
      expect([201, 409]).toContain(status);
    }
  }

  /** Expects that the server still serves, and that its process had no uncaught error. */
  async expectUnharmed(): Promise<void> {
    const name = 'still-alive';
    const created = await this.json('POST', flunders, { metadata: { name }, spec: { reference: 'r' } });
    expect(created.status).toBe(201);
    const read = await this.json('GET', `${flunders}/${name}`);
    expect(read.body).toEqual(created.body);
    const listed = JSON.parse(String((await this.json('GET', flunders)).body));
    expect(listed.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toContain(name);
    expect((await this.json('DELETE', `${flunders}/${name}`)).status).toBe(200);
    expect(String((await this.json('GET', '/readyz')).body)).toBe('ok');
    await this.#expectSoundObjects();
    expect('polluted' in {}).toBe(false);
    expect(this.panics).toEqual([]);
    await expect.poll(() => this.server.openWatches).toBe(0);
  }

  /** Expects that, whatever was sent, only valid objects have been stored. */
  async #expectSoundObjects(): Promise<void> {
    const { body } = await this.json('GET', `${group}/v1/flunders`);
    for (const { metadata, spec = {} } of JSON.parse(String(body)).items) {
      const { name, namespace, uid, resourceVersion, labels = {} } = metadata;
      expect(name).toMatch(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
      expect(namespace).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
      expect([typeof uid, typeof resourceVersion]).toEqual(['string', 'string']);
      for (const value of Object.values(labels)) expect(value).toMatch(/^([a-z0-9]([-\w.]{0,61}[a-z0-9])?)?$/i);
      if ('reference' in spec) expect(spec.reference).toSatisfy((text) => [...String(text)].length <= 20);
      if ('size' in spec) expect(spec.size).toBeGreaterThanOrEqual(0);
      if ('ports' in spec) expect(Array.isArray(spec.ports)).toBe(true);
    }
  }

  /** Closes the server and waits until the process holds no more resources than before its start. */
  async closeAndExpectNothingLeft(): Promise<void> {
    this.#session?.destroy();
    await this.server.close();
    rmSync(this.#directory, { recursive: true });
    process.off('unhandledRejection', this.#onPanic);
    process.off('uncaughtException', this.#onPanic);
    const deadline = Date.now() + 2000;
    while (Date.now() < deadline && this.#moreResources().length > 0) await turn();
    expect(this.#moreResources()).toEqual([]);
    expect(this.panics).toEqual([]);
  }

  /** Those that have become more. Tests that ran before in the same process may end theirs meanwhile. */
  #moreResources(): string[] {
    const now = activeResources();
    return leakable.filter((type) => now[type]! > this.#resourcesBefore[type]!);
  }
}

/** Large enough that the client never breaks a stream. */
const generousLimits = { maxHeaderListPairs: 10_000, maxSessionMemory: 1000, settings: { maxHeaderListSize: 1 << 22 } };

const leakable = ['Timeout', 'TCPServerWrap', 'TCPSocketWrap', 'TLSWrap'];

/** The timers, servers and sockets that keep the process alive. */
function activeResources(): Record<string, number> {
  const counts = Object.fromEntries(leakable.map((type) => [type, 0]));
  for (const type of process.getActiveResourcesInfo()) if (type in counts) counts[type]!++;
  return counts;
}
