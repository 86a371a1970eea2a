import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { MetricsRegistry } from '../../metrics/index.js';
import type { UserInfo } from '../../request-context.js';
import type { JwtConfiguration } from './authentication-configuration.js';
import {
  JwtTokens,
  readAuthenticationConfiguration,
  signingAlgorithms,
  validateAuthenticationConfiguration,
} from './index.js';
import { issuerKey, signToken, TestIssuer } from './issuer.test.support.js';

const keys = [issuerKey('a'), issuerKey('b', 'RS256')];
let issuer: TestIssuer;
const opened: JwtTokens[] = [];
beforeAll(async () => {
  issuer = await TestIssuer.start(...keys);
});
afterAll(async () => {
  for (const tokens of opened) tokens.close();
  await issuer.close();
});

const bySubject = { username: { claim: 'sub', prefix: '' } };

/** A valid configuration. */
function configuration(more: JsonObject = {}, issuerMore: JsonObject = {}, from = issuer): JwtConfiguration {
  const document = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url: from.url, certificateAuthority: from.server.authorities, audiences: ['me'], ...issuerMore },
        claimMappings: bySubject,
        ...more,
      },
    ],
  };
  const read = readAuthenticationConfiguration(JSON.stringify(document));
  expect(validateAuthenticationConfiguration(read, { disallowedIssuers: [], mayUseEgress: true })).toEqual([]);
  return read.jwt[0]!;
}

function tokensOf(
  configurations: readonly JwtConfiguration[],
  more: { now?: () => number; algorithms?: string[] } = {},
) {
  const metrics = new MetricsRegistry();
  const errors: string[] = [];
  const tokens = new JwtTokens(configurations, {
    algorithms: signingAlgorithms,
    audiences: ['api'],
    metrics,
    serverId: 'apiserver-x',
    onError: (error) => errors.push(String((error as Error).cause)),
    ...more,
  });
  opened.push(tokens);
  return { tokens, metrics, errors };
}

/** The user of a token, or why it is rejected. */
async function who(tokens: JwtTokens, token: string): Promise<UserInfo | string | undefined> {
  try {
    return (await tokens.authenticateToken(token, []))?.user;
  } catch (error) {
    return (error as { cause: Error }).cause.message;
  }
}

const ask = (claims: JsonObject, more: JsonObject = {}) =>
  who(tokensOf([configuration(more)]).tokens, issuer.token(claims));

