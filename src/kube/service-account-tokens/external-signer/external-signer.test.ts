import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebToken } from '../../../server/authentication/index.js';
import { MetricsRegistry } from '../../../server/metrics/index.js';
import { isSignedWith } from '../web-token.js';
import { ExternalSigner } from './index.js';
import { base64, TestSigner } from './test-signer.test.support.js';

async function connect(service: TestSigner) {
  const metrics = new MetricsRegistry();
  const errors: unknown[] = [];
  const signer = new ExternalSigner({ socket: service.socket, metrics, onError: (error) => errors.push(error) });
  onTestFinished(() => signer.close());
  return { signer, metrics, errors };
}

describe('an external signer', () => {
  it('signs tokens, publishes its keys, and is measured', async () => {
    const service = await TestSigner.start();
    const { signer, metrics } = await connect(service);
    await signer.start();
    const token = WebToken.parse(await signer.sign({ sub: 'a' }))!;
    expect(token.claims).toEqual({ sub: 'a' });
    const [key] = await signer.keysFor(token);
    expect(isSignedWith(key!, token)).toBe(true);
    expect(signer.published.map(({ webKey }) => webKey)).toMatchObject([{ kid: 'key-1', alg: 'RS256', kty: 'RSA' }]);
    expect(signer.maxAgeSeconds).toBeGreaterThan(50);
    expect(await signer.maxExpirationSeconds()).toBe(3600);
    const text = metrics.expose();
    expect(text).toContain('apiserver_externaljwt_sign_request_total{code="OK"} 1');
    expect(text).toContain('apiserver_externaljwt_fetch_keys_request_total{code="OK"} 1');
    expect(text).toContain('apiserver_externaljwt_fetch_keys_data_timestamp 1.7000000005e+09');
    expect(text).toContain('apiserver_externaljwt_request_duration_seconds_count{code="OK",method="Sign"} 1');
  });

  it('fetches the keys again for a token whose key it does not know', async () => {
    const service = await TestSigner.start();
    const { signer } = await connect(service);
    await signer.start();
    service.keys.push({ id: 'key-2', pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
    service.header = { ...service.header, kid: 'key-2' };
    const token = WebToken.parse(await signer.sign({ sub: 'a' }))!;
    const keys = await signer.keysFor(token);
    expect(keys.map(({ id }) => id)).toEqual(['key-2']);
    const unknown = WebToken.parse(`${base64({ alg: 'RS256', kid: 'other' })}.${base64({})}.AA`)!;
    expect(await signer.keysFor(unknown)).toEqual([]);
  });

  it('does not publish a key that is excluded, and refuses to issue tokens with it', async () => {
    const service = await TestSigner.start();
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    service.keys.push({ id: 'old', pair, isExcluded: true });
    const { signer } = await connect(service);
    await signer.start();
    expect(signer.published.map(({ id }) => id)).toEqual(['key-1']);
    service.header = { ...service.header, kid: 'old' };
    const problem = 'key used for signing JWT (kid: old) is excluded from OIDC discovery docs';
    await expect(signer.sign({})).rejects.toThrow(`while validating header: ${problem}`);
  });

  it.each<[string, Partial<TestSigner>, string]>([
    ['another type', { header: { alg: 'RS256', kid: 'key-1', typ: 'at+jwt' } }, 'while validating header: bad type'],
    ['no key', { header: { alg: 'RS256', typ: 'JWT' } }, 'while validating header: key id missing'],
    ['a weak algorithm', { header: { alg: 'HS256', kid: 'a', typ: 'JWT' } }, 'bad signing algorithm "HS256"'],
    ['more fields', { header: { alg: 'RS256', kid: 'a', typ: 'JWT', crit: [] } }, 'json: unknown field "crit"'],
    ['a long key id', { header: { alg: 'RS256', kid: 'a'.repeat(1025), typ: 'JWT' } }, 'key id longer than 1 kb'],
    ['no signature', { signature: '' }, 'empty signature returned'],
    [
      'an error',
      { failure: { code: 13, message: 'broken' } },
      'while signing jwt: rpc error: code = Internal desc = broken',
    ],
  ])('is not trusted with %s', async (_, change, problem) => {
    const service = await TestSigner.start();
    const { signer } = await connect(service);
    await signer.start();
    Object.assign(service, change);
    await expect(signer.sign({})).rejects.toThrow(problem);
  });

  it.each<[string, Partial<TestSigner>, string]>([
    ['no keys', { keys: [] }, 'while fetching token verification keys: found no keys'],
    ['no hint', { refreshSeconds: 0 }, 'found invalid refresh hint (0s)'],
    [
      'an error',
      { failure: { code: 7, message: 'no' } },
      'jwt signing keys: rpc error: code = PermissionDenied desc = no',
    ],
  ])('does not start with %s', async (_, change, problem) => {
    const service = await TestSigner.start();
    Object.assign(service, change);
    const { signer } = await connect(service);
    const filling = 'while initially filling key cache: while performing initial cache fill: ';
    await expect(signer.start()).rejects.toThrow(filling);
    await expect(signer.start()).rejects.toThrow(problem);
  });
});
