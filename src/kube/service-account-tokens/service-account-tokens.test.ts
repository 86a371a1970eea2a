import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonObject, labelsOf, metadataOf } from '../../apimachinery/meta/index.js';
import { alwaysUser, WebToken } from '../../server/authentication/index.js';
import { inject } from '../../server/http/index.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { AccountTokenAuthenticator, boundObjects, type FindObject, labelWithLastUse, readTokenKeys } from './index.js';
import { localIssuer } from './token-issuer.js';
import { SigningKey, type TokenKeys } from './token-keys.js';
import { isSignedWith, keysAmong, signWebToken } from './web-token.js';

const issuer = 'https://kubernetes.default.svc';
const directory = mkdtempSync(join(tmpdir(), 'trestle-tokens-'));
let now = Date.parse('2026-01-01T00:00:00Z');

const rethrow = (error: unknown): never => {
  throw error;
};
const find: FindObject = (resource, ref) => boundObjects(kube.server.shared.stores)(resource, ref);
let keys: TokenKeys;
let kube: TestKube;
let authenticator: AccountTokenAuthenticator;

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  keys = await readTokenKeys({ signingKey: { file: keyFile('sa.key', privateKey) }, keyFiles: [] });
  const options = {
    issuer,
    tokens: localIssuer(keys),
    apiAudiences: [issuer],
    maxExpirationSeconds: 7200,
    extendExpiration: true,
  };
  kube = await TestKube.start({
    authenticator: alwaysUser({ name: 'admin', groups: ['system:masters'] }),
    serviceAccountTokens: { ...options, keysUrl: '', externalAddress: 'example.com:6443', now: () => now },
  });
  authenticator = new AccountTokenAuthenticator({
    issuers: [issuer, 'https://older'],
    tokens: localIssuer(keys),
    audiences: [issuer],
    lookup: true,
    find,
    metrics,
    onUse: labelWithLastUse({ client: kube.server.shared.loopback.client, onError: rethrow, now: () => now }),
    now: () => now,
  });
});
afterAll(async () => {
  await kube.close();
  rmSync(directory, { recursive: true });
});

function keyFile(name: string, key: KeyObject): string {
  const file = join(directory, name);
  writeFileSync(file, key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }));
  return file;
}

const metrics = new MetricsRegistry();
const accounts = '/api/v1/namespaces/a/serviceaccounts';

async function account(name: string): Promise<string> {
  const { json } = await kube.call('POST', accounts, { metadata: { name } });
  return metadataOf(json).uid ?? '';
}

const request = (name: string, spec: JsonObject = {}, metadata: JsonObject = {}) =>
  kube.call('POST', `${accounts}/${name}/token`, { spec, metadata });
const tokenOf = ({ json }: { json: JsonObject }): string => String((json['status'] as JsonObject)['token']);
const claimsOf = (token: string): JsonObject => WebToken.parse(token)?.claims ?? {};

