import { describe, expect, test } from 'vitest';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/core/v1.js';
import type { StorageClass } from '../../api/storage/v1.js';
import { boundClaim, boundVolume, type ClaimInput, claimStatus, planClaim } from './claim-plan.js';
import { planProvisioning } from './provisioning.js';
import { findVolume } from './volume-matching.js';
import { planReclaim, planVolume, unboundVolume } from './volume-plan.js';

const bound = { 'pv.kubernetes.io/bind-completed': 'yes' };
const byController = { 'pv.kubernetes.io/bound-by-controller': 'yes' };

function claim(
  spec: Partial<PersistentVolumeClaim['spec']> = {},
  annotations: Record<string, string> = {},
): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'a', uid: '1', annotations },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase: 'Pending' },
  };
}

function volume(name: string, spec: Partial<PersistentVolume['spec']> = {}, phase = 'Available'): PersistentVolume {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...spec },
    status: { phase },
  };
}

function storageClass(name: string, more: Partial<StorageClass> = {}, isDefault = false): StorageClass {
  const annotations = isDefault ? { 'storageclass.kubernetes.io/is-default-class': 'true' } : {};
  const metadata = { name, annotations };
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata, provisioner: 'example.com/p', ...more };
}

const lazy = storageClass('lazy', { volumeBindingMode: 'WaitForFirstConsumer' });
const reference = { name: 'data', namespace: 'a', uid: '1' };

describe('a claim gets', () => {
  test.each<[string, PersistentVolumeClaim, PersistentVolume[], string | undefined]>([
    ['the smallest volume', claim(), [volume('b', { capacity: { storage: '3Gi' } }), volume('c')], 'c'],
    ['none that is too small', claim(), [volume('b', { capacity: { storage: '1023Mi' } })], undefined],
    ['none of another class', claim({ storageClassName: 'x' }), [volume('b')], undefined],
    ['none of another mode', claim({ volumeMode: 'Block' }), [volume('b')], undefined],
    ['none without its access modes', claim({ accessModes: ['ReadWriteMany'] }), [volume('b')], undefined],
    [
      'none that its selector does not select',
      claim({ selector: { matchLabels: { a: 'b' } } }),
      [volume('b')],
      undefined,
    ],
    ['none that is not available', claim(), [volume('b', {}, 'Released')], undefined],
    ['none of another claim', claim(), [volume('b', { claimRef: { name: 'x', namespace: 'a' } })], undefined],
    [
      'the one that refers to it',
      claim(),
      [volume('b'), volume('c', { claimRef: { name: 'data', namespace: 'a' } })],
      'c',
    ],
    [
      'the one with the fewest access modes',
      claim(),
      [volume('b', { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] }), volume('c', { capacity: { storage: '5Gi' } })],
      'c',
    ],
  ])('%s', (_name, wanted, volumes, expected) => {
    expect(findVolume(wanted, volumes)?.metadata.name).toBe(expected);
  });

  test('no volume that the node cannot reach', () => {
    const nodeSelectorTerms = [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }];
    const local = volume('b', { nodeAffinity: { required: { nodeSelectorTerms } } });
    const node = (disk: string) => ({ metadata: { name: 'n', labels: { disk } } }) as never;
    expect(findVolume(claim(), [local], { node: node('hdd') })).toBeUndefined();
    expect(findVolume(claim(), [local], { isDelayed: true, node: node('ssd') })).toBe(local);
    expect(findVolume(claim(), [local], { isDelayed: true })).toBeUndefined();
  });
});

