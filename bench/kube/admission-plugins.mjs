// The cost of the built-in plug-ins that see every write: for objects that they ignore, and for a pod.

import { kubeFeatureGates } from '../../dist/kube/feature-gates/index.js';
import { admissionPlugins } from '../../dist/kube/index.js';
import { AdmissionRequest } from '../../dist/server/admission/index.js';
import { FeatureGates } from '../../dist/server/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'built-in admission plug-ins';

const none = { ready: () => undefined, get: () => undefined, inNamespace: () => new Map(), all: () => [] };
const dependencies = {
  stores: { lister: () => none, find: async () => undefined },
  features: new FeatureGates({ gates: kubeFeatureGates }),
  authorizer: { authorize: async () => ({ decision: 'no-opinion' }) },
};

const names = [
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'NodeDeclaredFeatureValidator',
  'PodResizeValidator',
];
const plugins = await Promise.all(
  admissionPlugins
    .filter(({ name, operations }) => names.includes(name) && operations.includes('CREATE'))
    .map((plugin) => plugin.create(dependencies)),
);

export async function run(bench) {
  const container = { name: 'c', image: 'x', imagePullPolicy: 'Always', resources: { requests: { cpu: '1' } } };
  const pod = { metadata: { name: 'p' }, spec: { containers: [container] } };
  const settings = { metadata: { name: 'm' }, data: { a: 'b' } };
  const count = plugins.length;
  bench.row(`${count} plug-ins, a ConfigMap`, nanosecondsPerCall(asking('configmaps', settings)), 'ns', {
    atMost: 2000,
  });
  bench.row(`${count} plug-ins, a Pod`, nanosecondsPerCall(asking('pods', pod)), 'ns', { atMost: 10_000 });
}

function asking(plural, object) {
  const user = { name: 'alice', groups: ['system:authenticated'] };
  const resource = { group: '', version: 'v1', resource: plural };
  const attributes = { operation: 'CREATE', resource, subresource: '', namespace: 'a', name: 'x', object };
  const request = new AdmissionRequest({ user }, attributes);
  return () => {
    for (const plugin of plugins) {
      plugin.admit?.(request);
      plugin.validate?.(request);
    }
    return request.object;
  };
}
