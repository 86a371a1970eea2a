import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpClient } from '../../../src/client/http/index.js';
import { Http2Transport } from '../../../src/client/rest/index.js';
import { generateKeyPair, privateKeyPem, SecureServer, signCertificate } from '../../../src/server/http/index.js';
import { Backend } from '../../../src/server/proxy/index.js';

const hour = 3_600_000;
const validity = { validFrom: new Date(Date.now() - hour), validUntil: new Date(Date.now() + hour) };
const root = { subject: { commonName: 'root' }, keys: generateKeyPair() };
const intermediate = { subject: { commonName: 'intermediate' }, keys: generateKeyPair() };
const keys = generateKeyPair();
const intermediateCertificate = signCertificate({
  subject: intermediate.subject,
  publicKey: intermediate.keys.publicKey,
  issuer: root,
  ...validity,
  use: 'authority',
});
const ownCertificate = signCertificate({
  subject: { commonName: 'server' },
  publicKey: keys.publicKey,
  issuer: intermediate,
  ...validity,
  use: { serverNames: ['127.0.0.1'] },
});
const stranger = generateKeyPair();
const strangeCertificate = signCertificate({
  subject: { commonName: 'server' },
  publicKey: stranger.publicKey,
  issuer: { subject: intermediate.subject, keys: stranger },
  ...validity,
  use: { serverNames: ['127.0.0.1'] },
});

let server: SecureServer;
beforeAll(async () => {
  const tls = { certificate: { certificate: { pem: ownCertificate }, key: { pem: privateKeyPem(keys) } } };
  const handler = () => ({ status: 200, headers: {}, body: Buffer.from('hello') });
  server = await SecureServer.start({ handler, port: 0, host: '127.0.0.1', tls });
});
afterAll(() => server.close());

/** What each client receives from the server if it trusts `authorities`. */
const clients: Record<string, (authorities: string) => Promise<number>> = {
  async 'the client of API servers'(authorities) {
    const transport = new Http2Transport({ server: `https://127.0.0.1:${server.port}`, tls: { authorities } });
    try {
      const { status } = await transport.send({ method: 'GET', target: '/', headers: {} });
      return status;
    } finally {
      await transport.close();
    }
  },
  async 'the client of other servers'(authorities) {
    const client = new HttpClient({ tls: { authorities }, timeoutMilliseconds: 10_000 });
    return (await client.get(new URL(`https://127.0.0.1:${server.port}/`))).status;
  },
  async 'the proxy to an extension API server'(authorities) {
    const backend = new Backend({ authorities: Buffer.from(authorities) });
    const address = { scheme: 'https', host: '127.0.0.1', port: server.port } as const;
    const response = await backend.send(address, { method: 'GET', target: '/', headers: ['host', 'a'] });
    response.resume();
    backend.retire();
    return response.statusCode!;
  },
};

describe.each(Object.entries(clients))('%s', (_name, statusFor) => {
  test('trusts the own certificate of a server, and an intermediate one', async () => {
    expect([await statusFor(ownCertificate), await statusFor(intermediateCertificate)]).toEqual([200, 200]);
  });

  test('does not trust a server by another certificate with the same names', async () => {
    await expect(statusFor(strangeCertificate)).rejects.toThrow();
  });
});
