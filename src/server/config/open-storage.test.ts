import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FeatureGates } from '../feature-gates/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { openStorage } from './open-storage.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-open-storage-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** No service listens there: its checks fail, but they exist. */
const service = (apiVersion: string) => ({
  kms: { apiVersion, name: apiVersion, endpoint: `unix://${directory}/kms.sock`, timeout: '100ms' },
});

it.each<[string, readonly object[], boolean, readonly string[]]>([
  ['services of KMS v2', [service('v2')], false, ['kms-providers']],
  ['services of KMS v1', [service('v1'), service('v2')], false, ['kms-provider-0', 'kms-provider-1']],
  ['files that are reloaded', [service('v1')], true, ['kms-providers']],
  ['no services', [], false, []],
])('checks of key services have the names of upstream: %s', async (_what, services, reloadEncryption, expected) => {
  const encryptionFile = join(directory, 'encryption.json');
  const resources = [{ resources: ['secrets'], providers: [...services, { identity: {} }] }];
  const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources };
  writeFileSync(encryptionFile, JSON.stringify(configuration));
  const { checks = [], close } = await openStorage(
    {
      etcd: undefined,
      etcdOverrides: [],
      directory: undefined,
      historyBytes: undefined,
      mediaType: undefined,
      hasWatchCache: () => true,
      compactionMilliseconds: 0,
      sizePollMilliseconds: 0,
      keyPrefix: '/registry',
      encryptionFile,
      reloadEncryption,
    },
    {
      metrics: new MetricsRegistry(),
      serverId: 'a',
      features: new FeatureGates({ settings: new Map([['KMSv1', true]]) }),
      onError: () => undefined,
    },
  );
  await close();
  expect(checks.map(({ name }) => name)).toEqual(expected);
});

it('the size of the embedded store is a metric', async () => {
  const metrics = new MetricsRegistry();
  const { close } = await openStorage(
    {
      etcd: undefined,
      etcdOverrides: [],
      directory: join(directory, 'store'),
      historyBytes: undefined,
      mediaType: undefined,
      hasWatchCache: () => true,
      compactionMilliseconds: 0,
      sizePollMilliseconds: 0,
      keyPrefix: '/registry',
      encryptionFile: undefined,
      reloadEncryption: false,
    },
    { metrics, serverId: 'a', features: new FeatureGates(), onError: () => undefined },
  );
  expect(metrics.expose()).toMatch(/^apiserver_storage_size_bytes\{storage_cluster_id="embedded"\} [1-9]\d+$/m);
  await close();
});
