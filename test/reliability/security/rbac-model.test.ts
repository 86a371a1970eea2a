import { describe, expect, it } from 'vitest';
import { allows } from './rbac-model.mjs';

const policy = {
  roles: [
    { name: 'reader', namespace: 'a', rules: [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get'] }] },
    { name: 'reader', rules: [{ apiGroups: ['apps'], resources: ['*/scale'], resourceNames: ['one'], verbs: ['*'] }] },
    { name: 'paths', rules: [{ nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] }] },
  ],
  bindings: [
    { name: '1', namespace: 'a', role: 'reader', roleKind: 'Role', subjects: [{ kind: 'User', name: 'alice' }] },
    {
      name: '2',
      namespace: 'b',
      role: 'reader',
      roleKind: 'ClusterRole',
      subjects: [{ kind: 'Group', name: 'friends' }],
    },
    {
      name: '3',
      role: 'paths',
      roleKind: 'ClusterRole',
      subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'a' }],
    },
    { name: '4', namespace: 'a', role: 'paths', roleKind: 'ClusterRole', subjects: [{ kind: 'User', name: 'alice' }] },
  ],
};
const alice = { name: 'alice', groups: [] };
const bob = { name: 'bob', groups: ['friends'] };
const robot = { name: 'system:serviceaccount:a:robot', groups: [] };
const pods = { verb: 'get', group: '', resource: 'pods', namespace: 'a' };
const scale = {
  verb: 'update',
  group: 'apps',
  resource: 'deployments',
  subresource: 'scale',
  namespace: 'b',
  name: 'one',
};

describe('the model of RBAC', () => {
  it.each([
    ['allows what a role names', alice, pods, true],
    ['allows a subresource that a role names', alice, { ...pods, subresource: 'log' }, true],
    ['refuses another subresource', alice, { ...pods, subresource: 'exec' }, false],
    ['refuses another verb', alice, { ...pods, verb: 'list' }, false],
    ['refuses another namespace', alice, { ...pods, namespace: 'b' }, false],
    ['refuses all namespaces', alice, { ...pods, namespace: undefined }, false],
    ['refuses another group', alice, { ...pods, group: 'apps' }, false],
    ['refuses another user', bob, pods, false],
    ['allows a subresource of everything', bob, scale, true],
    ['refuses another name', bob, { ...scale, name: 'two' }, false],
    ['refuses a request without a name', bob, { ...scale, name: undefined }, false],
    ['refuses the resource itself', bob, { ...scale, subresource: undefined }, false],
    ['allows a path', robot, { verb: 'get', path: '/metrics' }, true],
    ['allows a path below', robot, { verb: 'get', path: '/logs/a' }, true],
    ['refuses another path', robot, { verb: 'get', path: '/metrics/a' }, false],
    ['refuses a path that is bound in a namespace', alice, { verb: 'get', path: '/metrics' }, false],
  ])('%s', (_, user, attributes, isAllowed) => expect(allows(policy, user, attributes)).toBe(isAllowed));
});
