import { describe, expect, it } from 'vitest';
import type { ResourceClaim, ResourceClaimStatus } from '../../../../api/resource/v1.js';
import { resourceAccess } from '../../../../server/authorization/index.js';
import { FeatureGates, parseFeatureSettings } from '../../../../server/feature-gates/index.js';
import type { Authorizer } from '../../../../server/index.js';
import { kubeFeatureGates } from '../../../feature-gates/index.js';
import { statusPermissionErrors } from './status-permissions.js';

const allocation = (node?: string): NonNullable<ResourceClaimStatus['allocation']> => ({
  devices: { results: [{ request: 'r', driver: 'a.io', pool: 'p', device: 'd' }] },
  ...(node !== undefined && {
    nodeSelector: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
    },
  }),
});
const device = (driver: string, data?: { a: number }) => ({
  driver,
  pool: 'p',
  device: 'd',
  conditions: null,
  ...(data && { data }),
});
const reservedFor = [{ resource: 'pods', name: 'p', uid: 'u' }];

/** Who may do what, as `verb subresource namespace/name`. */
const allowing = (...allowed: string[]): Authorizer => ({
  authorize: (_user, { verb, subresource, namespace, name }) => ({
    decision: allowed.includes(`${verb} ${subresource} ${namespace}/${name}`) ? 'allow' : 'no-opinion',
  }),
});

async function errorsOf(
  old: ResourceClaimStatus,
  status: ResourceClaimStatus,
  { authorizer = allowing(), node = '', gates = [] as string[], isInternal = false } = {},
): Promise<string[]> {
  const claim = { metadata: { name: 'c', namespace: 'a' }, spec: { devices: {} } } as ResourceClaim;
  const extra = { 'authentication.kubernetes.io/node-name': [node] };
  const userInfo = { name: 'system:serviceaccount:a:driver', groups: [], ...(node !== '' && { extra }) };
  const info = resourceAccess({
    verb: 'update',
    apiGroup: 'resource.k8s.io',
    resource: 'resourceclaims',
    subresource: 'status',
    namespace: 'a',
    name: 'c',
  });
  const context = {
    namespace: 'a',
    user: userInfo.name,
    dryRun: false,
    features: new FeatureGates({ gates: kubeFeatureGates, settings: parseFeatureSettings(gates) }),
    ...(!isInternal && { userInfo, info }),
  };
  const change = { object: { ...claim, status }, old: { ...claim, status: old } };
  const errors = await statusPermissionErrors(change, context, authorizer);
  return errors.map(({ field, detail }) => `${field}: ${/verb="[^"]*"/.exec(detail ?? '')?.[0]}`);
}

const binding = 'update binding /';
const refusedBinding = 'status.allocation: verb="update"';
const refusedDriver = 'status.devices: verb="[arbitrary-node:update]"';

describe('writing the status of a claim', () => {
  it.each<[change: string, old: ResourceClaimStatus, status: ResourceClaimStatus, errors: string[]]>([
    ['nothing', { allocation: allocation(), reservedFor: [] }, { allocation: allocation() }, []],
    ['an allocation', {}, { allocation: allocation() }, [refusedBinding]],
    ['a deallocation', { allocation: allocation() }, {}, [refusedBinding]],
    ['a reservation', { allocation: allocation() }, { allocation: allocation(), reservedFor }, [refusedBinding]],
    [
      'a new device',
      { allocation: allocation() },
      { allocation: allocation(), devices: [device('a.io')] },
      [refusedDriver],
    ],
    [
      'a changed device',
      { allocation: allocation(), devices: [device('a.io'), device('b.io')] },
      { allocation: allocation(), devices: [device('a.io', { a: 1 }), device('b.io')] },
      [refusedDriver],
    ],
    [
      'devices of two drivers',
      { allocation: allocation(), devices: [device('a.io')] },
      { allocation: allocation(), devices: [device('b.io')] },
      [refusedDriver, refusedDriver],
    ],
    [
      'devices that a deallocation removes',
      { allocation: allocation(), devices: [device('a.io')] },
      {},
      [refusedBinding],
    ],
  ])('requires permission for %s', async (_change, old, status, errors) => {
    expect(await errorsOf(old, status)).toEqual(errors);
    expect(await errorsOf(old, status, { isInternal: true })).toEqual([]);
    expect(await errorsOf(old, status, { gates: ['DRAResourceClaimGranularStatusAuthorization=false'] })).toEqual([]);
  });

  const allocated = (node?: string) => ({ allocation: allocation(node) });
  const reported = (node?: string) => ({ ...allocated(node), devices: [device('a.io')] });

  it.each<[permission: string, node: string, old: ResourceClaimStatus, status: ResourceClaimStatus, allowed: boolean]>([
    [binding, '', {}, allocated(), true],
    ['update binding a/', '', {}, allocated(), false],
    ['update binding /c', '', {}, allocated(), false],
    ['arbitrary-node:update driver a/a.io', '', allocated(), reported(), true],
    ['arbitrary-node:update driver a/b.io', '', allocated(), reported(), false],
    ['associated-node:update driver a/a.io', 'n', allocated('n'), reported('n'), true],
    ['arbitrary-node:update driver a/a.io', 'n', allocated('n'), reported('n'), true],
    ['associated-node:update driver a/a.io', 'n', allocated('m'), reported('m'), false],
    ['associated-node:update driver a/a.io', 'n', allocated(), reported(), false],
    ['associated-node:update driver a/a.io', '', allocated('n'), reported('n'), false],
  ])('with the permission "%s" on node "%s"', async (permission, node, old, status, allowed) => {
    const errors = await errorsOf(old, status, { authorizer: allowing(permission), node });
    expect(errors).toHaveLength(allowed ? 0 : 1);
  });
});