describe('a token of an issuer', () => {
  it('belongs to its subject, and has the audiences of the server', async () => {
    const { tokens } = tokensOf([configuration()]);
    const user = { name: 'jane', groups: [] };
    expect(await tokens.authenticateToken(issuer.token(), ['api', 'x'])).toEqual({ user, audiences: ['api'] });
    expect(await tokens.authenticateToken(issuer.token(), ['vault'])).toBeUndefined();
  });

  it.each(signingAlgorithms)('may be signed with %s', async (algorithm) => {
    const key = issuerKey('k', algorithm);
    const other = await TestIssuer.start(key);
    const { tokens } = tokensOf([configuration({}, {}, other)]);
    expect(await who(tokens, other.token())).toMatchObject({ name: 'jane' });
    expect(await who(tokens, other.token({}, { ...issuerKey('k', algorithm) }))).toContain('failed to verify');
    await other.close();
  });

  it.each<[string, () => string, unknown]>([
    ['of another issuer is ignored', () => issuer.token({ iss: 'https://other' }), undefined],
    ['that is none is not looked at', () => 'a.b', undefined],
    ['with extensions is not looked at', () => signToken({ iss: issuer.url }, keys[0]!, { crit: ['x'] }), undefined],
    [
      'for another audience is refused',
      () => issuer.token({ aud: 'you' }),
      'oidc: verify token: oidc: expected audience "me" got ["you"]',
    ],
    ['for several may be for us', () => issuer.token({ aud: ['you', 'me'] }), { name: 'jane', groups: [] }],
    [
      'that has ended is refused',
      () => issuer.token({ exp: 1 }),
      expect.stringContaining('oidc: token is expired (Token Expiry: 1970-01-01T00:00:01'),
    ],
    ['that never ends is refused', () => issuer.token({ exp: 0 }), expect.stringContaining('oidc: token is expired')],
    ['that began before time is fine', () => issuer.token({ nbf: -1, iat: -1.5 }), { name: 'jane', groups: [] }],
    ['that does not say when it begins is fine', () => issuer.token({ nbf: null }), { name: 'jane', groups: [] }],
    [
      'that is for later is refused',
      () => issuer.token({ nbf: Date.now() / 1000 + 100 }),
      expect.stringContaining('before the nbf (not before) time'),
    ],
    ['that begins soon is fine', () => issuer.token({ nbf: Date.now() / 1000 + 30 }), { name: 'jane', groups: [] }],
    [
      'without a signature is refused',
      () => `${issuer.token().split('.').slice(0, 2).join('.')}.`,
      expect.stringContaining('failed to verify'),
    ],
    [
      'with another algorithm than the key is refused',
      () => signToken({ iss: issuer.url }, { ...keys[1]!, id: 'a' }),
      expect.stringContaining('failed to verify id token signature'),
    ],
    [
      'that is not signed is refused',
      () => signToken({ iss: issuer.url }, keys[0]!, { alg: 'none' }),
      expect.stringContaining(
        'unsupported algorithm, expected ["ES256" "ES384" "ES512" "PS256" "PS384" "PS512" "RS256" "RS384" "RS512"] got "none"',
      ),
    ],
    [
      'without a subject is refused',
      () => signToken({ iss: issuer.url, aud: 'me', exp: 4_000_000_000 }, keys[0]!),
      'oidc: parse username claims "sub": claim not present',
    ],
  ])('%s', async (_name, token, expected) => {
    expect(await who(tokensOf([configuration()]).tokens, token())).toEqual(expected);
  });

  const later = Math.floor(Date.now() / 1000) + 60;
  it.each<[string, JsonObject]>([
    ['exp', { exp: String(later) }],
    ['exp', { exp: null }],
    ['exp', { exp: true }],
    ['exp', { exp: [later] }],
    ['exp', { exp: { at: later } }],
    ['exp', { exp: 1e300 }],
    ['exp', { exp: 2 ** 63 }],
    ['nbf', { nbf: '1' }],
    ['nbf', { nbf: false }],
    ['nbf', { nbf: 1e300 }],
    ['iat', { iat: '1' }],
    ['iat', { iat: null }],
    ['iat', { iat: {} }],
    ['aud', { aud: 7 }],
    ['aud', { aud: ['me', 7] }],
    ['sub', { sub: 7 }],
    ['nonce', { nonce: 1 }],
  ])('with %s that is not of its type is refused: %j', async (_claim, claims) => {
    const { tokens } = tokensOf([configuration({ claimMappings: { username: { claim: 'iss', prefix: '' } } })]);
    expect(await who(tokens, issuer.token(claims))).toMatch(/^oidc: verify token: oidc: failed to unmarshal claims: /);
  });

  it('may be signed with the algorithms that are accepted', async () => {
    const { tokens } = tokensOf([configuration()], { algorithms: ['RS256'] });
    expect(await who(tokens, issuer.token())).toContain('unsupported algorithm, expected ["RS256"] got "ES256"');
    expect(await who(tokens, issuer.token({}, keys[1]))).toMatchObject({ name: 'jane' });
  });
});

