import { expect, it, onTestFinished } from 'vitest';
import { createTransformers } from '../../storage/encryption/index.js';
import { TestKeyService } from '../../storage/encryption/kms/key-service.test.support.js';
import { observeEncryption } from './encryption-metrics.js';
import { MetricsRegistry } from './metrics-registry.js';

async function start() {
  const service = await TestKeyService.start();
  onTestFinished(() => service.close());
  const metrics = new MetricsRegistry();
  const provider = {
    type: 'kms',
    name: 'vault',
    endpoint: service.endpoint,
    apiVersion: 'v2',
    timeoutMilliseconds: 3000,
  };
  const rules = [{ resources: [{ group: '', resource: 'secrets' }], providers: [provider as never] }];
  const open = () => createTransformers({ rules }, { observer: observeEncryption(metrics, 'server-1') });
  const transformers = open();
  const [source] = transformers.keySources;
  onTestFinished(() => source!.close());
  return {
    service,
    metrics,
    open,
    source: source!,
    secrets: transformers.forResource({ group: '', resource: 'secrets' }),
  };
}

const prefix = 'transformer_prefix="k8s:enc:kms:v2:vault:"';

it("transformations, keys and calls of a KMS are counted with upstream's labels", async () => {
  const { metrics, source, secrets } = await start();
  await source.start();
  const stored = secrets.toStorage(Buffer.from('secret'), '/registry/secrets/a');
  expect(secrets.fromStorage(stored, '/registry/secrets/a').value.toString()).toBe('secret');
  expect(() => secrets.fromStorage(stored, '/registry/secrets/b')).toThrow();
  const text = metrics.expose();
  const operations = 'apiserver_storage_transformation_operations_total{resource="secrets"';
  expect(text).toContain(`${operations},status="OK",transformation_type="to_storage",${prefix}} 1`);
  expect(text).toContain(`${operations},status="OK",transformation_type="from_storage",${prefix}} 1`);
  expect(text).toContain(`${operations},status="unknown-non-grpc",transformation_type="from_storage",${prefix}} 1`);
  expect(text).toContain(`transformation_duration_seconds_count{transformation_type="to_storage",${prefix}} 1`);
  const key = /key_id_hash_total\{apiserver_id_hash="sha256:[0-9a-f]{64}",key_id_hash="sha256:[0-9a-f]{64}"/;
  expect(text).toMatch(new RegExp(`${key.source},provider_name="vault",transformation_type="to_storage"\\} 1`));
  expect(text).toMatch(/key_id_hash_status_last_timestamp_seconds\{[^}]*provider_name="vault"\}/);
  expect(text).toContain('apiserver_envelope_encryption_dek_source_cache_size{provider_name="vault"} 1');
  const calls = 'kms_operations_latency_seconds_count{grpc_status_code="OK"';
  expect(text).toContain(`${calls},method_name="/v2.KeyManagementService/Status",provider_name="vault"} 1`);
  expect(text).toContain(`${calls},method_name="/v2.KeyManagementService/Encrypt",provider_name="vault"} 1`);
  expect(text).toContain('apiserver_storage_data_key_generation_duration_seconds_count 1');
});

it('keys that must be decrypted, and invalid ones, are counted', async () => {
  const { service, metrics, open, source, secrets } = await start();
  await source.start();
  const stored = secrets.toStorage(Buffer.from('secret'), '/registry/secrets/a');
  const other = open();
  onTestFinished(() => other.keySources[0]!.close());
  await other.forResource({ group: '', resource: 'secrets' }).prepare?.(stored);
  service.keyId = '';
  await source.check().catch(() => undefined);
  service.failure = 'broken';
  await source.check().catch(() => undefined);
  const text = metrics.expose();
  expect(text).toContain('apiserver_storage_envelope_transformation_cache_misses_total 1');
  expect(text).toContain('invalid_key_id_from_status_total{error="empty",provider_name="vault"} 1');
  expect(text).toContain(
    'latency_seconds_count{grpc_status_code="Internal",method_name="/v2.KeyManagementService/Status"',
  );
});
