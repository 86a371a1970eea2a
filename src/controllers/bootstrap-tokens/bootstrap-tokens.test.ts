import { describe, expect, test } from 'vitest';
import type { ConfigMap, Secret } from '../../api/core/v1.js';
import { detachedSignature, expiryOf, signingToken } from './bootstrap-token.js';
import { signClusterInformation } from './sign-cluster-information.js';

const noon = Date.UTC(2030, 0, 1, 12);
const valid = { 'token-id': 'abcdef', 'token-secret': 'secret', 'usage-bootstrap-signing': 'true' };

function secret(data: Readonly<Record<string, string>>, name = 'bootstrap-token-abcdef'): Secret {
  const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return { metadata: { name }, data: Object.fromEntries(encoded) } as Secret;
}

test.each<[expiration: string, expiry: number | undefined]>([
  ['', undefined],
  ['2030-01-01T12:00:00Z', noon],
  ['tomorrow', 0],
])('a token with the expiration %j expires at %s', (expiration, expiry) => {
  expect(expiryOf(secret({ expiration }))).toBe(expiry);
});

test.each<[string, Secret, boolean]>([
  ['a complete token', secret(valid), true],
  ['one that expires later', secret({ ...valid, expiration: '2030-01-01T13:00:00Z' }), true],
  ['an expired one', secret({ ...valid, expiration: '2030-01-01T12:00:00Z' }), false],
  ['one for other uses', secret({ ...valid, 'usage-bootstrap-signing': 'yes' }), false],
  ['one without a secret', secret({ ...valid, 'token-secret': '' }), false],
  ['one with another name', secret(valid, 'bootstrap-token-aaaaaa'), false],
  ['one with an id that is too long', secret({ ...valid, 'token-id': 'abcdefg' }, 'bootstrap-token-abcdefg'), false],
])('%s signs', (_name, object, signs) => {
  expect(signingToken(object, noon)).toEqual(signs ? { id: 'abcdef', secret: 'secret' } : undefined);
});

test('a signature is a web signature without its content', () => {
  expect(detachedSignature('apiVersion: v1\n', { id: 'abcdef', secret: '0123456789abcdef' })).toBe(
    'eyJhbGciOiJIUzI1NiIsImtpZCI6ImFiY2RlZiJ9..K1chermAQEq0rdqy-ehj0VDfmA_ytv8Wzh9g26FldrE',
  );
});

describe('cluster information', () => {
  const token = { id: 'abcdef', secret: 'secret' };
  const map = (data: Readonly<Record<string, string>>): ConfigMap => ({ data }) as unknown as ConfigMap;

  test('without a kubeconfig is not signed', () => {
    expect(signClusterInformation(map({ a: 'b' }), [token])).toBeUndefined();
  });

  test('gets signatures, loses those of former tokens, and stays if they are current', () => {
    const signed = signClusterInformation(map({ kubeconfig: 'x', 'jws-kubeconfig-000000': 'old', a: 'b' }), [token]);
    expect(Object.keys(signed ?? {})).toEqual(['kubeconfig', 'a', 'jws-kubeconfig-abcdef']);
    expect(signClusterInformation(map(signed ?? {}), [token])).toBeUndefined();
    expect(signClusterInformation(map(signed ?? {}), [])).toEqual({ kubeconfig: 'x', a: 'b' });
  });
});