describe('claims', () => {
  it.each<[string, JsonObject, JsonObject, unknown]>([
    [
      'become names and groups, with prefixes',
      { sub: 'jane', groups: ['a', 'b'] },
      { claimMappings: { username: { claim: 'sub', prefix: 'x:' }, groups: { claim: 'groups', prefix: 'y:' } } },
      { name: 'x:jane', groups: ['y:a', 'y:b'] },
    ],
    [
      'may be one group',
      { role: 'admin' },
      { claimMappings: { ...bySubject, groups: { claim: 'role', prefix: '' } } },
      { name: 'jane', groups: ['admin'] },
    ],
    [
      'may be no groups',
      { role: 7 },
      { claimMappings: { ...bySubject, groups: { claim: 'role', prefix: '' } } },
      'oidc: parse groups claim "role": json: cannot unmarshal number into Go value of type string',
    ],
    [
      'are ids',
      { oid: '7', jti: 'j' },
      { claimMappings: { ...bySubject, uid: { claim: 'oid' } } },
      { name: 'jane', groups: [], uid: '7', extra: { 'authentication.kubernetes.io/credential-id': ['JTI=j'] } },
    ],
    [
      'are no credential id unless they are texts',
      { jti: 1234 },
      { claimMappings: bySubject },
      { name: 'jane', groups: [] },
    ],
    [
      'must be there',
      {},
      { claimMappings: { ...bySubject, uid: { claim: 'oid' } } },
      'oidc: parse uid claim "oid": claim not present',
    ],
    [
      'may be verified addresses',
      { email: 'j@x', email_verified: true },
      { claimMappings: { username: { claim: 'email', prefix: '' } } },
      { name: 'j@x', groups: [] },
    ],
    [
      'must not be addresses that are not verified',
      { email: 'j@x', email_verified: false },
      { claimMappings: { username: { claim: 'email', prefix: '' } } },
      'oidc: email not verified',
    ],
    [
      'are mapped by expressions',
      { sub: 'jane', roles: ['a', '', 'b'], 'x.y': { deep: [1, 'z'] }, n: 7 },
      {
        claimMappings: {
          username: { expression: 'claims.sub + "@" + string(claims.n)' },
          groups: { expression: 'claims.roles' },
          uid: { expression: 'claims.x__dot__y.deep[1]' },
          extra: [
            { key: 'example.org/one', valueExpression: 'claims["x.y"].deep[0] == 1.0 ? "yes" : "no"' },
            { key: 'example.org/none', valueExpression: 'claims.?none.orValue(null)' },
            { key: 'example.org/list', valueExpression: 'claims.roles.map(r, r + "!")' },
          ],
        },
      },
      {
        name: 'jane@7',
        groups: ['a', 'b'],
        uid: 'z',
        extra: { 'example.org/one': ['yes'], 'example.org/list': ['a!', '!', 'b!'] },
      },
    ],
    [
      'must be of the type that is needed',
      { nick: 7 },
      { claimMappings: { username: { expression: 'claims.nick' } } },
      'oidc: error evaluating username claim expression: username claim expression must return a string',
    ],
    [
      'must not make an empty name',
      { sub: '' },
      { claimMappings: { username: { expression: 'claims.sub' } } },
      'oidc: empty username via CEL expression is not allowed',
    ],
    [
      'must not make groups of anything',
      {},
      { claimMappings: { ...bySubject, groups: { expression: '[1, 2]' } } },
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
    [
      'that expressions need must be there',
      {},
      { claimMappings: { username: { expression: 'claims.none' } } },
      "oidc: error evaluating username claim expression: expression 'claims.none' resulted in error: no such key: none",
    ],
    [
      'may be required',
      { hd: 'x' },
      { claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] },
      { name: 'jane', groups: [] },
    ],
    [
      'that are required must be there',
      {},
      { claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] },
      'oidc: required claim hd not present in ID token',
    ],
    [
      'that are required must have their value',
      { hd: 'y' },
      { claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] },
      'oidc: required claim hd value does not match. Got = y, want = x',
    ],
    [
      'may be subject to rules',
      { exp: Math.floor(Date.now() / 1000) + 90_000 },
      { claimValidationRules: [{ expression: 'claims.exp - claims.exp == 1.0', message: 'too long' }] },
      "oidc: error evaluating claim validation expression: validation expression 'claims.exp - claims.exp == 1.0' failed: too long",
    ],
    [
      'make users that may be subject to rules',
      { sub: 'system:admin' },
      { userValidationRules: [{ expression: '!user.username.startsWith("system:")', message: 'reserved' }] },
      `oidc: error evaluating user info validation rule: validation expression '!user.username.startsWith("system:")' failed: reserved`,
    ],
    [
      'make users that may be fine',
      { jti: 'j' },
      { userValidationRules: [{ expression: 'user.groups.size() == 0 && user.uid == "" && user.extra.size() == 1' }] },
      { name: 'jane', groups: [], extra: { 'authentication.kubernetes.io/credential-id': ['JTI=j'] } },
    ],
  ])('%s', async (_name, claims, more, expected) => {
    expect(await ask(claims, more)).toEqual(expected);
  });
});

