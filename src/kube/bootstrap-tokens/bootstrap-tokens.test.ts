import { describe, expect, it } from 'vitest';
import type { Secret } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { bootstrapTokens } from './bootstrap-tokens.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const good = {
  'token-id': 'abcdef',
  'token-secret': '0123456789abcdef',
  'usage-bootstrap-authentication': 'true',
};

function secretOf(data: Record<string, string>, more: JsonObject = {}): JsonObject {
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return {
    metadata: { name: 'bootstrap-token-abcdef', namespace: 'kube-system' },
    type: 'bootstrap.kubernetes.io/token',
    data: Object.fromEntries(encoded),
    ...more,
  };
}

async function groups(secret: JsonObject, token = 'abcdef.0123456789abcdef', requested: string[] = []) {
  const tokens = bootstrapTokens({
    findSecret: async ({ namespace, name }) =>
      namespace === 'kube-system' && name === 'bootstrap-token-abcdef' ? (secret as Secret) : undefined,
    audiences: ['api'],
    now: () => now,
  });
  const owner = await tokens.authenticateToken(token, requested);
  if (owner) expect(owner.user.name).toBe('system:bootstrap:abcdef');
  return owner?.user.groups;
}

describe('a bootstrap token', () => {
  const bootstrappers = ['system:bootstrappers'];
  it.each<[string, JsonObject, readonly string[] | undefined]>([
    ['is a bootstrapper', secretOf(good), bootstrappers],
    [
      'may be in more groups',
      secretOf({ ...good, 'auth-extra-groups': 'system:bootstrappers:z,system:bootstrappers:a' }),
      ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:z'],
    ],
    ['may not be in any group', secretOf({ ...good, 'auth-extra-groups': 'system:masters' }), undefined],
    ['may expire later', secretOf({ ...good, expiration: '2026-01-01T00:00:01Z' }), bootstrappers],
    ['may have expired', secretOf({ ...good, expiration: '2025-12-31T23:59:59Z' }), undefined],
    ['with a time that cannot be read has expired', secretOf({ ...good, expiration: 'later' }), undefined],
    ['must be for this', secretOf({ ...good, 'usage-bootstrap-authentication': '' }), undefined],
    ['has the secret', secretOf({ ...good, 'token-secret': 'fedcba9876543210' }), undefined],
    ['has a secret of the same length', secretOf({ ...good, 'token-secret': 'short' }), undefined],
    ['has the id', secretOf({ ...good, 'token-id': 'fedcba' }), undefined],
    ['is in a secret of the type', secretOf(good, { type: 'Opaque' }), undefined],
    ['dies with its secret', secretOf(good, { metadata: { deletionTimestamp: '2025-01-01T00:00:00Z' } }), undefined],
  ])('%s', async (_name, secret, expected) => {
    expect(await groups(secret)).toEqual(expected);
  });

  it('has its form', async () => {
    for (const token of ['abcdef', 'abcdef.0123456789ABCDEF', 'abcdef.0123456789abcdef\n', 'aaaaaa.0123456789abcdef']) {
      expect(await groups(secretOf(good), token)).toBeUndefined();
    }
  });

  it('is for the server itself', async () => {
    expect(await groups(secretOf(good), undefined, ['api'])).toEqual(bootstrappers);
    expect(await groups(secretOf(good), undefined, ['vault'])).toBeUndefined();
  });
});
