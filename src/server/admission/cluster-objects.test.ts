import { expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { forbidden } from '../../apimachinery/status/index.js';
import { RestClient } from '../../client/rest/index.js';
import { ClusterObjects } from './cluster-objects.js';

test('requests do not wait for objects that the server may not list', async () => {
  const clock = new ManualClock();
  const send = (): Promise<never> =>
    Promise.reject(forbidden({ group: '', resource: 'namespaces' }, '', 'not allowed'));
  const client = new RestClient({ transport: { send, close: async () => undefined } });
  const objects = new ClusterObjects(
    { group: '', version: 'v1', resource: 'namespaces' },
    { client, clock, onError: () => {} },
  );
  const finding = Promise.resolve(objects.find('a'));
  finding.catch(() => undefined);
  await clock.advance(10_000);
  await expect(finding).rejects.toThrow(
    'not yet ready to handle request: the namespaces of the cluster have not been read',
  );
  await objects.close();
});
