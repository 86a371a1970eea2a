import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EtcdStorage } from './etcd-storage.js';
import type { EtcdOptions } from './options.js';
import { etcdIsInstalled, makeCertificates, type TestCertificates, TestEtcd } from './testing/index.js';

describe.skipIf(!etcdIsInstalled())('over TLS', () => {
  let directory: string;
  let certificates: TestCertificates;
  let etcd: TestEtcd;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'etcd-tls-'));
    certificates = makeCertificates(directory);
    etcd = await TestEtcd.start({ tls: certificates });
  });
  afterAll(async () => {
    await etcd?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** What is refused is tried until then. */
  const refusedSoon = { requestTimeoutMilliseconds: 2000 };

  async function roundTrip(options: Partial<EtcdOptions>): Promise<string | undefined> {
    const storage = await EtcdStorage.open({ endpoints: [etcd.endpoint], ...options });
    try {
      const watch = storage.watch('/', { after: await storage.currentRevision() });
      await storage.commit([{ type: 'put', key: '/a', value: Buffer.from('secret') }]);
      for await (const { events } of watch) return events[0]?.type;
      return undefined;
    } finally {
      await storage.close();
    }
  }

  test('a client with a certificate is let in', async () => {
    expect(await roundTrip(certificates.client)).toBe('put');
  });

  test('the certificates may come as text', async () => {
    const { caFile, certFile, keyFile } = certificates.client;
    const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map((file) => readFile(file, 'utf8')));
    expect(await roundTrip({ ca: ca!, cert: cert!, key: key! })).toBe('put');
  });

  test("a server's own certificate is trusted like an authority", async () => {
    expect(await roundTrip({ ...certificates.client, caFile: certificates.server.certFile })).toBe('put');
  });

  test('through the socket of a file, the name is still checked', async () => {
    const path = join(directory, 'etcd.sock');
    const bridge = createServer((socket) => {
      const { hostname, port } = new URL(etcd.endpoint);
      pipeline(socket, connect(Number(port), hostname), socket, () => {});
    }).listen(path);
    const endpoints = [`unixs://${path}`];
    expect(await roundTrip({ ...certificates.client, endpoints, serverName: 'server' })).toBe('put');
    await expect(roundTrip({ ...certificates.client, endpoints, ...refusedSoon })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`unixs://${path}: Hostname/IP does not match`),
    });
    bridge.close();
  });

  const refused: { name: string; options: () => Partial<EtcdOptions>; error: object }[] = [
    {
      name: 'without a certificate',
      options: () => ({ caFile: certificates.client.caFile }),
      error: { code: 'unavailable', message: expect.stringMatching(/certificate|closed|ECONNRESET|socket/) },
    },
    {
      name: 'that does not know the authority',
      options: () => ({ certFile: certificates.client.certFile, keyFile: certificates.client.keyFile }),
      error: { code: 'unavailable', message: expect.stringContaining('certificate') },
    },
    {
      name: 'that expects another name',
      options: () => ({ ...certificates.client, serverName: 'etcd.example.com' }),
      error: { code: 'unavailable', message: expect.stringContaining('etcd.example.com') },
    },
    {
      name: 'with a certificate but no key',
      options: () => ({ certFile: certificates.client.certFile }),
      error: { code: 'invalid-argument' },
    },
    {
      name: 'with a file that is not there',
      options: () => ({ caFile: join(directory, 'missing') }),
      error: { code: 'invalid-argument', message: expect.stringContaining('missing') },
    },
  ];
  test.each(refused)('a client $name gets an error that says so', async ({ options, error }) => {
    await expect(roundTrip({ ...options(), ...refusedSoon })).rejects.toMatchObject(error);
  });
});
