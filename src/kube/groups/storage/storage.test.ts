import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = '/apis/storage.k8s.io/v1';
const create = (resource: string, object: JsonObject) => kube.call('POST', `${group}/${resource}`, object);
const named = (name: string, fields: JsonObject = {}): JsonObject => ({ metadata: { name }, ...fields });
const capacities = 'namespaces/a/csistoragecapacities';
const attachment = { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } };

test.each<[string, string, JsonObject, JsonObject]>([
  [
    'a storage class',
    'storageclasses',
    { provisioner: 'p' },
    { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  ],
  [
    'a CSI driver',
    'csidrivers',
    { spec: { preventPodSchedulingIfMissing: true } },
    {
      spec: {
        attachRequired: true,
        podInfoOnMount: false,
        storageCapacity: false,
        fsGroupPolicy: 'ReadWriteOnceWithFSType',
        volumeLifecycleModes: ['Persistent'],
        requiresRepublish: false,
        seLinuxMount: false,
      },
    },
  ],
  [
    'a volume attachment',
    'volumeattachments',
    { spec: attachment, status: { attached: true } },
    { status: { attached: false } },
  ],
])('%s begins with what is usual', async (_what, resource, given, expected) => {
  const { status, json } = await create(resource, named('usual', given));
  expect([status, json]).toMatchObject([201, expected]);
  expect(json['spec'] ?? {}).not.toHaveProperty('preventPodSchedulingIfMissing');
});

test('no keys are the same however they are written', async () => {
  const driver = (topologyKeys: JsonValue): JsonObject => ({ name: 'd', nodeID: 'n', topologyKeys });
  await create('csinodes', named('keys', { spec: { drivers: [driver(null)] } }));
  const body = { spec: { drivers: [driver([])] } };
  const { status, json } = await kube.call('PATCH', `${group}/csinodes/keys`, body, 'application/merge-patch+json');
  expect([status, json['spec']]).toEqual([200, { drivers: [driver(null)] }]);
});

test.each<[string, string, JsonObject, string[]]>([
  ['a class without provisioner', 'storageclasses', {}, ['provisioner: Required value']],
  [
    'a class with wrong words',
    'storageclasses',
    { provisioner: 'p', reclaimPolicy: 'Recycle', volumeBindingMode: 'Later' },
    [
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
      'volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
  ],
  [
    'a class with topologies that say nothing, or the same twice',
    'storageclasses',
    {
      provisioner: 'p',
      allowedTopologies: [
        { matchLabelExpressions: [{ key: 'zone', values: [] }] },
        { matchLabelExpressions: [{ key: 'zone', values: [] }] },
      ],
    },
    [
      'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
      'allowedTopologies[1].matchLabelExpressions[0].values: Required value',
      'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    ],
  ],
  [
    'a class with a topology that is empty',
    'storageclasses',
    { provisioner: 'p', allowedTopologies: [{}] },
    ['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""'],
  ],
  [
    'a class with a topology that is empty beside another',
    'storageclasses',
    { provisioner: 'p', allowedTopologies: [{}, { matchLabelExpressions: [{ key: 'zone', values: ['z'] }] }] },
    Array.from({ length: 2 }, () => 'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""'),
  ],
  [
    'an attachment of a volume that is no CSI volume of a pod',
    'volumeattachments',
    {
      spec: {
        attacher: 'd',
        nodeName: 'n',
        source: {
          inlineVolumeSpec: {
            claimRef: { name: 'c' },
            capacity: { storage: '1' },
            persistentVolumeReclaimPolicy: 'Delete',
            nodeAffinity: {},
            storageClassName: 's',
            volumeMode: 'Block',
            nfs: { server: '', path: '/' },
          },
        },
      },
    },
    [
      'claimRef: Forbidden: may not be specified in the context of inline volumes',
      'capacity: Forbidden: may not be specified in the context of inline volumes',
      'csi: Required value: has to be specified in the context of inline volumes',
      'accessModes: Required value',
      'persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes',
      'nodeAffinity: Forbidden: may not be specified in the context of inline volumes',
      'nfs.server: Required value',
      'storageClassName: Forbidden: may not be specified in the context of inline volumes',
      'volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes',
    ].map((cause) => `spec.source.inlineVolumeSpec.${cause}`),
  ],
  [
    'an attributes class without parameters',
    'volumeattributesclasses',
    { driverName: 'd' },
    ['parameters: Required value: must contain at least one key/value pair'],
  ],
  [
    'a driver with wrong tokens',
    'csidrivers',
    { spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 1 }, { audience: 'a' }] } },
    [
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
    ],
  ],
  [
    'a node that has a driver twice',
    'csinodes',
    {
      spec: {
        drivers: [
          { name: 'd', nodeID: 'n' },
          { name: 'd', nodeID: '' },
        ],
      },
    },
    ['spec.drivers[1].nodeID: Required value', 'spec.drivers[1].name: Duplicate value: "d"'],
  ],
  [
    'an attachment of nothing',
    'volumeattachments',
    { spec: { attacher: 'd', nodeName: 'n', source: {} } },
    ['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
  ],
  [
    'a capacity below nothing',
    capacities,
    { storageClassName: 'c', capacity: '-1Gi' },
    ['capacity: Invalid value: "-1Gi": must be greater than or equal to 0'],
  ],
])('%s is refused', async (_what, resource, fields, causes) => {
  const answer = await create(resource, named('wrong', fields));
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test.each<[string, string, JsonObject, JsonObject, string[]]>([
  [
    'the provisioner of a class',
    'storageclasses',
    { provisioner: 'p' },
    { provisioner: 'q' },
    ['provisioner: Invalid value: "q": field is immutable'],
  ],
  [
    'the parameters of an attributes class',
    'volumeattributesclasses',
    { driverName: 'd', parameters: { a: 'b' } },
    { parameters: { a: 'c' } },
    ['parameters: Forbidden: updates to parameters are forbidden.'],
  ],
  [
    'what an attachment attaches',
    'volumeattachments',
    { spec: attachment },
    { spec: { nodeName: 'other' } },
    [expect.stringContaining('field is immutable') as unknown as string],
  ],
])('%s does not change', async (what, resource, fields, change, causes) => {
  const name = what.replaceAll(' ', '-');
  await create(resource, named(name, fields));
  const answer = await kube.call('PATCH', `${group}/${resource}/${name}`, change, 'application/merge-patch+json');
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('the spec of a driver is counted, its limits on a node may change', async () => {
  await create('csidrivers', named('counted', { spec: {} }));
  const merge = 'application/merge-patch+json';
  const { json } = await kube.call('PATCH', `${group}/csidrivers/counted`, { spec: { podInfoOnMount: true } }, merge);
  expect(json['metadata']).toMatchObject({ generation: 1 });
  const driver = { name: 'd', nodeID: 'n', topologyKeys: null, allocatable: { count: 1 } };
  await create('csinodes', named('limited', { spec: { drivers: [driver] } }));
  const changed = { spec: { drivers: [{ ...driver, allocatable: { count: 2 } }] } };
  expect((await kube.call('PATCH', `${group}/csinodes/limited`, changed, merge)).status).toBe(200);
});

test.each<[string, JsonObject, JsonValue[]]>([
  [
    'storageclasses',
    {
      metadata: { name: 'shown', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'p',
      allowVolumeExpansion: true,
    },
    ['shown (default)', 'p', 'Delete', 'Immediate', true, '0s'],
  ],
  ['csidrivers', named('shown', { spec: {} }), ['shown', true, false, false, '<unset>', false, 'Persistent', '0s']],
  ['csinodes', named('shown', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }), ['shown', 1, '0s']],
  ['volumeattachments', named('shown', { spec: attachment }), ['shown', 'd.example.com', 'v', 'n', false, '0s']],
  ['volumeattributesclasses', named('shown', { driverName: 'd', parameters: { a: 'b' } }), ['shown', 'd', '0s']],
  [capacities, named('shown', { storageClassName: 's' }), ['shown', expect.stringMatching(/^\d{4}-.*Z$/)]],
])('a table of %s', async (resource, object, cells) => {
  await create(resource, object);
  expect(await kube.cells(`${group}/${resource}/shown`)).toEqual([cells]);
});
