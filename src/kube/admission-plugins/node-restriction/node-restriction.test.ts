import { describe, expect, test } from 'vitest';
import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { FeatureGates } from '../../../server/feature-gates/index.js';
import { kubeFeatureGates } from '../../feature-gates/index.js';
import { type RequestFields, refusal } from '../plugin.test.support.js';
import { signingRequest, signingRequestFor } from '../signing-requests.test.support.js';
import { NodeRestriction } from './node-restriction.js';

const onNode = (name: string, nodeName: string, spec: JsonObject = {}): JsonObject => ({
  metadata: { name, namespace: 'a', uid: `${name}-uid` },
  spec: { nodeName, ...spec },
});

const claimVolume = (claimName: string) => ({ name: 'v', persistentVolumeClaim: { claimName } });
const objects: Record<string, JsonObject[]> = {
  pods: [
    onNode('mine', 'n1', {
      volumes: [{ name: 't', projected: { sources: [{ serviceAccountToken: { audience: 'vault' } }] } }],
    }),
    onNode('other', 'n2'),
    onNode('plain', 'n1', {
      volumes: [{ name: 't', projected: { sources: [{ serviceAccountToken: { path: 'x' } }] } }],
    }),
    onNode('driven', 'n1', { volumes: [{ name: 'c', csi: { driver: 'd' } }] }),
    onNode('claiming', 'n1', { volumes: [claimVolume('c')] }),
    onNode('scratch', 'n1', { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }] }),
    onNode('old', 'n1', { volumes: [claimVolume('o')] }),
    onNode('inline', 'n1', { volumes: [{ name: 'v', awsElasticBlockStore: {} }] }),
    onNode('lost', 'n1', { volumes: [claimVolume('gone'), { name: 'c', csi: { driver: 'gone' } }] }),
  ],
  nodes: [{ metadata: { name: 'n1', uid: 'n1-uid' } }],
  persistentvolumeclaims: [
    { metadata: { name: 'c', namespace: 'a' }, spec: { volumeName: 'pv' } },
    { metadata: { name: 'scratch-v', namespace: 'a' }, spec: { volumeName: 'pv' } },
    { metadata: { name: 'o', namespace: 'a' }, spec: { volumeName: 'disk' } },
  ],
  persistentvolumes: [
    { metadata: { name: 'pv' }, spec: { csi: { driver: 'd' } } },
    { metadata: { name: 'disk' }, spec: { gcePersistentDisk: { pdName: 'x' } } },
  ],
  'csidrivers.storage.k8s.io': [
    { metadata: { name: 'd' }, spec: { tokenRequests: [{ audience: 'store' }] } },
    { metadata: { name: 'pd.csi.storage.gke.io' }, spec: { tokenRequests: [{ audience: 'disks' }] } },
    { metadata: { name: 'ebs.csi.aws.com' }, spec: { tokenRequests: [{ audience: 'blocks' }] } },
  ],
};

const plugin = new NodeRestriction({
  features: new FeatureGates({ gates: kubeFeatureGates }),
  async find({ group, resource }, { namespace, name }) {
    const known = objects[group === '' ? resource : `${resource}.${group}`] ?? [];
    return known.find(
      (object) => metadataOf(object).name === name && (metadataOf(object).namespace ?? '') === namespace,
    );
  },
  authorizer: {
    authorize: async (_user, { verb, resource, namespace, name }) => ({
      decision:
        verb === 'request-serviceaccounts-token-audience' && `${resource} ${namespace}/${name}` === 'granted a/robot'
          ? 'allow'
          : 'no-opinion',
    }),
  },
});

const node = { name: 'system:node:n1', groups: ['system:nodes'] };
const decide = (given: RequestFields) => refusal(plugin, 'admit', { namespace: 'a', user: node, ...given });
type Row = [what: string, given: RequestFields, expected: string | undefined];

