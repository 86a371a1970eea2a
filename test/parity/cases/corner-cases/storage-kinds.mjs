// What validation says about objects of kinds that few clients create.
import { dryRuns } from './helpers.mjs';

const S = (spec, metadata) => ({ spec, ...(metadata && { metadata }) });

export const cases = [
  dryRuns('storage classes', {
    path: '/apis/storage.k8s.io/v1/storageclasses',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    bodies: [
      {},
      { provisioner: '' },
      { provisioner: 'A B' },
      { provisioner: 'kubernetes.io/x', reclaimPolicy: 'Recycle' },
      { provisioner: 'x', reclaimPolicy: 'Odd' },
      { provisioner: 'x', volumeBindingMode: 'Odd' },
      { provisioner: 'x', parameters: { '': 'x' } },
      { provisioner: 'x', parameters: Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, 'v'])) },
      { provisioner: 'x', allowedTopologies: [{}] },
      { provisioner: 'x', allowedTopologies: [{ matchLabelExpressions: [{ key: '', values: [] }] }] },
      {
        provisioner: 'x',
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: 'a', values: ['b', 'b'] },
              { key: 'a', values: ['c'] },
            ],
          },
        ],
      },
      {
        provisioner: 'x',
        allowedTopologies: [
          { matchLabelExpressions: [{ key: 'a', values: ['b'] }] },
          { matchLabelExpressions: [{ key: 'a', values: ['b'] }] },
        ],
      },
      { provisioner: 'x', mountOptions: [''] },
    ],
  }),
  dryRuns('CSI drivers', {
    path: '/apis/storage.k8s.io/v1/csidrivers',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    bodies: [
      S({}),
      {},
      S({}, { name: 'A_B' }),
      S({}, { name: 'x'.repeat(64) }),
      S({ volumeLifecycleModes: ['Odd'] }),
      S({ volumeLifecycleModes: ['Ephemeral', 'Ephemeral'] }),
      S({ fsGroupPolicy: 'x' }),
      S({ tokenRequests: [{ audience: 'a', expirationSeconds: 1 }] }),
      S({ tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }),
      S({ tokenRequests: [{ audience: '' }, { audience: '', expirationSeconds: 4294967297 }] }),
      S({ nodeAllocatableUpdatePeriodSeconds: 1 }),
      S({ serviceAccountTokenInSecrets: true }),
      S({
        seLinuxMount: true,
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        requiresRepublish: true,
      }),
    ],
  }),
  dryRuns('drivers of CSI nodes', {
    path: '/apis/storage.k8s.io/v1/csinodes',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    bodies: [
      {},
      S({ drivers: [] }),
      S({}),
      S({ drivers: [{}] }),
      S({ drivers: [{ name: 'x', nodeID: '' }] }),
      S({ drivers: [{ name: 'x', nodeID: 'n'.repeat(200) }] }),
      S({
        drivers: [
          { name: 'x', nodeID: 'n' },
          { name: 'x', nodeID: 'm' },
        ],
      }),
      S({ drivers: [{ name: 'A_', nodeID: 'n', topologyKeys: ['', 'a', 'a', 'x y'] }] }),
      S({ drivers: [{ name: 'a', nodeID: 'n', allocatable: { count: -1 } }] }),
    ],
  }),
  dryRuns('storage capacities', {
    path: '/apis/storage.k8s.io/v1/namespaces/NS/csistoragecapacities',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIStorageCapacity',
    bodies: [
      {},
      { storageClassName: 'A_' },
      { storageClassName: 'a', capacity: '-1', maximumVolumeSize: '-1' },
      { storageClassName: 'a', nodeTopology: { matchLabels: { 'a b': 'c' } } },
      { storageClassName: 'a', capacity: '1Gi' },
      { storageClassName: 'a', capacity: 'x' },
    ],
  }),
  dryRuns('volume attachments', {
    path: '/apis/storage.k8s.io/v1/volumeattachments',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    bodies: [
      {},
      S({ attacher: 'a', nodeName: 'n', source: {} }),
      S({ attacher: 'A_', nodeName: 'N_', source: { persistentVolumeName: 'p' } }),
      S({ attacher: 'a', nodeName: 'n', source: { persistentVolumeName: '' } }),
      S({ attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p', inlineVolumeSpec: {} } }),
      S({ attacher: 'a', nodeName: 'n', source: { inlineVolumeSpec: {} } }),
      S({
        attacher: 'a',
        nodeName: 'n',
        source: { inlineVolumeSpec: { accessModes: ['ReadWriteOnce'], csi: { driver: '', volumeHandle: '' } } },
      }),
      S({
        attacher: 'a',
        nodeName: 'n',
        source: {
          inlineVolumeSpec: {
            capacity: { storage: '1' },
            accessModes: ['ReadWriteOnce'],
            nfs: { server: '', path: '' },
          },
        },
      }),
    ],
  }),
  dryRuns('volume attributes classes', {
    path: '/apis/storage.k8s.io/v1/volumeattributesclasses',
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    bodies: [
      {},
      { driverName: '' },
      { driverName: 'A_' },
      { driverName: 'a' },
      { driverName: 'a', parameters: {} },
      { driverName: 'a', parameters: { '': 'x' } },
      { driverName: 'a', parameters: { a: 'b' } },
      { driverName: 'a', parameters: { a: '' } },
    ],
  }),
];
