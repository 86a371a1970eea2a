import { afterAll, beforeAll, expect, it } from 'vitest';
import { FeatureGates, parseFeatureSettings } from '../../server/feature-gates/index.js';
import { SharedServer } from '../../server/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { kubeFeatureGates } from './index.js';

let kube: TestKube;
beforeAll(async () => {
  const settings = parseFeatureSettings(['AllowUnsafeMalformedObjectDeletion=true']);
  const features = new FeatureGates({ gates: kubeFeatureGates, settings });
  kube = await TestKube.start({ shared: new SharedServer({ features, onError: () => undefined }) });
});
afterAll(() => kube.close());

const maps = '/api/v1/namespaces/a/configmaps';
const option = 'ignoreStoreReadErrorWithClusterBreakingPotential';

const corrupt =
  /^Internal error occurred: StorageError: corrupt object, Code: 7, Key: \/configmaps\/a\/bad, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=\d+: /;

it('an object that cannot be read is deleted on request, and no other', async () => {
  await kube.storage.commit([{ type: 'put', key: '/configmaps/a/bad', value: Buffer.from('{"no":') }]);
  await kube.call('POST', maps, { metadata: { name: 'good' } });
  const read = await kube.call('GET', `${maps}/bad`);
  expect([read.status, read.json['message']]).toEqual([500, expect.stringMatching(corrupt)]);
  const list = await kube.call('GET', maps);
  expect(list.json).toMatchObject({
    reason: 'StorageReadError',
    message: 'failed to read one or more configmaps from the storage',
    details: { name: 'list', causes: [{ field: '/registry/configmaps/a/bad', reason: 'UnexpectedServerResponse' }] },
  });
  expect((await kube.call('PATCH', `${maps}/bad`, {}, 'application/merge-patch+json')).json['message']).toMatch(
    /^object not decodable revision=\d+: couldn't get version/,
  );
  expect((await kube.call('DELETE', `${maps}/bad`)).status).toBe(500);
  const refused = await kube.call('DELETE', `${maps}/good?${option}=true`);
  expect([refused.status, refused.json['message']]).toEqual([
    422,
    `configmaps "good" is invalid: ${option}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
  ]);
  expect((await kube.call('DELETE', `${maps}/none?${option}=true`)).status).toBe(422);
  const together = await kube.call('DELETE', `${maps}/bad`, { [option]: true, gracePeriodSeconds: 1 });
  expect([together.status, together.json['reason']]).toEqual([422, 'Invalid']);
  expect((await kube.call('DELETE', `${maps}?${option}=true`)).status).toBe(422);
  const deleted = await kube.call('DELETE', `${maps}/bad`, { [option]: true });
  expect([deleted.status, deleted.json['status'], deleted.json['details']]).toEqual([
    200,
    'Success',
    { name: 'bad', kind: 'ConfigMap' },
  ]);
  expect((await kube.call('GET', `${maps}/bad`)).status).toBe(404);
  expect((await kube.call('GET', `${maps}/good`)).status).toBe(200);
});