describe('the keys of an issuer', () => {
  it('are fetched when they are needed, and when another one comes', async () => {
    const other = await TestIssuer.start(issuerKey('one'));
    const clock = { now: Date.now() };
    const { tokens, metrics } = tokensOf([configuration({}, {}, other)], { now: () => clock.now });
    expect(other.keyFetches).toBe(0);
    for (let turn = 0; turn < 3; turn++) expect(await who(tokens, other.token())).toMatchObject({ name: 'jane' });
    expect(other.keyFetches).toBe(1);

    const next = issuerKey('two');
    other.keys = [next];
    expect(await who(tokens, other.token())).toContain('failed to verify id token signature');
    expect(other.keyFetches).toBe(1);
    clock.now += 1000;
    expect(await who(tokens, other.token())).toMatchObject({ name: 'jane' });
    expect(other.keyFetches).toBe(2);

    other.keysHeaders = { 'cache-control': 'public, max-age=100' };
    clock.now += 1000;
    expect(await who(tokens, other.token({}, issuerKey('three')))).toContain('failed to verify');
    clock.now += 60_000;
    await who(tokens, other.token({}, issuerKey('three')));
    expect(other.keyFetches).toBe(3);
    clock.now += 20_000;
    await who(tokens, other.token({}, issuerKey('three')));
    expect(other.keyFetches).toBe(4);

    const text = metrics.expose();
    expect(text).toMatch(/jwt_authenticator_jwks_fetch_last_timestamp_seconds\{.*result="success"\} \d/);
    expect(text.match(/jwks_fetch_last_key_set_info\{.*hash="sha256:\w+".*\} 1/g)).toHaveLength(1);
    expect(text).toMatch(/jwt_authenticator_latency_seconds_count\{jwt_issuer_hash="sha256:\w+",result="failure"\} 4/);
    await other.close();
  });

  it('are found by another URL, where that is given', async () => {
    const { url } = issuer;
    issuer.more = ({ path }) =>
      path === '/elsewhere' ? { issuer: url, jwks_uri: `${url}/keys` } : { code: 404, text: '' };
    const { tokens } = tokensOf([configuration({}, { discoveryURL: `${url}/elsewhere` })]);
    expect(await who(tokens, issuer.token())).toMatchObject({ name: 'jane' });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'another issuer',
      { issuer: 'https://x' },
      /issuer did not match the issuer returned by provider, expected "https:.*" got "https:\/\/x"/,
    ],
    ['no keys', { jwks_uri: '' }, /provider did not return JWKS URL/],
  ])('are not found where the issuer tells of %s', async (_name, discovery, problem) => {
    const other = await TestIssuer.start(...keys);
    other.discovery = discovery;
    const { tokens, errors } = tokensOf([configuration({}, {}, other)]);
    expect(await who(tokens, other.token())).toBe('oidc: authenticator not initialized');
    expect(errors[0]).toMatch(problem);
    await other.close();
  });

  it('are not found where the issuer is not trusted', async () => {
    const { tokens, errors } = tokensOf([configuration({}, { certificateAuthority: '' })]);
    expect(await who(tokens, issuer.token())).toBe('oidc: authenticator not initialized');
    expect(errors[0]).toMatch(/self-signed certificate|unable to/);
  });
});

describe('a claim that is elsewhere', () => {
  const mapping = { claimMappings: { ...bySubject, groups: { claim: 'groups', prefix: '' } } };
  const sources = (endpoint: JsonObject) => ({
    _claim_names: { groups: 'src' },
    _claim_sources: { src: endpoint },
  });

  it('is fetched, from where the token says', async () => {
    issuer.more = ({ headers }) => ({ code: 200, text: issuer.token({ groups: [headers.authorization ?? 'none'] }) });
    const endpoint = `${issuer.url}/groups`;
    expect(await ask(sources({ endpoint, access_token: 'x' }), mapping)).toMatchObject({ groups: ['Bearer x'] });
    expect(await ask(sources({ endpoint }), mapping)).toMatchObject({ groups: ['none'] });
    expect(await ask({ ...sources({ endpoint }), groups: ['here'] }, mapping)).toMatchObject({ groups: ['here'] });
    expect(await ask(sources({ JWT: 'x' }), mapping)).toMatchObject({ groups: [] });
  });

  it.each<[string, () => JsonObject, string]>([
    [
      'its source',
      () => ({ _claim_names: { groups: 'x' }, _claim_sources: {} }),
      'id token _claim_names contained a source x missing in _claims_sources',
    ],
    ['sources', () => ({ _claim_names: { groups: 'x' } }), 'oidc: no claim sources'],
    [
      'the server',
      () => sources({ endpoint: `${issuer.url}/none` }),
      'while getting distributed claim "groups": error while getting distributed claim JWT: 500',
    ],
    ['it', () => sources({ endpoint: `${issuer.url}/empty` }), `did not contain claim: groups`],
    [
      'a good token',
      () => sources({ endpoint: `${issuer.url}/forged` }),
      'verify distributed claim token: failed to verify signature: failed to verify id token signature',
    ],
  ])('is missed without %s', async (_name, claims, problem) => {
    issuer.more = ({ path }) => {
      if (path === '/none') return { code: 500, text: '' };
      return { code: 200, text: path === '/empty' ? issuer.token() : issuer.token({}, issuerKey('x')) };
    };
    expect(await ask(claims(), mapping)).toContain(problem);
  });
});

describe('issuers', () => {
  it('may be replaced by others, when these have been found', async () => {
    const other = await TestIssuer.start(issuerKey('o'));
    const { tokens } = tokensOf([configuration()]);
    expect(await who(tokens, other.token())).toBeUndefined();
    await tokens.replace([configuration({}, {}, other)]);
    expect(await who(tokens, other.token())).toMatchObject({ name: 'jane' });
    expect(await who(tokens, issuer.token())).toBeUndefined();
    await other.close();
  });

  it('that are not found before the server ends are not waited for', async () => {
    const other = await TestIssuer.start();
    other.discovery = { issuer: 'https://x' };
    const { tokens } = tokensOf([configuration()]);
    const replacing = tokens.replace([configuration({}, {}, other)]);
    tokens.close();
    await expect(replacing).rejects.toThrow('is not healthy');
    await other.close();
  });
});