/** Returns the user, or why authentication failed. */
async function who(token: string, audiences = [issuer]): Promise<unknown> {
  try {
    return (await authenticator.authenticateToken(token, audiences)) ?? 'nobody';
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
}

describe('a requested token', () => {
  test('is for the account, the server and an hour', async () => {
    const uid = await account('plain');
    const result = await request('plain');
    const issuedAt = now / 1000;
    expect([result.status, result.json]).toMatchObject([
      201,
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: { name: 'plain', namespace: 'a', uid, creationTimestamp: '2026-01-01T00:00:00Z' },
        spec: { audiences: [issuer], expirationSeconds: 3600, boundObjectRef: null },
        status: { expirationTimestamp: '2026-01-01T01:00:00Z' },
      },
    ]);
    expect(claimsOf(tokenOf(result))).toEqual({
      aud: [issuer],
      exp: issuedAt + 3600,
      iat: issuedAt,
      iss: issuer,
      jti: expect.stringMatching(/^[-0-9a-f]{36}$/),
      'kubernetes.io': { namespace: 'a', serviceaccount: { name: 'plain', uid } },
      nbf: issuedAt,
      sub: 'system:serviceaccount:a:plain',
    });
  });

  test('is the account in its groups', async () => {
    const uid = await account('user');
    const token = tokenOf(await request('user'));
    expect(await who(token)).toEqual({
      user: {
        name: 'system:serviceaccount:a:user',
        uid,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:a'],
        extra: { 'authentication.kubernetes.io/credential-id': [`JTI=${claimsOf(token)['jti']}`] },
      },
      audiences: [issuer],
    });
  });

  test('is for the requested audiences', async () => {
    await account('other');
    const token = tokenOf(await request('other', { audiences: ['vault', 'api'] }));
    expect(await who(token, ['vault', 'x', 'vault'])).toMatchObject({ audiences: ['vault', 'vault'] });
    expect(await who(token)).toBe(`token audiences ["vault" "api"] is invalid for the target audiences ["${issuer}"]`);
  });

  test('lives no longer than tokens may', async () => {
    await account('long');
    const { json } = await request('long', { expirationSeconds: 100_000 });
    expect(json).toMatchObject({
      spec: { expirationSeconds: 7200 },
      status: { expirationTimestamp: '2026-01-01T02:00:00Z' },
    });
  });

  test.each<[string, JsonObject, JsonObject, number, string]>([
    ['for a short time', { expirationSeconds: 599 }, {}, 422, 'may not specify a duration less than 10 minutes'],
    ['for ever', { expirationSeconds: 2 ** 32 + 1 }, {}, 422, 'may not specify a duration larger than 2^32 seconds'],
    ['of another name', {}, { name: 'x' }, 422, 'must match the service account name if specified'],
    ['of another account', {}, { uid: 'x' }, 409, 'does not match the UID of the service account'],
    [
      'bound to something else',
      { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'a' } },
      {},
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      'bound to nothing',
      { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'none' } },
      {},
      404,
      'secrets "none" not found',
    ],
    ['bound to no name', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1' } }, {}, 400, 'Name parameter required.'],
    ['that makes no sense', { expirationSeconds: 'x' }, {}, 400, 'cannot unmarshal string'],
  ])('%s is refused', async (_what, spec, metadata, status, message) => {
    await kube.call('POST', accounts, { metadata: { name: 'refused' } });
    const result = await request('refused', spec, metadata);
    expect([result.status, result.json['message']]).toEqual([status, expect.stringContaining(message)]);
  });

  test('has its request in the response, and warnings of unknown fields', async () => {
    await account('warned');
    const { json } = await request('warned', { audiences: ['x'], nope: 1 });
    expect(json['metadata']).toMatchObject({
      managedFields: [
        { subresource: 'token', fieldsV1: { 'f:spec': { 'f:audiences': {}, 'f:expirationSeconds': {} } } },
      ],
    });
    const strict = await kube.call('POST', `${accounts}/warned/token?fieldValidation=Strict`, { spec: { nope: 1 } });
    expect([strict.status, strict.json['message']]).toEqual([
      400,
      expect.stringContaining('strict decoding error: unknown field "spec.nope"'),
    ]);
  });

  test('needs an account', async () => {
    expect((await request('nobody')).status).toBe(404);
  });
});

describe('a token is refused', () => {
  test('when its time is over, or has not come', async () => {
    await account('timed');
    const token = tokenOf(await request('timed'));
    const start = now;
    now = start + 3600_000 + 59_000;
    expect(await who(token)).toMatchObject({ audiences: [issuer] });
    now += 2_000;
    expect(await who(token)).toBe('service account token has expired');
    now = start - 61_000;
    expect(await who(token)).toBe('service account token is not valid yet');
    now = start;
  });

  test('when the account is gone, and for another one of its name', async () => {
    await account('gone');
    const token = tokenOf(await request('gone'));
    await kube.call('DELETE', `${accounts}/gone`);
    expect(await who(token)).toBe('serviceaccounts "gone" not found');
    await account('gone');
    expect(await who(token)).toMatch(/^service account UID \(.*\) does not match claim/);
  });

  test('when what it is bound to is gone', async () => {
    await account('bound');
    const secrets = '/api/v1/namespaces/a/secrets';
    await kube.call('POST', secrets, { metadata: { name: 's' } });
    const boundObjectRef = { kind: 'Secret', apiVersion: 'v1', name: 's' };
    expect((await request('bound', { boundObjectRef: { ...boundObjectRef, uid: 'x' } })).status).toBe(409);
    const token = tokenOf(await request('bound', { boundObjectRef }));
    expect(await who(token)).toMatchObject({ audiences: [issuer] });
    await kube.call('DELETE', `${secrets}/s`);
    expect(await who(token)).toBe('service account token has been invalidated');
  });

  test('when it is forged', async () => {
    await account('forged');
    const token = tokenOf(await request('forged'));
    const stranger = new SigningKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
    expect(await who(signWebToken(claimsOf(token), stranger))).toBe('invalid signature, no keys found');
    const [header = '', claims = '', signature = ''] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'x' })).toString('base64url');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [`${header}.${changed}.${signature}`, `${unsigned}.${claims}.`, `${header}.${claims}.AAAA`]) {
      expect(await who(forged)).toMatch('error in cryptographic primitive');
    }
  });

  test.each(['', 'a', 'a.b.c', 'e30.e30.e30', `${'a'.repeat(100_000)}.b.c`])(
    'as %.20s: it is of another issuer',
    async (text) => {
      expect(await who(text)).toBe('nobody');
    },
  );
});

