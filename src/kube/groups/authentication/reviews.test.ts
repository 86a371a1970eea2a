import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { alwaysUser, refused, type TokenAuthenticator } from '../../../server/authentication/index.js';
import { TestKube } from '../../kube-server.test.support.js';

const jane = { name: 'jane', uid: '7', groups: ['devs'], extra: { scopes: ['view'] } };
const janeObject = { username: 'jane', uid: '7', groups: ['devs'], extra: { scopes: ['view'] } };

const tokens: TokenAuthenticator = {
  async authenticateToken(token, audiences) {
    if (token === 'old') throw refused('the token has expired');
    if (token !== 'good') return undefined;
    const met = audiences.filter((audience) => ['api', 'vault'].includes(audience));
    return met.length > 0 ? { user: jane, audiences: met } : undefined;
  },
};

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ tokens, audiences: ['api'], authenticator: alwaysUser(jane) });
});
afterAll(() => kube.close());

const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';

test.each<[string, JsonObject, JsonObject]>([
  ['that is known', { token: 'good' }, { authenticated: true, user: janeObject, audiences: ['api'] }],
  [
    'that is known elsewhere',
    { token: 'good', audiences: ['vault', 'other'] },
    { authenticated: true, user: janeObject, audiences: ['vault'] },
  ],
  ['for another audience', { token: 'good', audiences: ['other'] }, { user: {}, error: 'invalid bearer token' }],
  [
    'for the same twice',
    { token: 'good', audiences: ['vault', 'other', 'vault'] },
    { authenticated: true, user: janeObject, audiences: ['vault', 'vault'] },
  ],
  ['with more behind it', { token: 'good x' }, { authenticated: true, user: janeObject, audiences: ['api'] }],
  [
    'that begins with a space, which is none',
    { token: ' good' },
    {
      authenticated: true,
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      audiences: ['api'],
    },
  ],
  ['that is not known', { token: 'bad' }, { user: {}, error: 'invalid bearer token' }],
  ['that is no longer good', { token: 'old' }, { user: {}, error: '[invalid bearer token, the token has expired]' }],
])('a review of a token %s', async (_what, spec, status) => {
  const { status: code, json } = await kube.call('POST', reviews, { spec });
  expect([code, json]).toMatchObject([201, { kind: 'TokenReview', spec, status }]);
  expect(json['status']).toEqual(status);
});

test('a review keeps what it says itself, unless something is known', async () => {
  const given = { authenticated: true, error: 'e', user: { username: 'x' }, audiences: ['z'] };
  const statusOf = async (token: string) =>
    (await kube.call('POST', reviews, { spec: { token }, status: given })).json['status'];
  expect(await statusOf('bad')).toEqual({ error: 'invalid bearer token', user: { username: 'x' }, audiences: ['z'] });
  expect(await statusOf('good')).toEqual({ authenticated: true, error: 'e', user: janeObject, audiences: ['api'] });
});

test('a review without a token is refused', async () => {
  const { status, json } = await kube.call('POST', reviews, {});
  expect([status, json['message']]).toEqual([400, 'token is required for TokenReview in authentication']);
});

test('clients can read who they are', async () => {
  const { status, json } = await kube.call('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
  expect([status, json]).toMatchObject([201, { kind: 'SelfSubjectReview', status: { userInfo: janeObject } }]);
});

test('reviews are created only, and discovery says that they are not stored', async () => {
  expect((await kube.call('GET', reviews)).status).toBe(405);
  const { json } = await kube.call('GET', '/apis/authentication.k8s.io/v1');
  expect(json['resources']).toEqual([
    expect.objectContaining({ name: 'selfsubjectreviews', singularName: 'selfsubjectreview', verbs: ['create'] }),
    { name: 'tokenreviews', singularName: 'tokenreview', namespaced: false, kind: 'TokenReview', verbs: ['create'] },
  ]);
});
