import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { KubeconfigWebhook } from '../../../client/kubeconfig-webhook/index.js';
import { HttpsServer, type TestResponse } from '../../https-server.test.support.js';
import { webhookTokens } from './webhook-tokens.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-token-webhook-'));
let server: HttpsServer;
let client: KubeconfigWebhook;
beforeAll(async () => {
  server = await HttpsServer.start();
  client = await KubeconfigWebhook.load(await server.writeKubeconfig(join(directory, 'kubeconfig')));
});
afterAll(async () => {
  client.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

const errors: string[] = [];
const tokens = (version: 'v1' | 'v1beta1' = 'v1') =>
  webhookTokens({
    review: (review) => client.review(review),
    version,
    audiences: ['api'],
    retries: { firstMilliseconds: 0 },
    onError: (error) => errors.push(String((error as Error).cause)),
  });

const review = (status: JsonObject): JsonObject => ({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenReview',
  status,
});
const jane = { authenticated: true, user: { username: 'jane', uid: '7', groups: ['devs'], extra: { scope: ['a'] } } };
const user = { name: 'jane', uid: '7', groups: ['devs'], extra: { scope: ['a'] } };

/** The user according to the webhook, or why there is none. */
async function ask(responses: readonly TestResponse[], requested: readonly string[] = ['api']): Promise<unknown> {
  const left = [...responses];
  server.respond = () => (left.length > 1 ? left.shift()! : left[0]!);
  try {
    return await tokens().authenticateToken('shown', requested);
  } catch (error) {
    return (error as { cause: Error }).cause.message;
  }
}

describe('a webhook for tokens', () => {
  it.each<[string, readonly TestResponse[], unknown, (readonly string[])?]>([
    ['says whose a token is', [review(jane)], { user, audiences: ['api'] }],
    ['is requested without audiences where none are configured', [review(jane)], { user, audiences: [] }, []],
    ['may return audiences', [review({ ...jane, audiences: ['b'] })], { user, audiences: ['b'] }, ['a', 'b']],
    ['may say that it is for others', [review({ ...jane, audiences: ['c'] })], undefined, ['a', 'b']],
    ['speaks for the server alone where it does not say', [review(jane)], undefined, ['vault']],
    ['may not know', [review({ authenticated: false })], undefined],
    ['may say why', [review({ authenticated: false, error: 'expired' })], 'expired'],
    [
      'is called again when it fails',
      [{ code: 500, text: 'oops' }, { code: 429, text: '' }, review(jane)],
      { user, audiences: ['api'] },
    ],
    ['is not called again when it refuses', [{ code: 403, text: 'go away' }, review(jane)], 'go away'],
    [
      'that keeps failing is given up',
      [{ code: 500, text: 'oops' }],
      'an error on the server ("oops") has prevented the request from succeeding',
    ],
    [
      'must answer a review',
      [{ apiVersion: 'v1', kind: 'Pod' }],
      expect.stringContaining('expected webhook response of authentication.k8s.io/v1, Kind=TokenReview'),
    ],
    ['must return an object', [{ code: 200, text: '[]' }], 'the webhook did not return an object'],
  ])('%s', async (_name, responses, expected, requested) => {
    expect(await ask(responses, requested)).toEqual(expected);
  });

  it('is called with the token, in the configured version, with the credentials of the kubeconfig', async () => {
    server.respond = () => ({ ...review(jane), apiVersion: 'authentication.k8s.io/v1beta1' });
    await tokens('v1beta1').authenticateToken('shown', ['api']);
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/review',
      headers: { authorization: 'Bearer webhook-token', 'content-type': 'application/json' },
      body: {
        apiVersion: 'authentication.k8s.io/v1beta1',
        kind: 'TokenReview',
        spec: { token: 'shown', audiences: ['api'] },
      },
    });
  });

  it('that fails is reported', () => {
    expect(errors).toContain('StatusError: go away');
  });
});