test('others than nodes do as they like, and a node has to say which one it is', async () => {
  const about = { resource: 'persistentvolumeclaims', object: { metadata: { name: 'c' } } };
  expect(await decide({ ...about, user: { name: 'alice', groups: ['system:nodes'] } })).toBeUndefined();
  expect(await decide({ ...about, user: { name: 'system:node:n1', groups: [] } })).toBeUndefined();
  expect(await decide({ ...about, user: { name: 'system:node:', groups: ['system:nodes'] } })).toBe(
    '403 persistentvolumeclaims "c" is forbidden: could not determine node from user "system:node:"',
  );
  expect(await decide({ resource: 'secrets', object: {} })).toBeUndefined();
});

describe('a pod that a node shows', () => {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'n1-uid', controller: true };
  const mirror = (spec: JsonObject = {}, metadata: JsonObject = {}): RequestFields => ({
    resource: 'pods',
    object: {
      metadata: {
        name: 'p',
        annotations: { 'kubernetes.io/config.mirror': 'x' },
        ownerReferences: [owner],
        ...metadata,
      },
      spec: { nodeName: 'n1', containers: [{ name: 'c' }], ...spec },
    },
  });
  const owned = (...ownerReferences: JsonObject[]): RequestFields => mirror({}, { ownerReferences });
  const volume = (source: JsonObject): RequestFields => mirror({ volumes: [{ name: 'v', ...source }] });
  const part = (source: JsonObject): RequestFields => volume({ projected: { sources: [{ downwardAPI: {} }, source] } });
  const no = '403 pods "p" is forbidden:';
  const names = `${no} node "n1" can not create pods that reference`;

  test.each<Row>([
    ['is its own', mirror(), undefined],
    ['has files of the node', volume({ hostPath: { path: '/x' } }), undefined],
    ['knows of itself', part({ downwardAPI: {} }), undefined],
    [
      'is no such pod',
      mirror({}, { annotations: {} }),
      `${no} pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods`,
    ],
    [
      'is on another node',
      mirror({ nodeName: 'n2' }),
      `${no} node "n1" can only create pods with spec.nodeName set to itself`,
    ],
    [
      'has two owners',
      owned(owner, owner),
      `${no} node "n1" can only create pods with a single owner reference set to itself`,
    ],
    ['has no owner', owned(), `${no} node "n1" can only create pods with an owner reference set to itself`],
    [
      'has another owner',
      owned({ ...owner, name: 'n2' }),
      `${no} node "n1" can only create pods with an owner reference set to itself`,
    ],
    [
      'is not controlled by it',
      owned({ ...owner, controller: false }),
      `${no} node "n1" can only create pods with a controller owner reference set to itself`,
    ],
    [
      'keeps it',
      owned({ ...owner, blockOwnerDeletion: true }),
      `${no} node "n1" must not set blockOwnerDeletion on an owner reference`,
    ],
    ['is of one before it', owned({ ...owner, uid: 'x' }), `${no} node n1 UID mismatch: expected x got n1-uid`],
    ['has an account', mirror({ serviceAccountName: 'x' }), `${names} serviceaccounts`],
    ['pulls with a secret', mirror({ imagePullSecrets: [{ name: 's' }] }), `${names} secrets`],
    [
      'has a configuration source',
      mirror({ containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 'm' } }] }] }),
      `${names} configmaps`,
    ],
    ['claims a device', mirror({ resourceClaims: [{ name: 'd' }] }), `${names} resourceclaims`],
    ['has a driver', volume({ csi: { driver: 'd' } }), `${names} csidrivers (via CSI volumes)`],
    ['has a claim', volume({ persistentVolumeClaim: { claimName: 'c' } }), `${names} persistentvolumeclaims`],
    ['has a claim of its own', volume({ ephemeral: {} }), `${names} persistentvolumeclaims (via ephemeral volumes)`],
    ['has endpoints', volume({ glusterfs: {} }), `${names} endpoints (via glusterFS volumes)`],
    ['has a token', part({ serviceAccountToken: {} }), `${names} serviceaccounts (via projected volumes)`],
    ['has trust', part({ clusterTrustBundle: {} }), `${names} clustertrustbundles`],
    ['has a certificate', part({ podCertificate: {} }), `${names} podcertificates`],
    [
      'has an unknown volume',
      volume({ novel: {} }),
      `${no} error checking mirror pod for API references: unknown volume type for volume  "v"`,
    ],
    [
      'has an unknown projection',
      part({ novel: {} }),
      `${no} error checking mirror pod for API references: unknown source for projected volume "v"`,
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });
});

