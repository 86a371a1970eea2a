import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { ApiRequest, ClientCertificate } from '../api-request.js';
import type { ApiResponse } from '../api-response.js';
import type { SecureServer } from '../secure-server.js';
import { afterTest, connect, protocols, selfSigned, startServer } from '../testing/server.js';
import { generateKeyPair, type KeyPair, privateKeyPem, signCertificate } from './certificate.js';
import { opensslCiphers, tlsVersion } from './cipher-suites.js';
import { curveProblems, opensslGroups } from './curve-preferences.js';
import { keepSelfSigned, makeSelfSigned } from './self-signed.js';

const ok: ApiResponse = { status: 200, headers: {}, body: Buffer.from('ok') };
const certificate = { certificate: { pem: selfSigned.certificate }, key: { pem: selfSigned.key } };

describe('the certificate that a client is served', () => {
  it.each([
    { requested: 'a.example.com', served: 'a.example.com' },
    { requested: 'A.Example.Com', served: 'a.example.com' },
    { requested: 'b.example.com', served: '*.example.com' },
    { requested: 'c.b.example.com', served: 'localhost' },
    { requested: 'given.test', served: 'named' },
    { requested: 'named', served: 'localhost' },
    { requested: 'other.test', served: 'localhost' },
    { requested: '', served: 'localhost' },
  ])('for "$requested" is that of $served', async ({ requested, served }) => {
    const sniCertificates = [
      sourceFor('a.example.com'),
      sourceFor('*.example.com', 'a.example.com'),
      { ...sourceFor('named'), names: ['given.test'] },
    ];
    const server = await startServer(() => ok, { tls: { certificate, sniCertificates } });
    expect(await servedTo(server, { servername: requested })).toBe(served);
  });

  it('changes with its files, and stays while they are unusable', async () => {
    const directory = await temporaryDirectory();
    const [certificateFile, keyFile] = [join(directory, 'tls.crt'), join(directory, 'tls.key')];
    const write = async (name: 'crt' | 'key', text: string) => {
      await writeFile(join(directory, 'new'), text);
      await rename(join(directory, 'new'), join(directory, `tls.${name}`));
    };
    const [first, second] = [makeSelfSigned({ names: ['first'] }), makeSelfSigned({ names: ['second'] })];
    await write('crt', first.certificate);
    await write('key', first.key);
    const errors: unknown[] = [];
    const files = { certificate: { file: certificateFile }, key: { file: keyFile } };
    const server = await startServer(() => ok, {
      tls: { certificate: files, sniCertificates: [{ ...files, names: ['sni'] }], pollMilliseconds: 5 },
      onError: (error) => errors.push(error),
    });
    expect(await servedTo(server)).toBe('first');
    await write('crt', second.certificate);
    while (errors.length === 0) expect(await servedTo(server)).toBe('first');
    await write('key', second.key);
    while ((await servedTo(server)) !== 'second') await new Promise(setImmediate);
    expect(await servedTo(server, { servername: 'sni' })).toBe('second');
  });

  it('cannot have the key of another', async () => {
    const mixed = { certificate: certificate.certificate, key: { pem: makeSelfSigned({ names: ['x'] }).key } };
    await expect(startServer(() => ok, { tls: { certificate: mixed } })).rejects.toThrow('key values mismatch');
  });

  it('must be in a file that exists', async () => {
    const missing = { certificate: { file: '/nonexistent.crt' }, key: { file: '/nonexistent.key' } };
    await expect(startServer(() => ok, { tls: { certificate: missing } })).rejects.toThrow('ENOENT');
  });
});

describe('a self-signed certificate in a directory', () => {
  it('is made once, kept, and made again when it has expired', async () => {
    const directory = join(await temporaryDirectory(), 'certs');
    const file = join(directory, 'apiserver.crt');
    await keepSelfSigned({ directory, names: ['localhost'] });
    const made = await readFile(file, 'utf8');
    expect((await stat(join(directory, 'apiserver.key'))).mode & 0o777).toBe(0o600);
    const source = await keepSelfSigned({ directory, names: ['other'] });
    expect(await readFile(file, 'utf8')).toBe(made);
    const server = await startServer(() => ok, { tls: { certificate: source } });
    expect((await connect(server, 'HTTP/2.0', { ca: made }).get('/')).text).toBe('ok');
    await keepSelfSigned({ directory, names: ['localhost'], now: new Date(Date.now() + 400 * 86_400_000) });
    expect(await readFile(file, 'utf8')).not.toBe(made);
  });
});

