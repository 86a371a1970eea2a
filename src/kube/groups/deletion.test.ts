import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { TestKube } from '../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

test.each<[target: string, object: JsonObject, answer: string]>([
  ['/api/v1/namespaces/a/configmaps', {}, 'Status'],
  ['/api/v1/namespaces/a/secrets', {}, 'Status'],
  ['/api/v1/namespaces/a/serviceaccounts', {}, 'ServiceAccount'],
  ['/api/v1/namespaces/a/resourcequotas', {}, 'ResourceQuota'],
  ['/api/v1/namespaces/a/persistentvolumeclaims', { spec: claim }, 'PersistentVolumeClaim'],
  ['/api/v1/nodes', {}, 'Status'],
  ['/apis/storage.k8s.io/v1/storageclasses', { provisioner: 'p' }, 'StorageClass'],
  ['/apis/storage.k8s.io/v1/csidrivers', {}, 'CSIDriver'],
  ['/apis/networking.k8s.io/v1/namespaces/a/networkpolicies', {}, 'Status'],
  ['/apis/resource.k8s.io/v1/deviceclasses', {}, 'DeviceClass'],
  ['/apis/scheduling.k8s.io/v1/priorityclasses', { value: 1 }, 'Status'],
])('the deletion of one of %s is answered with what upstream answers with', async (target, object, answer) => {
  expect((await kube.call('POST', target, { metadata: { name: 'gone' }, ...object })).status).toBe(201);
  expect((await kube.call('DELETE', `${target}/gone`)).json['kind']).toBe(answer);
});
