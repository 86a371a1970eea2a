import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type Authorizer, SharedServer } from '../../server/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { OwnerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.js';
import { type RequestFields, refusal } from './plugin.test.support.js';

const shared = new SharedServer({
  onError: (error) => {
    throw error;
  },
});
let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ shared });
});
afterAll(() => kube.close());

/** Allows exactly the given accesses. */
function allowing(allowed: readonly string[]): Authorizer {
  return {
    async authorize(_user, { verb, apiGroup, resource, subresource, namespace, name }) {
      const access = `${verb} ${resource}.${apiGroup}/${subresource} ${namespace}/${name}`;
      return allowed.includes(access) ? { decision: 'allow' } : { decision: 'no-opinion', reason: access };
    },
  };
}

const owner = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name,
  uid: `${name}-uid`,
  ...more,
});
const blocking = { blockOwnerDeletion: true };
const pod = (...ownerReferences: JsonObject[]): JsonObject => ({
  metadata: { name: 'p', ...(ownerReferences.length > 0 && { ownerReferences }) },
});
const created = (...owners: JsonObject[]): RequestFields => ({
  resource: 'pods',
  namespace: 'a',
  object: pod(...owners),
});
const changed = (before: JsonObject[], after: JsonObject[]): RequestFields => ({
  resource: 'pods',
  namespace: 'a',
  operation: 'UPDATE',
  old: pod(...before),
  object: pod(...after),
});

const deletePod = 'delete pods./ a/p';
const finalizeSet = 'update replicasets.apps/finalizers a/r';
const no = '403 pods "p" is forbidden:';
const noDelete = `${no} cannot set an ownerRef on a resource you can't delete: ${deletePod}, <nil>`;
const noFinalizer = (access: string): string =>
  `${no} cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${access}, <nil>`;
const noKind = (version: string, kind: string, problem: string): string =>
  `${no} cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${version} Kind ${kind}: ${problem}`;

describe('a user who sets an owner reference', () => {
  test.each<[string, RequestFields, string[], string | undefined]>([
    ['of what is new', created(owner('r')), [], undefined],
    ['of what is not changed', changed([owner('r')], [owner('r')]), [], undefined],
    ['of what may be deleted', changed([], [owner('r')]), [deletePod], undefined],
    ['of what may not be deleted', changed([], [owner('r')]), [], noDelete],
    ['or takes one away', changed([owner('r')], []), [], noDelete],
    ['of a pod, by its status', { ...changed([], [owner('r')]), subresource: 'status' }, [], undefined],
    ['who is kept', created(owner('r', blocking)), [], noFinalizer(finalizeSet)],
    ['who may be kept', created(owner('r', blocking)), [finalizeSet], undefined],
    ['and may keep everything', created(owner('r', blocking)), ['update *.*/finalizers /*'], undefined],
    ['who is kept now', changed([owner('r')], [owner('r', blocking)]), [deletePod], noFinalizer(finalizeSet)],
    [
      'beside one who was kept',
      changed([owner('r', blocking)], [owner('r', blocking), owner('s')]),
      [deletePod],
      undefined,
    ],
    [
      'who is in no namespace',
      created(owner('n', { apiVersion: 'v1', kind: 'Node', ...blocking })),
      [],
      noFinalizer('update nodes./finalizers /n'),
    ],
    [
      'of a kind that is not there',
      created(owner('x', { kind: 'Gadget', ...blocking })),
      [],
      noKind('apps/v1', 'Gadget', 'no matches for kind "Gadget" in version "apps/v1"'),
    ],
    [
      'of a group that is not there',
      created(owner('x', { apiVersion: 'x.io/v1', kind: 'Gadget', ...blocking })),
      [],
      noKind('x.io/v1', 'Gadget', 'no matches for kind "Gadget" in version "x.io/v1"'),
    ],
    [
      'of a version that is none',
      created(owner('x', { apiVersion: 'a/b/c', ...blocking })),
      [],
      noKind('a/b/c', 'ReplicaSet', 'unexpected GroupVersion string: a/b/c'),
    ],
  ])('%s', async (_what, request, allowed, expected) => {
    const { client } = shared.loopback;
    const plugin = new OwnerReferencesPermissionEnforcement({ authorizer: allowing(allowed), client });
    expect(await refusal(plugin, 'validate', request)).toBe(expected);
  });
});