describe('a claim', () => {
  const cases: [string, PersistentVolumeClaim, Partial<Omit<ClaimInput, 'claim'>>, object][] = [
    ['is bound', claim(), { volumes: () => [volume('b')] }, { action: 'bind', volume: { metadata: { name: 'b' } } }],
    ['waits without a class', claim(), {}, { action: 'wait', event: { reason: 'FailedBinding' } }],
    [
      'gets the default class',
      claim(),
      { classes: () => [storageClass('std', {}, true)] },
      { action: 'assign-class', storageClass: 'std' },
    ],
    [
      'that wants no class gets none',
      claim({ storageClassName: '' }),
      { classes: () => [storageClass('std', {}, true)] },
      { action: 'wait' },
    ],
    [
      'waits for its provisioner',
      claim({ storageClassName: 'std' }),
      { classes: () => [storageClass('std')] },
      { action: 'provision' },
    ],
    [
      'waits for a consumer',
      claim({ storageClassName: 'lazy' }),
      { classes: () => [lazy], volumes: () => [volume('b', { storageClassName: 'lazy' })] },
      { action: 'wait', event: { reason: 'WaitForFirstConsumer' } },
    ],
    [
      'waits for its pods',
      claim({ storageClassName: 'lazy' }),
      { classes: () => [lazy], waitingPods: () => ['x', 'y'] },
      { action: 'wait', event: { reason: 'WaitForPodScheduled', message: 'waiting for pods x,y to be scheduled' } },
    ],
    [
      'is provisioned for the node that was selected',
      claim({ storageClassName: 'lazy' }, { 'volume.kubernetes.io/selected-node': 'n' }),
      { classes: () => [lazy] },
      { action: 'provision' },
    ],
    ['waits for the volume that it names', claim({ volumeName: 'b' }), {}, { action: 'wait' }],
    [
      'that names a volume of another claim waits',
      claim({ volumeName: 'b' }),
      { volumeNamed: () => volume('b', { claimRef: { name: 'x', namespace: 'a', uid: '2' } }) },
      { action: 'wait', event: { message: 'volume "b" already bound to a different claim.' } },
    ],
    [
      'that names a volume that is too small waits',
      claim({ volumeName: 'b' }),
      { volumeNamed: () => volume('b', { capacity: { storage: '1Mi' } }) },
      { action: 'wait', event: { message: 'Cannot bind to requested volume "b": requested PV is too small' } },
    ],
    ['has lost its volume', claim({ volumeName: 'b' }, bound), {}, { action: 'lose', event: { reason: 'ClaimLost' } }],
    [
      'is misbound',
      claim({ volumeName: 'b' }, bound),
      { volumeNamed: () => volume('b', { claimRef: { name: 'x', namespace: 'a', uid: '2' } }) },
      { action: 'lose', event: { reason: 'ClaimMisbound' } },
    ],
  ];
  test.each(cases)('%s', (_name, wanted, input, expected) => {
    const none = { volumeNamed: () => undefined, volumes: () => [], classes: () => [], waitingPods: () => [] };
    expect(planClaim({ claim: wanted, ...none, ...input })).toMatchObject(expected);
  });
});