describe.each(protocols)('a client certificate, over %s', (protocol) => {
  const [trusted, other] = [authority('trusted'), authority('other')];
  const seen: (ClientCertificate | undefined)[] = [];
  const handler = (request: ApiRequest): ApiResponse => {
    seen.push(request.clientCertificate());
    return ok;
  };
  const see = async (server: SecureServer, credentials: { cert?: string; key?: string }) => {
    const client = connect(server, protocol, credentials);
    await client.get('/');
    await client.get('/');
    const [first, second] = seen.splice(0);
    expect(first).toBe(second);
    return { names: first?.chain.map(({ subject }) => subject), verified: first?.verified };
  };

  it('is seen with its chain, and whether a known authority signed it', async () => {
    const tls = { certificate, clientAuthorities: [{ pem: trusted.certificate }] };
    const server = await startServer(handler, { tls });
    expect(await see(server, trusted.client('jane'))).toMatchObject({ verified: true });
    expect((await see(server, trusted.client('jane'))).names?.[0]).toBe('O=devs\nCN=jane');
    expect(await see(server, other.client('mallory'))).toEqual({ names: ['O=devs\nCN=mallory'], verified: false });
    expect(await see(server, {})).toEqual({ names: undefined, verified: undefined });
  });

  it('is checked against the authorities of the day', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'ca.crt');
    await writeFile(file, trusted.certificate);
    const server = await startServer(handler, {
      tls: { certificate, clientAuthorities: [{ file }], pollMilliseconds: 5 },
    });
    expect((await see(server, other.client('jane'))).verified).toBe(false);
    await writeFile(file, trusted.certificate + other.certificate);
    while (!(await see(server, other.client('jane'))).verified) await new Promise(setImmediate);
    await server.setClientAuthorities([{ pem: other.certificate }]);
    expect((await see(server, trusted.client('jane'))).verified).toBe(false);
  });

  it('is not requested without a certificate authority', async () => {
    const server = await startServer(handler);
    expect((await see(server, trusted.client('jane'))).names).toBeUndefined();
  });
});

describe('a handshake', () => {
  it.each([
    { name: 'garbage', sent: 'garbage\r\n\r\n' },
    { name: 'a request without TLS', sent: 'GET / HTTP/1.1\r\nhost: a\r\n\r\n' },
    { name: 'half of a hello', sent: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', end: true },
  ])('that is $name is reported, and does not affect others', async ({ sent, end }) => {
    const errors: Error[] = [];
    const server = await startServer(() => ok, { onHandshakeError: (error) => errors.push(error) });
    const socket = net.connect(server.port, 'localhost').on('error', () => {});
    if (end) socket.end(sent, 'latin1');
    else socket.write(sent, 'latin1');
    socket.resume();
    await once(socket, 'close');
    while (errors.length === 0) await new Promise(setImmediate);
    expect((await connect(server, 'HTTP/1.1').get('/')).status).toBe(200);
  });

  it('may be of no version that is too old', async () => {
    const server = await startServer(() => ok, { tls: { certificate, minVersion: 'VersionTLS13' } });
    await expect(servedTo(server, { maxVersion: 'TLSv1.2' })).rejects.toThrow(/protocol version/);
    expect(await servedTo(server)).toBe('localhost');
  });

  it('uses the cipher suites that are allowed', async () => {
    const cipherSuites = ['TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256'];
    const server = await startServer(() => ok, { tls: { certificate, cipherSuites } });
    const socket = await secured(server, { maxVersion: 'TLSv1.2' });
    expect(socket.getCipher().standardName).toBe(cipherSuites[0]);
    expect((await secured(server, {})).getCipher().standardName).toBe('TLS_AES_128_GCM_SHA256');
    await expect(
      secured(server, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }),
    ).rejects.toThrow();
  });

  it('uses the key exchange that is allowed', async () => {
    const server = await startServer(() => ok, { tls: { certificate, curvePreferences: [24, 25] } });
    const used = async (options: tls.ConnectionOptions) =>
      ((await secured(server, options)).getEphemeralKeyInfo() as tls.EphemeralKeyInfo).name;
    expect(await used({ ecdhCurve: 'X25519:P-384' })).toBe('secp384r1');
    expect(await used({ ecdhCurve: 'P-521' })).toBe('secp521r1');
    await expect(used({ ecdhCurve: 'X25519' })).rejects.toThrow();
  });

  it('exchanges keys by RSA if a suite needs that, with the certificate that the server makes', async () => {
    const cipherSuites = ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_RSA_WITH_AES_256_CBC_SHA'];
    const directory = join(await temporaryDirectory(), 'certs');
    const own = await keepSelfSigned({ directory, names: ['localhost'], cipherSuites });
    const server = await startServer(() => ok, { tls: { certificate: own, cipherSuites } });
    const ca = await readFile(join(directory, 'apiserver.crt'), 'utf8');
    const socket = await secured(server, { ca, maxVersion: 'TLSv1.2', ciphers: 'AES256-SHA' });
    expect(socket.getCipher().standardName).toBe('TLS_RSA_WITH_AES_256_CBC_SHA');
  });

  describe.each(['localhost', 'sni.test'])('of TLS 1.2 with %s', (servername) => {
    const start = () =>
      startServer(() => ok, { tls: { certificate, sniCertificates: [{ ...certificate, names: ['sni.test'] }] } });

    it('happens once: another one is refused', async () => {
      const socket = await secured(await start(), { maxVersion: 'TLSv1.2', servername });
      const again = new Promise<Error | null>((resolve) => {
        socket.once('error', resolve);
        socket.renegotiate({ rejectUnauthorized: false }, resolve);
      });
      expect(await again).toMatchObject({ message: expect.stringMatching(/no.renegotiation/i) });
    });

    it.each(['TLSv1.2', 'TLSv1.3'] as const)('or %s is never that of an older session', async (maxVersion) => {
      const server = await start();
      const first = tls.connect({ port: server.port, rejectUnauthorized: false, servername, maxVersion });
      let session: Buffer | undefined;
      first.on('session', (given) => {
        session = given;
      });
      first.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
      await once(first.resume(), 'close');
      const second = await secured(server, { servername, maxVersion, session: session ?? first.getSession() });
      expect(second.isSessionReused()).toBe(false);
    });
  });

  it('offers HTTP/2 first, and HTTP/1.1 to clients that do not negotiate', async () => {
    const server = await startServer(() => ok);
    expect((await secured(server, { ALPNProtocols: ['http/1.1', 'h2'] })).alpnProtocol).toBe('h2');
    expect((await secured(server, {})).alpnProtocol).toBe(false);
    await expect(secured(server, { ALPNProtocols: ['spdy/3'] })).rejects.toThrow();
  });
});

