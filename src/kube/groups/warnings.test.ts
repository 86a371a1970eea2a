import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeJson } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { inject } from '../../server/http/index.js';
import { TestKube } from '../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1500m' } } };
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };

test.each<[what: string, target: string, object: JsonObject, warnings: string[]]>([
  [
    'a volume as it was done long ago',
    '/api/v1/persistentvolumes',
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '1Gi' },
        rbd: { monitors: ['m'], image: 'i' },
        persistentVolumeReclaimPolicy: 'Recycle',
      },
    },
    [
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
      'spec.rbd: deprecated in v1.28, non-functional in v1.31+',
    ],
  ],
  [
    'a claim for half a byte',
    '/api/v1/namespaces/a/persistentvolumeclaims',
    { metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } }, spec: claim },
    [
      'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use \\"storageClassName\\" attribute instead',
      'spec.resources.requests[storage]: fractional byte value \\"1500m\\" is invalid, must be an integer',
    ],
  ],
  [
    'a pod with the profile of a container in an annotation',
    '/api/v1/namespaces/a/pods',
    {
      metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'runtime/default' } },
      spec: template.spec,
    },
    [
      'metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the \\"appArmorProfile\\" field instead',
    ],
  ],
  [
    'a set with such claims',
    '/apis/apps/v1/namespaces/a/statefulsets',
    {
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template,
        volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: claim }],
      },
    },
    [
      'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value \\"1500m\\" is invalid, must be an integer',
    ],
  ],
  [
    'a quota that allows less than is requested',
    '/api/v1/namespaces/a/resourcequotas',
    { spec: { hard: { cpu: '2', 'limits.cpu': '1', 'requests.memory': '1Gi', 'limits.memory': '1Gi' } } },
    ['ResourceQuota cpu (2) should be less than limits.cpu (1)'],
  ],
  [
    'an account that keeps its secrets to itself',
    '/api/v1/namespaces/a/serviceaccounts',
    { metadata: { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } } },
    [
      'metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets',
    ],
  ],
  [
    'a certificate that is none',
    '/api/v1/namespaces/a/secrets',
    { type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x', 'tls.key': 'y' } },
    ['tls: failed to find any PEM data in certificate input'],
  ],
  [
    'a key in the place of its certificate',
    '/api/v1/namespaces/a/secrets',
    { type: 'kubernetes.io/tls', stringData: { 'tls.crt': String(key), 'tls.key': String(key) } },
    [
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    ],
  ],
])('%s is accepted with a warning', async (_what, target, object, warnings) => {
  const body = encodeJson({ ...object, metadata: { name: 'x', ...(object['metadata'] as JsonObject | undefined) } });
  const headers = { 'content-type': 'application/json' };
  const response = await inject(kube.server.handle, { method: 'POST', target: `${target}?dryRun=All`, headers, body });
  expect([response.status, [response.headers['warning'] ?? []].flat()]).toEqual([
    201,
    warnings.map((warning) => `299 - "${warning}"`),
  ]);
});
