import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { HttpError } from '../../../client/http/index.js';
import { MetricsRegistry } from '../../metrics/index.js';
import { pathAccess, resourceAccess } from '../access.js';
import type { Decision } from '../authorizer.js';
import { WebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook-authorizer.js';

const jane = { name: 'jane', uid: '7', groups: ['devs'], extra: { scope: ['a'] } };
const pods = resourceAccess({ verb: 'get', resource: 'pods', namespace: 'a', name: 'x', apiVersion: 'v1' });

function webhook(respond: (review: JsonObject) => unknown, more: Partial<WebhookAuthorizerOptions> = {}) {
  const requested: JsonObject[] = [];
  const clock = { now: 0 };
  const metrics = new MetricsRegistry();
  const authorizer = new WebhookAuthorizer({
    name: 'hook',
    review: async (review) => {
      requested.push(review);
      return { status: (await respond(review)) as JsonObject };
    },
    version: 'v1',
    allowedMilliseconds: 100,
    otherMilliseconds: 10,
    onFailure: 'no-opinion',
    matchConditions: [],
    metrics,
    retries: { firstMilliseconds: 0 },
    now: () => clock.now,
    onError: () => {},
    ...more,
  });
  return { authorizer, requested, clock, metrics };
}

describe('an authorization webhook', () => {
  it.each<[string, JsonObject, Decision]>([
    ['allows', { allowed: true, reason: 'yes' }, { decision: 'allow', reason: 'yes' }],
    ['denies', { allowed: false, denied: true, reason: 'no' }, { decision: 'deny', reason: 'no' }],
    ['has no opinion', { allowed: false }, { decision: 'no-opinion' }],
    [
      'must not say both',
      { allowed: true, denied: true },
      { decision: 'deny', error: 'webhook subject access review returned both allow and deny response' },
    ],
  ])('%s', async (_name, status, expected) => {
    expect(await webhook(() => status).authorizer.authorize(jane, pods)).toEqual(expected);
  });

  it('receives the user and the attributes of the request', async () => {
    const { authorizer, requested } = webhook(() => ({ allowed: true }));
    await authorizer.authorize(jane, {
      ...pods,
      fieldSelector: 'spec.nodeName=n,x!=y',
      labelSelector: 'a in (c,b),!d,e>3',
    });
    expect(requested).toEqual([
      {
        kind: 'SubjectAccessReview',
        apiVersion: 'authorization.k8s.io/v1',
        metadata: {},
        spec: {
          resourceAttributes: {
            namespace: 'a',
            verb: 'get',
            version: 'v1',
            resource: 'pods',
            name: 'x',
            fieldSelector: {
              requirements: [
                { key: 'spec.nodeName', operator: 'In', values: ['n'] },
                { key: 'x', operator: 'NotIn', values: ['y'] },
              ],
            },
            labelSelector: {
              requirements: [
                { key: 'a', operator: 'In', values: ['b', 'c'] },
                { key: 'd', operator: 'DoesNotExist' },
              ],
            },
          },
          user: 'jane',
          groups: ['devs'],
          extra: { scope: ['a'] },
          uid: '7',
        },
        status: { allowed: false },
      },
    ]);
  });

  it('receives paths, and groups by another name in the older version', async () => {
    const { authorizer, requested } = webhook(() => ({}), { version: 'v1beta1' });
    await authorizer.authorize({ name: 'jane', groups: ['devs'] }, pathAccess('get', '/version'));
    expect(requested[0]).toMatchObject({
      apiVersion: 'authorization.k8s.io/v1beta1',
      spec: { nonResourceAttributes: { path: '/version', verb: 'get' }, user: 'jane', group: ['devs'] },
    });
  });

  it('is cached, longer if it allows', async () => {
    for (const [allowed, milliseconds] of [
      [true, 100],
      [false, 10],
    ] as const) {
      const { authorizer, requested, clock } = webhook(() => ({ allowed }));
      await authorizer.authorize(jane, pods);
      clock.now = milliseconds - 1;
      await authorizer.authorize(jane, pods);
      await authorizer.authorize(jane, { ...pods, parts: [], verb: 'list' });
      expect(requested).toHaveLength(2);
      clock.now = milliseconds;
      await authorizer.authorize(jane, pods);
      expect(requested).toHaveLength(3);
    }
  });

  it('is not cached for very long requests', async () => {
    const { authorizer, requested } = webhook(() => ({ allowed: true }));
    for (let turn = 0; turn < 2; turn++) await authorizer.authorize(jane, pathAccess('get', `/${'x'.repeat(10_000)}`));
    expect(requested).toHaveLength(2);
  });

  it.each(['no-opinion', 'deny'] as const)('that fails: %s', async (onFailure) => {
    const fail = (): never => {
      throw new HttpError('it is gone', 'timeout');
    };
    const { authorizer, metrics } = webhook(fail, { onFailure });
    expect(await authorizer.authorize(jane, pods)).toEqual({ decision: onFailure, error: 'it is gone' });
    const text = metrics.expose();
    expect(text).toContain('apiserver_authorization_webhook_evaluations_total{name="hook",result="timeout"} 1');
    expect(text.includes('fail_open_total{name="hook",result="timeout"} 1')).toBe(onFailure === 'no-opinion');
  });

  it('is tried again when the connection breaks', async () => {
    const failures = [new HttpError('reset', 'connection reset'), new HttpError('reset', 'connection reset')];
    const { authorizer, requested } = webhook(() => {
      const failure = failures.pop();
      if (failure) throw failure;
      return { allowed: true };
    });
    expect(await authorizer.authorize(jane, pods)).toEqual({ decision: 'allow' });
    expect(requested).toHaveLength(3);
  });

  it('cannot list rules', async () => {
    expect(await webhook(() => ({})).authorizer.listRules()).toMatchObject({
      incomplete: true,
      errors: ['webhook authorizer does not support user rule resolution'],
    });
  });
});

describe('match conditions', () => {
  const asks = async (conditions: string[], info = pods, onFailure: 'no-opinion' | 'deny' = 'deny') => {
    const { authorizer, requested } = webhook(() => ({ allowed: true }), { matchConditions: conditions, onFailure });
    const decided = await authorizer.authorize(jane, info);
    return requested.length === 1 ? 'called' : decided;
  };

  it.each<[string, string[], unknown]>([
    ['that hold', ['request.user == "jane"', 'request.groups.exists(g, g == "devs")'], 'called'],
    ['of which one does not hold', ['true', 'request.resourceAttributes.verb == "list"'], { decision: 'no-opinion' }],
    [
      'about what is not set',
      ['!has(request.nonResourceAttributes) && request.resourceAttributes.subresource == ""'],
      'called',
    ],
    ['about extras', ['request.extra["scope"][0] == "a" && request.uid == "7"'], 'called'],
    [
      'of which one does not hold, and one fails',
      ['request.extra["none"][0] == "a"', 'false'],
      { decision: 'no-opinion' },
    ],
    [
      'of which one fails',
      ['request.extra["none"][0] == "a"'],
      {
        decision: 'deny',
        error: `cel evaluation error: expression 'request.extra["none"][0] == "a"' resulted in error: no such key: none`,
      },
    ],
    ['about selectors', ['!has(request.resourceAttributes.fieldSelector)'], 'called'],
  ])('%s', async (_name, conditions, expected) => {
    expect(await asks(conditions)).toEqual(expected);
  });

  it('see requirements of selectors', async () => {
    const condition =
      'request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == "a" && r.values == ["b"])';
    expect(await asks([condition], { ...pods, fieldSelector: 'a=b' })).toBe('called');
    expect(await asks([condition], { ...pods, fieldSelector: 'a=c' })).toEqual({ decision: 'no-opinion' });
  });

  it('that cost too much fail', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `${index}`);
    const { authorizer } = webhook(() => ({}), {
      matchConditions: ['request.groups.all(a, request.groups.all(b, request.groups.all(c, a + b + c != "x")))'],
      onFailure: 'deny',
    });
    const { decision, error } = await authorizer.authorize({ name: 'x', groups: many }, pods);
    expect([decision, error]).toEqual(['deny', expect.stringContaining('actual cost limit exceeded')]);
  });

  it('are counted', async () => {
    const { authorizer, metrics } = webhook(() => ({}), {
      matchConditions: ['request.user == "x"', 'request.extra["n"] == []'],
    });
    await authorizer.authorize(jane, pods);
    await authorizer.authorize({ name: 'x', groups: [] }, pods);
    const text = metrics.expose();
    expect(text).toContain('apiserver_authorization_match_condition_exclusions_total{name="hook",type="Webhook"} 1');
    expect(text).toContain(
      'apiserver_authorization_match_condition_evaluation_errors_total{name="hook",type="Webhook"} 1',
    );
    expect(text).toContain(
      'apiserver_authorization_match_condition_evaluation_seconds_count{name="hook",type="Webhook"} 2',
    );
  });
});
