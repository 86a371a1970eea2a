import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ApiRequest } from '../http/index.js';
import {
  type ClientCertificate,
  generateKeyPair,
  type InjectedRequest,
  inject,
  type KeyPair,
  signCertificate,
} from '../http/index.js';
import type { UserInfo } from '../request-context.js';
import { CertificateAuthorities } from './certificate-authorities.js';
import { CertificateVerifier } from './certificate-verifier.js';
import { type AuthenticationOptions, createAuthenticator } from './index.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-authentication-'));
afterAll(() => rmSync(directory, { recursive: true }));

const day = 24 * 60 * 60 * 1000;

interface Authority {
  readonly pem: string;
  readonly file: string;
  readonly issuer: { subject: { commonName: string }; keys: KeyPair };
}

function authority(commonName: string, by?: Authority): Authority {
  const keys = generateKeyPair();
  const issuer = { subject: { commonName }, keys };
  const pem = signCertificate({
    subject: issuer.subject,
    publicKey: keys.publicKey,
    issuer: by?.issuer ?? issuer,
    validFrom: new Date(Date.now() - day),
    validUntil: new Date(Date.now() + day),
    use: 'authority',
  });
  const file = join(directory, `${commonName}.crt`);
  writeFileSync(file, pem);
  return { pem, file, issuer };
}

interface Wanted {
  readonly organizations?: readonly string[];
  readonly use?: 'client' | 'authority' | { serverNames: readonly string[] };
  readonly validFrom?: number;
  readonly validUntil?: number;
  readonly intermediates?: readonly Authority[];
}

function certificate(by: Authority, commonName: string, wanted: Wanted = {}): ClientCertificate {
  const { organizations, use = 'client', validFrom = -day, validUntil = day, intermediates = [] } = wanted;
  const pem = signCertificate({
    subject: { commonName, organizations },
    publicKey: generateKeyPair().publicKey,
    issuer: by.issuer,
    validFrom: new Date(Date.now() + validFrom),
    validUntil: new Date(Date.now() + validUntil),
    use,
  });
  return {
    chain: [pem, ...intermediates.map((one) => one.pem)].map((one) => new X509Certificate(one)),
    verified: true,
  };
}

const clients = authority('clients');
const between = authority('between', clients);
const proxies = authority('proxies');
const strangers = authority('strangers');
const tokenFile = join(directory, 'tokens.csv');
writeFileSync(
  tokenFile,
  'admin-token,admin,admin,"system:masters"\r\n\nviewer-token,viewer,"a ""b""","viewers,devs"\nbare,jane,7\n,x,y',
);

const everything: AuthenticationOptions = {
  clientAuthorities: { file: clients.file },
  requestHeader: {
    authorities: { file: proxies.file },
    allowedNames: ['aggregator'],
    usernameHeaders: ['X-Remote-User'],
    uidHeaders: ['X-Remote-Uid'],
    groupHeaders: ['X-Remote-Group'],
    extraPrefixes: ['X-Remote-Extra-'],
  },
  tokenFile,
  anonymous: true,
  onError: (error) => {
    throw error;
  },
};