describe('a token with a claim that is not of its type is refused', () => {
  const times = 'go-jose/go-jose/jwt: expected number value to unmarshal NumericDate';
  const audience = 'go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience';
  const badly = (field: string) => expect.stringContaining(field);

  test.each<[JsonObject, unknown]>([
    [{ exp: '99999999999' }, times],
    [{ exp: true }, times],
    [{ exp: [] }, times],
    [{ exp: {} }, times],
    [{ exp: 1e300 }, times],
    [{ exp: 2 ** 63 }, times],
    [{ exp: 0 }, 'service account token has expired'],
    [{ exp: -1 }, 'service account token has expired'],
    [{ exp: 0.5 }, 'service account token has expired'],
    [{ nbf: '1' }, times],
    [{ nbf: 1e300 }, times],
    [{ nbf: 4_000_000_000.5 }, 'service account token is not valid yet'],
    [{ iat: '1' }, times],
    [{ iat: 4_000_000_000 }, 'service account token is issued in the future'],
    [{ aud: 7 }, audience],
    [{ aud: null }, audience],
    [{ aud: [issuer, 7] }, audience],
    [{ aud: { [issuer]: true } }, audience],
    [{ sub: 7 }, badly('sub')],
    [{ jti: 7 }, badly('jti')],
    [{ 'kubernetes.io': 'x' }, badly('kubernetes.io')],
    [{ 'kubernetes.io': { namespace: 7 } }, badly('namespace')],
    [{ 'kubernetes.io': { namespace: 'a', pod: '' } }, badly('pod')],
    [{ 'kubernetes.io': { namespace: 'a', secret: false } }, badly('secret')],
    [{ 'kubernetes.io': { namespace: 'a', warnafter: 'soon' } }, times],
  ])('%j', async (claims, problem) => {
    await kube.call('POST', accounts, { metadata: { name: 'typed' } });
    const good = claimsOf(tokenOf(await request('typed')));
    expect(await who(signWebToken({ ...good, ...claims }, keys.signing))).toEqual(problem);
  });

  test('but not where a time is null, which says nothing', async () => {
    await kube.call('POST', accounts, { metadata: { name: 'typed' } });
    const good = claimsOf(tokenOf(await request('typed')));
    const token = signWebToken({ ...good, exp: null, nbf: null, iat: null }, keys.signing);
    expect(await who(token)).toMatchObject({ audiences: [issuer] });
  });

  test('nor is it looked at where a name is there twice, or the header has extensions', async () => {
    await kube.call('POST', accounts, { metadata: { name: 'typed' } });
    const token = tokenOf(await request('typed'));
    const [header = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    const signed = (head: string, body: string): string => {
      const data = [head, body].map((text) => Buffer.from(text).toString('base64url')).join('.');
      return `${data}.${keys.signing.sign(Buffer.from(data)).toString('base64url')}`;
    };
    expect(await who(signed(header, claims))).toMatchObject({ audiences: [issuer] });
    expect(await who(signed(header, claims.replace('{', '{"exp":1,')))).toBe('nobody');
    expect(await who(signed(header.replace('{', '{"alg":"none",'), claims))).toBe('nobody');
    expect(await who(signed(header.replace('{', '{"crit":["exp"],'), claims))).toBe('nobody');
  });

  test('also where it is kept in a secret', async () => {
    const claims = { iss: 'kubernetes/serviceaccount', sub: 'system:serviceaccount:a:x', exp: 'never' };
    expect(await who(signWebToken(claims, keys.signing))).toBe(times);
    const named = { iss: 'kubernetes/serviceaccount', 'kubernetes.io/serviceaccount/namespace': 7 };
    expect(await who(signWebToken(named, keys.signing))).toEqual(badly('namespace'));
  });
});

/** How often tokens in secrets have been used. */
function legacyUses(): Record<'auto' | 'manual' | 'invalid', number> {
  const text = metrics.expose();
  const count = (name: string): number =>
    Number(new RegExp(`^serviceaccount_${name}_token_uses_total (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return { auto: count('legacy_auto'), manual: count('legacy_manual'), invalid: count('invalid_legacy_auto') };
}

describe('a token in a secret', () => {
  const secrets = '/api/v1/namespaces/a/secrets';
  const claim = (name: string): string => `kubernetes.io/serviceaccount/${name}`;

  test('is good as long as it is there', async () => {
    const uid = await account('legacy');
    const claims = {
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:a:legacy',
      [claim('namespace')]: 'a',
      [claim('secret.name')]: 'legacy',
      [claim('service-account.name')]: 'legacy',
      [claim('service-account.uid')]: uid,
    };
    const token = signWebToken(claims, keys.signing);
    expect(await who(token)).toBe('Token has been invalidated');
    const data = { token: Buffer.from(token).toString('base64') };
    await kube.call('POST', secrets, { metadata: { name: 'legacy' }, data });
    expect(await who(token)).toMatchObject({
      user: { name: 'system:serviceaccount:a:legacy', uid },
      audiences: [issuer],
    });
    const kept = await kube.call('GET', `${secrets}/legacy`);
    expect(labelsOf(kept.json)).toEqual({ 'kubernetes.io/legacy-token-last-used': '2026-01-01' });
    await who(token);
    expect((await kube.call('GET', `${secrets}/legacy`)).json).toEqual(kept.json);
    expect(legacyUses()).toEqual({ auto: 0, manual: 2, invalid: 0 });
    const accountPath = '/api/v1/namespaces/a/serviceaccounts/legacy';
    await kube.call('PATCH', accountPath, { secrets: [{ name: 'legacy' }] }, 'application/merge-patch+json');
    await who(token);
    const invalid = { metadata: { labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' } } };
    await kube.call('PATCH', `${secrets}/legacy`, invalid, 'application/merge-patch+json');
    expect(await who(token)).toMatch(
      /^the token in secret a\/legacy for service account a\/legacy has been marked invalid/,
    );
    expect(legacyUses()).toEqual({ auto: 1, manual: 2, invalid: 1 });
    const other = signWebToken({ ...claims, more: 1 }, keys.signing);
    expect(await who(other)).toBe("Token does not match server's copy");
    expect(await who(signWebToken({ ...claims, sub: 'x' }, keys.signing))).toBe('sub claim is invalid');
    const unnamed = signWebToken({ ...claims, [claim('secret.name')]: '' }, keys.signing);
    expect(await who(unnamed)).toBe('secretName claim is missing');
  });
});

describe('keys', () => {
  test('may be several of all kinds, and a token says which it was signed with', async () => {
    const pairs = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    ];
    const files = pairs.map(({ publicKey }, index) => keyFile(`public-${index}`, publicKey));
    const signingKeyFile = keyFile('signing', pairs[0]!.privateKey);
    const { signing, verifying } = await readTokenKeys({
      signingKey: { file: signingKeyFile },
      keyFiles: [...files, signingKeyFile],
    });
    expect(verifying.map(({ algorithm }) => algorithm.name)).toEqual(['RS256', 'ES384', 'ES512', 'RS256']);
    expect(signing.publicKey.id).toBe(verifying[0]!.id);
    for (const { privateKey } of pairs) {
      const token = WebToken.parse(signWebToken({ iss: issuer }, new SigningKey(privateKey)))!;
      expect(keysAmong(verifying, token).every((key) => isSignedWith(key, token))).toBe(true);
      expect(verifying.some((key) => isSignedWith(key, token))).toBe(true);
    }
  });

  test('of other kinds are refused', async () => {
    const signingKeyFile = keyFile('ed', generateKeyPairSync('ed25519').privateKey);
    await expect(readTokenKeys({ signingKey: { file: signingKeyFile }, keyFiles: [] })).rejects.toThrow(
      'cannot sign tokens',
    );
  });
});

test('authorized clients can verify tokens by the OpenID documents', async () => {
  const get = async (target: string) => {
    const response = await inject(kube.server.handle, { method: 'GET', target, headers: {} });
    return { type: response.headers['content-type'], json: JSON.parse((await response.body()).toString()) };
  };
  const { paths } = (await get('/')).json;
  expect(paths).toEqual(expect.arrayContaining(['/.well-known/openid-configuration', '/openid/v1/jwks']));
  expect(await get('/.well-known/openid-configuration')).toEqual({
    type: 'application/json',
    json: {
      issuer,
      jwks_uri: 'https://example.com:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    },
  });
  expect(await get('/openid/v1/jwks')).toMatchObject({
    type: 'application/jwk-set+json',
    json: { keys: [{ use: 'sig', kty: 'EC', kid: keys.signing.publicKey.id, alg: 'ES256', crv: 'P-256' }] },
  });
  const refused = await inject(kube.server.handle, {
    method: 'GET',
    target: '/openid/v1/jwks',
    headers: { accept: 'application/json' },
  });
  expect(JSON.parse((await refused.body()).toString())).toMatchObject({
    code: 406,
    message: '406: Not Acceptable\n\nAvailable representations: application/jwk-set+json',
  });
});
