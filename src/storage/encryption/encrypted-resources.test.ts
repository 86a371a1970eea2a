import { expect, it } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import { createTransformers, EncryptedResources, parseEncryptionConfiguration } from './index.js';

const key = Buffer.alloc(32, 7).toString('base64');
const configuration = parseEncryptionConfiguration(`
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [secrets]
    providers: [{ aesgcm: { keys: [{ name: one, secret: ${key} }] } }]
`);

it('encrypts the resources that the configuration names, and leaves the others alone', async () => {
  const storage = await EmbeddedStorage.open();
  const resources = new EncryptedResources({
    storage,
    transformers: createTransformers(configuration),
    keyPrefix: '/registry',
  });
  const value = Buffer.from('hidden');
  const secrets = resources.forResource({ group: '', resource: 'secrets' });
  await secrets.commit([{ type: 'put', key: '/secrets/a', value }]);
  await resources.forResource({ group: '', resource: 'pods' }).commit([{ type: 'put', key: '/pods/a', value }]);

  expect((await secrets.get('/secrets/a')).entry?.value).toEqual(value);
  expect((await storage.get('/secrets/a')).entry?.value.toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:one:/);
  expect((await storage.get('/pods/a')).entry?.value).toEqual(value);
  expect(await resources.currentRevision()).toBe(3n);
  await resources.close();
});