describe('a pod', () => {
  const labelled = (labels: JsonObject, status: JsonObject = {}): JsonObject => ({
    ...onNode('mine', 'n1'),
    metadata: { name: 'mine', labels },
    status,
  });
  const status = (object: JsonObject, old = labelled({})): RequestFields => ({
    resource: 'pods',
    subresource: 'status',
    operation: 'UPDATE',
    object,
    old,
  });
  const no = '403 pods "mine" is forbidden:';
  const claim = (resourceClaimName: string) => ({ resourceClaimStatuses: [{ name: 'c', resourceClaimName }] });
  const extended = (resourceClaimName: string) => ({
    extendedResourceClaimStatus: { resourceClaimName, requestMappings: [] },
  });

  test.each<Row>([
    ['of the node is deleted', { resource: 'pods', operation: 'DELETE', name: 'mine' }, undefined],
    [
      'of another node is deleted',
      { resource: 'pods', operation: 'DELETE', name: 'other' },
      '403 pods "other" is forbidden: node "n1" can only delete pods with spec.nodeName set to itself',
    ],
    ['that is not there is deleted', { resource: 'pods', operation: 'DELETE', name: 'x' }, '404 pod "x" not found'],
    [
      'is changed',
      { resource: 'pods', operation: 'UPDATE', name: 'mine' },
      `${no} unexpected operation "UPDATE", node "n1" can only create and delete mirror pods`,
    ],
    [
      'is bound',
      { resource: 'pods', subresource: 'binding', name: 'mine' },
      `${no} unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`,
    ],
    ['of the node is evicted', { resource: 'pods', subresource: 'eviction', name: 'mine', object: {} }, undefined],
    [
      'of another node is evicted',
      { resource: 'pods', subresource: 'eviction', name: '', object: { metadata: { name: 'other' } } },
      '403 pods "other" is forbidden: node n1 can only evict pods with spec.nodeName set to itself',
    ],
    [
      'without a name is evicted',
      { resource: 'pods', subresource: 'eviction', name: '', object: {} },
      '403 pods "Unknown" is forbidden: could not determine pod from request data',
    ],
    ['runs', status(labelled({}, { phase: 'Running' })), undefined],
    [
      'of another node runs',
      status(labelled({}), onNode('mine', 'n2')),
      `${no} node "n1" can only update pod status for pods with spec.nodeName set to itself`,
    ],
    ['is labelled', status(labelled({ a: 'b' })), `${no} node "n1" cannot update labels through pod status`],
    ['keeps its claims', status(labelled({}, claim('x')), labelled({}, claim('x'))), undefined],
    [
      'has another claim',
      status(labelled({}, claim('y')), labelled({}, claim('x'))),
      `${no} node "n1" cannot update resource claim statues`,
    ],
    [
      'has another claim for devices',
      status(labelled({}, extended('y')), labelled({})),
      `${no} node "n1" cannot update extended resource claim status`,
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });
});

describe('a node', () => {
  const itself = (metadata: JsonObject = {}, spec: JsonObject = {}, name = 'n1'): JsonObject => ({
    metadata: { name, ...metadata },
    spec,
  });
  const created = (object: JsonObject): RequestFields => ({ resource: 'nodes', namespace: '', object });
  const changed = (object: JsonObject, old = itself()): RequestFields => ({
    resource: 'nodes',
    namespace: '',
    operation: 'UPDATE',
    object,
    old,
  });
  const no = '403 nodes "n1" is forbidden:';

  test.each<Row>([
    ['registers', created(itself({ labels: { 'kubernetes.io/os': 'linux', 'node.kubernetes.io/x': 'y' } })), undefined],
    [
      'registers another one',
      created(itself({}, {}, 'n2')),
      '403 nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"',
    ],
    [
      'registers with a source of settings',
      created(itself({}, { configSource: {} })),
      `${no} node "n1" is not allowed to create pods with a non-nil configSource`,
    ],
    [
      'registers with labels of others',
      created(
        itself({
          labels: {
            'x.node-restriction.kubernetes.io/b': 'y',
            'node-role.kubernetes.io/a': '',
            'k8s.io/c': '',
            mine: '',
          },
        }),
      ),
      `${no} node "n1" is not allowed to set the following labels: k8s.io/c, node-role.kubernetes.io/a, x.node-restriction.kubernetes.io/b`,
    ],
    ['says how it is', changed({ ...itself(), status: { phase: 'x' } }), undefined],
    ['drops its source of settings', changed(itself(), itself({}, { configSource: {} })), undefined],
    [
      'changes its source of settings',
      changed(itself({}, { configSource: { configMap: {} } }), itself({}, { configSource: {} })),
      `${no} node "n1" is not allowed to update configSource to a new non-nil configSource`,
    ],
    [
      'drops a taint',
      changed(itself(), itself({}, { taints: [{ key: 'x' }] })),
      `${no} node "n1" is not allowed to modify taints`,
    ],
    [
      'gets an owner',
      changed(itself({ ownerReferences: [{ name: 'x' }] })),
      `${no} node "n1" is not allowed to modify ownerReferences`,
    ],
    ['changes its own labels', changed(itself({ labels: { 'kubernetes.io/arch': 'x', a: 'b' } })), undefined],
    [
      'drops a label of others',
      changed(itself(), itself({ labels: { 'node-role.kubernetes.io/a': '' } })),
      `${no} is not allowed to modify labels: node-role.kubernetes.io/a`,
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });
});

describe('a claim', () => {
  const claim = (metadata: JsonObject, status: JsonObject): JsonObject => ({
    metadata: { name: 'c', ...metadata },
    status,
  });
  const old = claim({ resourceVersion: '1' }, { phase: 'Bound', capacity: { storage: '1Gi' } });
  const status = (object: JsonObject): RequestFields => ({
    resource: 'persistentvolumeclaims',
    subresource: 'status',
    operation: 'UPDATE',
    object,
    old,
  });
  const no = '403 persistentvolumeclaims "c" is forbidden:';
  const only = `${no} node "n1" is not allowed to update fields other than status.quantity and status.conditions:`;

  test.each<Row>([
    ['has grown', status(claim({}, { phase: 'Bound', capacity: { storage: '2Gi' }, conditions: [] })), undefined],
    ['is labelled', status(claim({ labels: {} }, { phase: 'Bound' })), `${only} metadata.labels`],
    ['is lost', status(claim({}, { phase: 'Lost' })), `${only} status.phase`],
    ['is changed', { ...status(old), subresource: '' }, `${no} may only update PVC status`],
    ['is made', { ...status(old), operation: 'CREATE' }, `${no} unexpected operation "CREATE"`],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });
});

describe('a token', () => {
  const token = (pod: string, audiences: string[], reference: JsonObject = {}, name = 'robot'): RequestFields => ({
    resource: 'serviceaccounts',
    subresource: 'token',
    name,
    object: {
      spec: {
        audiences,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: pod, uid: `${pod}-uid`, ...reference },
      },
    },
  });
  const no = '403 serviceaccounts "robot" is forbidden:';
  const unknown = (audience: string): string =>
    `${no} audience "${audience}" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience`;

  test.each<Row>([
    ['that a pod has as a file', token('mine', ['vault']), undefined],
    ['for the servers themselves', token('plain', []), undefined],
    ['for a driver', token('driven', ['store']), undefined],
    ['for the driver of a claim', token('claiming', ['store']), undefined],
    ['for the driver of a claim of its own', token('scratch', ['store']), undefined],
    ['for the driver that serves an old volume', token('old', ['disks']), undefined],
    ['for the driver that serves an old volume without a claim', token('inline', ['blocks']), undefined],
    ['that the node was granted', token('plain', ['granted']), undefined],
    ['for another audience', token('mine', ['other']), unknown('other')],
    ['for the servers, of a pod that does not want it', token('mine', []), unknown('')],
    ['for two', token('mine', ['vault', 'x']), `${no} node may only request 0 or 1 audiences`],
    [
      'of an unknown driver',
      token('lost', ['x']),
      `${no} error validating audience "x": [persistentvolumeclaim "gone" not found, csidriver.storage.k8s.io "gone" not found]`,
    ],
    ['of no pod', token('mine', [], { kind: 'Secret' }), `${no} node requested token not bound to a pod`],
    [
      'of a pod of that name',
      token('mine', [], { uid: '' }),
      `${no} node requested token with a pod binding without a uid`,
    ],
    [
      'of a pod before it',
      token('mine', [], { uid: 'x' }),
      `${no} the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated`,
    ],
    [
      'of a pod of another node',
      token('other', []),
      `${no} node requested token bound to a pod scheduled on a different node`,
    ],
    ['of a pod that is not there', token('x', []), '404 pod "x" not found'],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });

  test('is all that is looked at of accounts', async () => {
    expect(await decide({ resource: 'serviceaccounts', object: { metadata: { name: 'x' } } })).toBeUndefined();
  });
});

describe('an object of its own:', () => {
  const named = (resource: string, name: string, more: Partial<RequestFields> = {}): RequestFields => ({
    resource,
    object: { metadata: { name } },
    ...more,
  });
  const lease = 'leases.coordination.k8s.io';
  const slice = 'resourceslices.resource.k8s.io';
  const ofNode = (nodeName: string): JsonObject => ({ metadata: { name: 's' }, spec: { nodeName } });
  const certificate = (commonName: string, signer = 'kubernetes.io/kubelet-serving'): RequestFields => ({
    resource: 'certificatesigningrequests.certificates.k8s.io',
    object: signingRequest(signer, signingRequestFor([['CN', commonName]])),
  });
  const noCertificate = '403 certificatesigningrequests.certificates.k8s.io "r" is forbidden:';
  const noLease = '403 leases.coordination.k8s.io';
  const otherLease = 'can only access node lease with the same name as the requesting node';
  const otherNode = 'can only access CSINode with the same name as the requesting node';

  test.each<Row>([
    ['its lease', named(lease, 'n1', { namespace: 'kube-node-lease' }), undefined],
    [
      'a lease elsewhere',
      named(lease, 'n1'),
      `${noLease} "n1" is forbidden: can only access leases in the "kube-node-lease" system namespace`,
    ],
    [
      'a new lease of another one',
      named(lease, 'n2', { namespace: 'kube-node-lease' }),
      `${noLease} "n2" is forbidden: ${otherLease}`,
    ],
    [
      'the lease of another one',
      named(lease, 'n1', { namespace: 'kube-node-lease', operation: 'DELETE', name: 'n2' }),
      `${noLease} "n2" is forbidden: ${otherLease}`,
    ],
    ['its drivers', named('csinodes.storage.k8s.io', 'n1', { operation: 'UPDATE' }), undefined],
    [
      'the drivers of another one',
      named('csinodes.storage.k8s.io', 'n2'),
      `403 csinodes.storage.k8s.io "n2" is forbidden: ${otherNode}`,
    ],
    ['its devices', { resource: slice, object: ofNode('n1') }, undefined],
    [
      'the devices of another one',
      { resource: slice, object: ofNode('n2') },
      `403 resourceslices.resource.k8s.io "s" is forbidden: can only create ResourceSlice with the same NodeName as the requesting node`,
    ],
    [
      'the devices of another one, when they go',
      { resource: slice, operation: 'DELETE', old: ofNode('n2') },
      `403 resourceslices.resource.k8s.io "s" is forbidden: can only delete ResourceSlice with the same NodeName as the requesting node`,
    ],
    ['devices that change', { resource: slice, operation: 'UPDATE', object: ofNode('n2') }, undefined],
    ['its certificate', certificate('system:node:n1'), undefined],
    ['a certificate of another kind', certificate('x', 'example.com/s'), undefined],
    [
      'the certificate of another one',
      certificate('system:node:n2'),
      `${noCertificate} can only create a node CSR with CN=system:node:n1`,
    ],
    [
      'what is no request for one',
      {
        resource: 'certificatesigningrequests.certificates.k8s.io',
        object: signingRequest('kubernetes.io/kube-apiserver-client-kubelet', ''),
      },
      `${noCertificate} unable to parse csr: PEM block type must be CERTIFICATE REQUEST`,
    ],
  ])('%s', async (_what, given, expected) => {
    expect(await decide(given)).toBe(expected);
  });
});