/** The user, or the status code of the rejection. */
async function who(request: Omit<InjectedRequest, 'target'>, options = everything): Promise<UserInfo | number> {
  const authenticator = await createAuthenticator(options);
  let user: UserInfo | undefined;
  const handler = async (received: ApiRequest) => {
    user = await authenticator.authenticate(received);
    return { status: 200, headers: {} };
  };
  try {
    await inject(handler, { target: '/', ...request });
    return user ?? 401;
  } catch (error) {
    return (error as { code: number }).code;
  } finally {
    authenticator.close();
  }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

describe('a bearer token', () => {
  const admin = { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] };
  it.each<[string, Record<string, string>, UserInfo | number]>([
    ['of the file is its user', { authorization: 'Bearer admin-token' }, admin],
    ['may be announced in any case', { authorization: 'bearer  ' }, anonymous],
    ['counts up to the next space', { authorization: 'BEARER admin-token more' }, admin],
    [
      'may have several groups',
      { authorization: 'Bearer viewer-token' },
      { name: 'viewer', uid: 'a "b"', groups: ['viewers', 'devs', 'system:authenticated'] },
    ],
    [
      'may have no groups',
      { authorization: 'Bearer bare' },
      { name: 'jane', uid: '7', groups: ['system:authenticated'] },
    ],
    ['that is unknown is refused', { authorization: 'Bearer nobody' }, 401],
    ['that is empty counts as none', { authorization: 'Bearer ' }, anonymous],
    ['is no basic authorization', { authorization: 'Basic YWRtaW46YWRtaW4=' }, anonymous],
  ])('%s', async (_name, headers, expected) => {
    expect(await who({ headers })).toEqual(expected);
  });

  it('can come among the protocols of a WebSocket, beside another one', async () => {
    const carrier = `base64url.bearer.authorization.k8s.io.${Buffer.from('admin-token').toString('base64url')}`;
    const ask = (protocols: string, upgrade = 'websocket') =>
      who({ headers: { upgrade, 'sec-websocket-protocol': protocols } });
    expect(await ask(`${carrier}, v5.channel.k8s.io`)).toEqual(admin);
    expect(await ask(carrier)).toBe(401);
    expect(await ask(`${carrier}, ${carrier}, v5.channel.k8s.io`)).toBe(401);
    expect(await ask(`${carrier}, v5.channel.k8s.io`, 'SPDY/3.1')).toEqual(anonymous);
    expect(await ask('base64url.bearer.authorization.k8s.io., v5.channel.k8s.io')).toEqual(anonymous);
    expect(await ask('base64url.bearer.authorization.k8s.io.')).toEqual(anonymous);
  });

  it.each<[string, string | Buffer]>([
    ['padding', 'YWRtaW4tdG9rZW4='],
    ['the other alphabet', 'YWRtaW4+'],
    ['a space', 'YWRtaW4 tdG9rZW4'],
    ['too few characters', 'YWRtaW4tdG9rZW4AA'],
    ['no text', Buffer.from([0xff, 0xfe, 0x61])],
    ['a line break behind it', Buffer.from('admin-token\n')],
    ['a space before it', Buffer.from(' admin-token')],
    ['a zero behind it', Buffer.from('admin-token\0')],
  ])('is refused among protocols with %s', async (_what, shown) => {
    const encoded = typeof shown === 'string' ? shown : shown.toString('base64url');
    const protocols = `base64url.bearer.authorization.k8s.io.${encoded}, v5.channel.k8s.io`;
    expect(await who({ headers: { upgrade: 'websocket', 'sec-websocket-protocol': protocols } })).toBe(401);
  });

  it('counts for nothing where no tokens are known', async () => {
    expect(await who(bearer('admin-token'), { ...everything, tokenFile: undefined })).toEqual(anonymous);
  });
});

describe('the anonymous user', () => {
  it('is anonymous, unless anonymous requests are not wanted', async () => {
    expect(await who({})).toEqual(anonymous);
    expect(await who({}, { ...everything, anonymous: false })).toBe(401);
    expect(await who({}, { ...everything, anonymousPaths: ['/', '/livez'] })).toEqual(anonymous);
    expect(await who({}, { ...everything, anonymousPaths: ['/livez'] })).toBe(401);
  });
});

describe('a client certificate', () => {
  const name = 'jane';
  const jane = (shown: ClientCertificate) => ({
    name,
    groups: ['devs', 'ops, and\nCN=admin', 'system:authenticated'],
    extra: {
      'authentication.kubernetes.io/credential-id': [
        `X509SHA256=${shown.chain[0]!.fingerprint256.replaceAll(':', '').toLowerCase()}`,
      ],
    },
  });
  const organizations = ['devs', 'ops, and\nCN=admin'];

  it('names the user and the groups', async () => {
    const shown = certificate(clients, name, { organizations });
    expect(await who({ clientCertificate: shown })).toEqual(jane(shown));
  });

  it('may come with intermediate ones', async () => {
    const shown = certificate(between, name, { organizations, intermediates: [strangers, between] });
    expect(await who({ clientCertificate: shown })).toEqual(jane(shown));
    expect(await who({ clientCertificate: certificate(between, name) })).toBe(401);
  });

  it.each<[string, ClientCertificate]>([
    ['of an unknown authority', certificate(strangers, name)],
    ['of the authority for proxies', certificate(proxies, name)],
    ['that is for servers', certificate(clients, name, { use: { serverNames: ['jane'] } })],
    ['that has expired', certificate(clients, name, { validUntil: -1000 })],
    ['that is not valid yet', certificate(clients, name, { validFrom: day / 2 })],
    ['signed by a certificate that is no authority', signedByALeaf()],
  ])('%s is refused', async (_name, shown) => {
    expect(await who({ clientCertificate: shown })).toBe(401);
  });

  it('without a common name has no user', async () => {
    expect(await who({ clientCertificate: certificate(clients, '') })).toBe(401);
  });

  it('that is refused does not keep a token from being looked at', async () => {
    const shown = certificate(strangers, name);
    expect(await who({ ...bearer('bare'), clientCertificate: shown })).toMatchObject({ name: 'jane' });
  });

  it('is judged by the authorities as the file has them', async () => {
    const changing = authority('changing');
    const authorities = await CertificateAuthorities.load({ file: changing.file });
    const verifier = new CertificateVerifier(authorities);
    const shown = certificate(changing, name);
    expect(() => verifier.verify(shown)).not.toThrow();
    writeFileSync(changing.file, strangers.pem);
    await authorities.reload();
    expect(() => verifier.verify(shown)).toThrow('Unauthorized');
  });
});

