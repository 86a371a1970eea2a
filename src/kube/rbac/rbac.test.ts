import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { resourceAccess } from '../../server/authorization/index.js';
import type { UserInfo } from '../../server/index.js';
import { TestKube, type TestResponse } from '../kube-server.test.support.js';

const group = 'rbac.authorization.k8s.io';
const base = `/apis/${group}/v1`;
const inA = `${base}/namespaces/a`;
const admin: UserInfo = { name: 'admin', groups: ['system:masters'] };
const jane: UserInfo = { name: 'jane', groups: ['devs'] };

let current: UserInfo = admin;
let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({
    authenticator: { authenticate: async () => current },
    // Allows all writes: the escalation check is what is tested.
    authorizer: {
      authorize: async (user, info) =>
        ['escalate', 'bind'].includes(info.verb) ? kube.rbac.authorize(user, info) : { decision: 'allow' },
    },
  });
});
afterAll(() => kube.close());

async function as(user: UserInfo, doing: () => Promise<TestResponse>): Promise<TestResponse> {
  current = user;
  try {
    return await doing();
  } finally {
    current = admin;
  }
}

const rule = (verbs: string[], resources: string[], apiGroups = ['']): JsonObject => ({ verbs, apiGroups, resources });
const user = (name: string): JsonObject => ({ kind: 'User', name });
const bindingOf = (name: string, roleRef: JsonObject, subjects: JsonObject[]): JsonObject => ({
  metadata: { name },
  roleRef,
  subjects,
});
const create = async (target: string, body: JsonObject): Promise<void> => {
  const { status, json } = await kube.call('POST', target, body);
  expect([status, json['message']]).toEqual([201, undefined]);
};
const decide = (who: UserInfo, requested: Parameters<typeof resourceAccess>[0]) =>
  kube.rbac.authorize(who, resourceAccess(requested));

describe('what roles allow', () => {
  const requested = { verb: 'get', resource: 'pods', namespace: 'a' };

  test('counts where the binding is, as soon as it is written, until it is gone', async () => {
    await create(`${inA}/roles`, { metadata: { name: 'reader' }, rules: [rule(['get'], ['pods'])] });
    await create(`${inA}/rolebindings`, bindingOf('reader', { kind: 'Role', name: 'reader' }, [user('rita')]));
    const rita = { name: 'rita', groups: [] };
    expect(await decide(rita, requested)).toEqual({
      decision: 'allow',
      reason: 'RBAC: allowed by RoleBinding "reader/a" of Role "reader" to User "rita"',
    });
    expect((await decide(rita, { ...requested, namespace: 'b' })).decision).toBe('no-opinion');
    expect((await decide(rita, { ...requested, namespace: '' })).decision).toBe('no-opinion');
    expect((await decide(jane, requested)).decision).toBe('no-opinion');
    await kube.call('DELETE', `${inA}/roles/reader`);
    expect(await decide(rita, requested)).toEqual({
      decision: 'no-opinion',
      reason: `RBAC: role.${group} "reader" not found`,
    });
    await kube.call('DELETE', `${inA}/rolebindings/reader`);
    expect(await decide(rita, requested)).toEqual({ decision: 'no-opinion' });
  });

  test('counts everywhere where the cluster binds it, for groups and service accounts too', async () => {
    await create(`${base}/clusterroles`, { metadata: { name: 'all' }, rules: [rule(['*'], ['*'], ['*'])] });
    const subjects = [
      { kind: 'Group', name: 'ops' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'a' },
    ];
    await create(`${base}/clusterrolebindings`, bindingOf('all', { kind: 'ClusterRole', name: 'all' }, subjects));
    expect(await decide({ name: 'x', groups: ['ops'] }, requested)).toMatchObject({
      reason: 'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "all" to Group "ops"',
    });
    expect(await decide({ name: 'system:serviceaccount:a:robot', groups: [] }, { verb: 'x' })).toMatchObject({
      reason: 'RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "all" to ServiceAccount "robot/a"',
    });
    await kube.call('PUT', `${base}/clusterrolebindings/all`, {
      ...bindingOf('all', { kind: 'ClusterRole', name: 'all' }, subjects.slice(1)),
    });
    expect(await decide({ name: 'x', groups: ['ops'] }, requested)).toEqual({ decision: 'no-opinion' });
  });

  test('can be listed', async () => {
    await create(`${base}/clusterroles`, {
      metadata: { name: 'listed' },
      rules: [rule(['get'], ['nodes']), { verbs: ['get'], nonResourceURLs: ['/metrics'] }],
    });
    const bound = bindingOf('listed', { kind: 'ClusterRole', name: 'listed' }, [user('lisa')]);
    await create(`${base}/clusterrolebindings`, bound);
    await create(`${inA}/rolebindings`, bindingOf('gone', { kind: 'Role', name: 'gone' }, [user('lisa')]));
    const rules = await kube.rbac.listRules({ name: 'lisa', groups: [] }, 'a');
    expect(rules).toMatchObject({
      resourceRules: [{ verbs: ['get'], resources: ['nodes'] }],
      nonResourceRules: [{ nonResourceURLs: ['/metrics'] }],
      incomplete: false,
      errors: [`role.${group} "gone" not found`],
    });
  });
});