describe('names of versions and cipher suites', () => {
  it('are those of the flags', () => {
    expect(tlsVersion('VersionTLS12')).toBe('TLSv1.2');
    expect(opensslCiphers(['TLS_AES_128_GCM_SHA256', 'TLS_RSA_WITH_AES_128_GCM_SHA256'])).toBe(
      'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:AES128-GCM-SHA256',
    );
  });

  it('that are unknown are refused', () => {
    expect(() => tlsVersion('VersionTLS14')).toThrow('unknown tls version "VersionTLS14"');
    expect(() => opensslCiphers(['TLS_NONE'])).toThrow("Cipher suite TLS_NONE not supported or doesn't exist");
  });
});

function sourceFor(...names: [string, ...string[]]) {
  const made = makeSelfSigned({ names });
  return { certificate: { pem: made.certificate }, key: { pem: made.key } };
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'trestle-tls-'));
  afterTest(() => rm(directory, { recursive: true }));
  return directory;
}

async function secured(server: SecureServer, options: tls.ConnectionOptions): Promise<tls.TLSSocket> {
  const socket = tls.connect({ port: server.port, host: 'localhost', rejectUnauthorized: false, ...options });
  afterTest(() => void socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

/** Returns the first name in the certificate that a client receives. */
async function servedTo(server: SecureServer, options: tls.ConnectionOptions = {}): Promise<string> {
  const socket = await secured(server, options);
  const { subjectaltname = '' } = socket.getPeerCertificate();
  socket.destroy();
  return subjectaltname.split(', ')[0]!.slice('DNS:'.length);
}

function authority(commonName: string) {
  const keys: KeyPair = generateKeyPair();
  const shared = {
    issuer: { subject: { commonName }, keys },
    validFrom: new Date(Date.now() - 3_600_000),
    validUntil: new Date(Date.now() + 3_600_000),
  };
  return {
    certificate: signCertificate({ ...shared, subject: { commonName }, publicKey: keys.publicKey, use: 'authority' }),
    client: (user: string) => {
      const clientKeys = generateKeyPair();
      const subject = { commonName: user, organizations: ['devs'] };
      const cert = signCertificate({ ...shared, subject, publicKey: clientKeys.publicKey, use: 'client' });
      return { cert, key: privateKeyPem(clientKeys) };
    },
  };
}

describe('preferences of curves', () => {
  it.each([
    [[23, 24, 25, 29], []],
    [[0], ['curve preference 0 is out of range (must be 1-65535)']],
    [[-1], ['curve preference -1 is out of range (must be 1-65535)']],
    [[65_536], ['curve preference 65536 is out of range (must be 1-65535)']],
    [[29, 23, 29], ['duplicate curve preference 29']],
    [[29, 30], ['curve preference 30 is not supported by the current Go version']],
  ])('%j have the problems %j', (ids, problems) => {
    expect(curveProblems(ids)).toEqual(problems);
  });

  it('are in the order of Go', () => {
    expect(opensslGroups([25, 23, 29, 4588])).toBe('X25519MLKEM768:X25519:P-256:P-521');
  });
});
