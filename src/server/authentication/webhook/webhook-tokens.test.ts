import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { KubeconfigWebhook } from '../../../client/kubeconfig-webhook/index.js';
import { type Answer, HttpsServer } from '../../https-server.test.support.js';
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
async function ask(answers: readonly Answer[], asked: readonly string[] = ['api']): Promise<unknown> {
  const left = [...answers];
  server.answer = () => (left.length > 1 ? left.shift()! : left[0]!);
  try {
    return await tokens().authenticateToken('shown', asked);
  } catch (error) {
    return (error as { cause: Error }).cause.message;
  }
}

describe('a webhook for tokens', () => {
  it.each<[string, readonly Answer[], unknown, (readonly string[])?]>([
    ['says whose a token is', [review(jane)], { user, audiences: ['api'] }],
    ['is not asked for whom where it does not matter', [review(jane)], { user, audiences: [] }, []],
    ['may say for whom it is', [review({ ...jane, audiences: ['b'] })], { user, audiences: ['b'] }, ['a', 'b']],
    ['may say that it is for others', [review({ ...jane, audiences: ['c'] })], undefined, ['a', 'b']],
    ['speaks for the server alone where it does not say', [review(jane)], undefined, ['vault']],
    ['may not know', [review({ authenticated: false })], undefined],
    ['may say why', [review({ authenticated: false, error: 'expired' })], 'expired'],
    [
      'is asked again when it fails',
      [{ code: 500, text: 'oops' }, { code: 429, text: '' }, review(jane)],
      { user, audiences: ['api'] },
    ],
    ['is not asked again when it refuses', [{ code: 403, text: 'go away' }, review(jane)], 'go away'],
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
    ['must answer an object', [{ code: 200, text: '[]' }], 'the webhook answered no object'],
  ])('%s', async (_name, answers, expected, asked) => {
    expect(await ask(answers, asked)).toEqual(expected);
  });

  it('is asked with the token, in the version that is wanted, as the user of the kubeconfig', async () => {
    server.answer = () => ({ ...review(jane), apiVersion: 'authentication.k8s.io/v1beta1' });
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

  it('that fails is told of', () => {
    expect(errors).toContain('StatusError: go away');
  });
});