describe('a proxy', () => {
  const headers = {
    'x-remote-user': 'jane',
    'x-remote-uid': '42',
    'x-remote-group': ['devs', 'ops'],
    'x-remote-extra-scopes': ['a', 'b'],
    'x-remote-extra-acme.com%2fproject': 'some-project',
    'x-remote-extra-%zz': 'odd',
  };

  it('says who the user is', async () => {
    expect(await who({ headers, clientCertificate: certificate(proxies, 'aggregator') })).toEqual({
      name: 'jane',
      uid: '42',
      groups: ['devs', 'ops', 'system:authenticated'],
      extra: { scopes: ['a', 'b'], 'acme.com/project': ['some-project'], '%zz': ['odd'] },
    });
  });

  it.each<[string, ClientCertificate | undefined, UserInfo | number]>([
    ['without a certificate is not believed', undefined, anonymous],
    ['of another name is refused', certificate(proxies, 'somebody'), 401],
    ['of another authority is refused', certificate(strangers, 'aggregator'), 401],
  ])('%s', async (_name, clientCertificate, expected) => {
    expect(await who({ headers, clientCertificate })).toEqual(expected);
  });

  it('with a certificate for clients speaks for itself alone', async () => {
    expect(await who({ headers, clientCertificate: certificate(clients, 'john') })).toMatchObject({ name: 'john' });
  });

  it('may have any name if none is configured', async () => {
    const requestHeader = { ...everything.requestHeader!, allowedNames: [] };
    const shown = certificate(proxies, 'somebody');
    expect(await who({ headers, clientCertificate: shown }, { ...everything, requestHeader })).toMatchObject({
      name: 'jane',
    });
  });
});

describe('files', () => {
  it.each<[string, string, Partial<AuthenticationOptions>, string]>([
    ['tokens without a uid', 'token,jane', {}, 'must have at least 3 columns (token, user name, user uid), found 2'],
    ['a quote that does not end', 'token,"jane,3', {}, 'line 1: a quoted value does not end'],
    ['a quote in the middle', 'token,ja"ne,3', {}, 'line 1: a quote within a value that is not quoted'],
    ['text after a quote', 'a,b,c\ntoken,"ja"ne,3', {}, 'line 2: something follows a quoted value'],
  ])('with %s cannot be used', async (_name, text, options, message) => {
    const file = join(directory, 'bad');
    writeFileSync(file, text);
    await expect(createAuthenticator({ ...everything, ...options, tokenFile: file })).rejects.toThrow(message);
  });

  it('of proxies and clients may be the same only where proxies are known by name', async () => {
    const same = { ...everything.requestHeader!, authorities: { file: clients.file } };
    const open = (allowedNames: string[]) =>
      createAuthenticator({ ...everything, requestHeader: { ...same, allowedNames } });
    (await open(['aggregator'])).close();
    await expect(open([])).rejects.toThrow('contain overlapping certificates; --requestheader-allowed-names must be');
  });

  it('without certificates are no authorities', async () => {
    const options = { ...everything, clientAuthorities: { file: tokenFile } };
    await expect(createAuthenticator(options)).rejects.toThrow('does not contain any valid RSA or ECDSA certificates');
  });
});

function signedByALeaf(): ClientCertificate {
  const keys = generateKeyPair();
  const subject = { commonName: 'leaf' };
  const shared = {
    validFrom: new Date(Date.now() - day),
    validUntil: new Date(Date.now() + day),
    use: 'client',
  } as const;
  const leaf = signCertificate({ ...shared, subject, publicKey: keys.publicKey, issuer: clients.issuer });
  const forged = signCertificate({
    ...shared,
    subject: { commonName: 'admin' },
    publicKey: generateKeyPair().publicKey,
    issuer: { subject, keys },
  });
  return { chain: [new X509Certificate(forged), new X509Certificate(leaf)], verified: false };
}