describe('a volume', () => {
  const dynamic = { ...volume('b', { claimRef: reference, persistentVolumeReclaimPolicy: 'Delete' }) };
  test.each<[string, PersistentVolume, PersistentVolumeClaim | undefined, object]>([
    ['is available', volume('b'), undefined, { action: 'set-phase', phase: 'Available' }],
    [
      'that a user has reserved is available',
      volume('b', { claimRef: { name: 'data', namespace: 'a' } }),
      claim(),
      { phase: 'Available' },
    ],
    [
      'is bound',
      volume('b', { claimRef: reference }),
      claim({ volumeName: 'b' }),
      { action: 'set-phase', phase: 'Bound' },
    ],
    ['is bound next', volume('b', { claimRef: reference }), claim(), { action: 'bind-claim' }],
    [
      'of another mode is not',
      volume('b', { claimRef: reference }),
      claim({ volumeMode: 'Block' }),
      { action: 'mismatch' },
    ],
    ['is unbound', volume('b', { claimRef: reference }), claim({ volumeName: 'c' }), { action: 'unbind' }],
    ['is released', volume('b', { claimRef: reference }), undefined, { action: 'reclaim' }],
    [
      'that was provisioned is released',
      { ...dynamic, metadata: { name: 'b', annotations: { 'pv.kubernetes.io/provisioned-by': 'p' } } },
      claim({ volumeName: 'c' }),
      { action: 'reclaim' },
    ],
  ])('%s', (_name, wanted, of, expected) => {
    expect(planVolume(wanted, of)).toMatchObject(expected);
  });

  test.each<[Partial<PersistentVolume['spec']>, Record<string, string>, object]>([
    [{ persistentVolumeReclaimPolicy: 'Retain' }, {}, { action: 'nothing' }],
    [{ persistentVolumeReclaimPolicy: 'Recycle' }, {}, { action: 'fail', reason: 'VolumeFailedRecycle' }],
    [{ persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/tmp/x' } }, {}, { action: 'delete' }],
    [{ persistentVolumeReclaimPolicy: 'Delete', hostPath: { path: '/x' } }, {}, { reason: 'VolumeFailedDelete' }],
    [{ persistentVolumeReclaimPolicy: 'Delete' }, { 'pv.kubernetes.io/provisioned-by': 'p' }, { action: 'nothing' }],
    [{ persistentVolumeReclaimPolicy: 'Delete' }, { 'pv.kubernetes.io/migrated-to': 'p' }, { action: 'nothing' }],
  ])('with %j and %j is reclaimed: %j', (spec, annotations, expected) => {
    expect(planReclaim({ ...volume('b', spec), metadata: { name: 'b', annotations } })).toMatchObject(expected);
  });

  test('that the controller has bound has no reference afterwards, but a reservation stays', () => {
    const own = { ...volume('b', { claimRef: reference }), metadata: { name: 'b', annotations: byController } };
    expect(unboundVolume(own)).toEqual({ ...volume('b'), metadata: { name: 'b' } });
    const reserved = unboundVolume(volume('b', { claimRef: reference }));
    expect(reserved.spec.claimRef).toEqual({ name: 'data', namespace: 'a' });
  });
});

describe('binding', () => {
  test('marks what the controller has chosen', () => {
    const chosen = boundVolume(volume('b'), claim());
    expect(chosen).toMatchObject({ metadata: { annotations: byController }, spec: { claimRef: reference } });
    expect(boundVolume(chosen as PersistentVolume, claim())).toBeUndefined();
    const named = boundClaim(claim(), volume('b'));
    expect(named).toMatchObject({
      metadata: { annotations: { ...bound, ...byController } },
      spec: { volumeName: 'b' },
    });
    expect(boundClaim(named as PersistentVolumeClaim, volume('b'))).toBeUndefined();
  });

  test('does not mark what the user has chosen', () => {
    const reserved = volume('b', { claimRef: { name: 'data', namespace: 'a' } });
    expect(boundVolume(reserved, claim())?.metadata.annotations).toBeUndefined();
    expect(boundClaim(claim({ volumeName: 'b' }), reserved)?.metadata.annotations).toEqual(bound);
  });

  test('gives the claim what the volume has', () => {
    const status = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };
    expect(claimStatus(claim(), 'Bound', volume('b'))).toEqual(status);
    expect(claimStatus({ ...claim(), status }, 'Bound', volume('b'))).toBeUndefined();
    expect(claimStatus({ ...claim(), status }, 'Lost')).toEqual({ phase: 'Lost' });
  });
});

test.each([
  ['example.com/p', 'ExternalProvisioning', 'example.com/p'],
  ['kubernetes.io/aws-ebs', 'ExternalProvisioning', 'ebs.csi.aws.com'],
  ['kubernetes.io/no-provisioner', 'ProvisioningFailed', undefined],
])('a claim of the provisioner %s: %s', (provisioner, reason, annotation) => {
  const options = { name: 'std', storageClass: storageClass('std', { provisioner }) };
  const { claim: written, event } = planProvisioning(claim(), options);
  expect(event.reason).toBe(reason);
  expect(written?.metadata.annotations?.['volume.kubernetes.io/storage-provisioner']).toBe(annotation);
});

test('a claim of a class that does not exist is not provisioned', () => {
  const { event } = planProvisioning(claim(), { name: 'x', storageClass: undefined });
  expect(event.message).toBe('storageclass.storage.k8s.io "x" not found');
});