describe('a user with few permissions', () => {
  beforeAll(async () => {
    const rules = [
      rule(['get', 'list'], ['configmaps']),
      { ...rule(['bind'], ['roles'], [group]), resourceNames: ['secrets'] },
      { ...rule(['escalate'], ['roles'], [group]), resourceNames: ['mine'] },
    ];
    await create(`${inA}/roles`, { metadata: { name: 'few' }, rules });
    await create(`${inA}/rolebindings`, bindingOf('few', { kind: 'Role', name: 'few' }, [user('jane')]));
    for (const name of ['secrets', 'nodes']) {
      await create(`${inA}/roles`, { metadata: { name }, rules: [rule(['get'], [name])] });
    }
    await create(`${inA}/roles`, { metadata: { name: 'mine' }, rules: [] });
    await create(`${inA}/roles`, { metadata: { name: 'harmless' }, rules: [rule(['list'], ['configmaps'])] });
  });

  const role = (name: string, ...rules: JsonObject[]): JsonObject => ({ metadata: { name }, rules });

  test('cannot write a role with more', async () => {
    const { status, json } = await as(jane, () =>
      kube.call('POST', `${inA}/roles`, role('more', rule(['get'], ['secrets']))),
    );
    expect([status, json['message']]).toEqual([
      403,
      `roles.${group} "more" is forbidden: user "jane" (groups=["devs"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}`,
    ]);
  });

  test.each<[string, () => Promise<TestResponse>, number]>([
    [
      'may write a role with the same',
      () => kube.call('POST', `${inA}/roles`, role('same', rule(['get'], ['configmaps']))),
      201,
    ],
    [
      'cannot give a role more',
      () => kube.call('PUT', `${inA}/roles/harmless`, role('harmless', rule(['*'], ['pods']))),
      403,
    ],
    [
      'may change who owns a role',
      () =>
        kube.call(
          'PATCH',
          `${inA}/roles/nodes`,
          { metadata: { finalizers: ['a.b/c'] } },
          'application/merge-patch+json',
        ),
      200,
    ],
    [
      'may escalate the role that it may',
      () => kube.call('PUT', `${inA}/roles/mine`, role('mine', rule(['*'], ['*']))),
      200,
    ],
    [
      'cannot use what it has in a namespace everywhere',
      () => kube.call('POST', `${base}/clusterroles`, role('wide', rule(['get'], ['configmaps']))),
      403,
    ],
    [
      'cannot gather what others have',
      () =>
        kube.call('POST', `${base}/clusterroles`, {
          ...role('gathering'),
          aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
        }),
      403,
    ],
    [
      'may bind the role that it may',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('x', { kind: 'Role', name: 'secrets' }, [user('jane')])),
      201,
    ],
    [
      'cannot bind another',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('y', { kind: 'Role', name: 'nodes' }, [user('jane')])),
      403,
    ],
    [
      'may bind a role with what it has',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('z', { kind: 'Role', name: 'harmless' }, [user('joe')])),
      201,
    ],
    [
      'cannot bind a role that is not there',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('n', { kind: 'Role', name: 'none' }, [user('jane')])),
      404,
    ],
    [
      'cannot bind a role without a name',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('n', { kind: 'Role', name: '' }, [user('jane')])),
      400,
    ],
    [
      'cannot bind what is no role',
      () => kube.call('POST', `${inA}/rolebindings`, bindingOf('n', { kind: 'Nope', name: 'x' }, [user('jane')])),
      500,
    ],
  ])('%s', async (_what, doing, status) => {
    expect((await as(jane, doing)).status).toBe(status);
  });
});
