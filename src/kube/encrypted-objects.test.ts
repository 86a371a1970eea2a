import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FeatureGates, SharedServer } from '../server/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { createTransformers, EncryptedResources, ReloadableTransformers } from '../storage/encryption/index.js';
import { kubeFeatureGates } from './feature-gates/index.js';
import { builtInCodecs } from './index.js';
import { TestKube } from './kube-server.test.support.js';

const secrets = '/api/v1/namespaces/a/secrets';
const gate = 'AllowUnsafeMalformedObjectDeletion';
const unsafe = 'ignoreStoreReadErrorWithClusterBreakingPotential=true';

function keys(...names: string[]) {
  const list = names.map((name) => ({ name, secret: Buffer.alloc(32, name) }));
  const providers = [{ type: 'aesgcm', keys: list } as const, { type: 'identity' } as const];
  return createTransformers({ rules: [{ resources: [{ group: '', resource: 'secrets' }], providers }] });
}

let within: EmbeddedStorage;
let transformers: ReloadableTransformers;
let kube: TestKube;

async function start(isGateOn = false): Promise<void> {
  within = await EmbeddedStorage.open();
  transformers = new ReloadableTransformers(keys('first'));
  const storage = new EncryptedResources({ storage: within, transformers, keyPrefix: '/registry' });
  const features = new FeatureGates({ gates: kubeFeatureGates, settings: new Map([[gate, isGateOn]]) });
  const shared = new SharedServer({ features, onError: () => undefined });
  kube = await TestKube.start({ codecs: builtInCodecs, storage, shared });
}

async function storedWith(name: string): Promise<string | undefined> {
  const { entry } = await within.get(`/secrets/a/${name}`);
  return /^k8s:enc:aesgcm:v1:(\w+):/.exec(entry!.value.toString('latin1'))?.[1];
}

async function damage(name: string): Promise<void> {
  const key = `/secrets/a/${name}`;
  const { entry } = await within.get(key);
  await within.commit([{ type: 'put', key, value: entry!.value.subarray(0, -1) }]);
}

const internalError = (message: string) => ({
  status: 500,
  json: { reason: 'InternalError', message: expect.stringContaining(`Internal error occurred: ${message}`) },
});

afterEach(async () => {
  await kube.close();
  await within.close();
});

describe('encrypted objects', () => {
  beforeEach(() => start());

  test('are written with a new key when they are written unchanged', async () => {
    const { json } = await kube.call('POST', secrets, { metadata: { name: 's' } });
    expect(await storedWith('s')).toBe('first');
    transformers.replace(keys('second', 'first'));
    expect((await kube.call('PUT', `${secrets}/s`, json)).status).toBe(200);
    expect(await storedWith('s')).toBe('second');
    const { modRevision } = (await within.get('/secrets/a/s')).entry!;
    await kube.call('PUT', `${secrets}/s`, { ...json, metadata: { name: 's' } });
    expect((await within.get('/secrets/a/s')).entry!.modRevision).toBe(modRevision);
  });

  test('are listed from the cache when their key is gone, but neither read nor written', async () => {
    const { json } = await kube.call('POST', secrets, { metadata: { name: 's' } });
    transformers.replace(keys('second'));
    const failure = internalError('no matching prefix found');
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const response = await kube.call(method, `${secrets}/s`, ...(method === 'PUT' ? [json] : []));
      expect(response).toMatchObject(failure);
    }
    expect(await kube.call('GET', secrets)).toMatchObject({ status: 200, json: { items: [{}] } });
    transformers.replace(keys('second', 'first'));
    expect((await kube.call('DELETE', `${secrets}/s`)).status).toBe(200);
  });

  test('that are damaged fail their readers, with the key of the first one in the error of a list', async () => {
    for (const name of ['bad', 'good']) await kube.call('POST', secrets, { metadata: { name } });
    await damage('bad');
    const failed = 'cipher: message authentication failed';
    expect(await kube.call('GET', `${secrets}/bad`)).toMatchObject(internalError(failed));
    expect(await kube.call('DELETE', `${secrets}/bad`)).toMatchObject(internalError(failed));
    const listed = internalError(`unable to transform key "/registry/secrets/a/bad": ${failed}`);
    expect(await kube.call('GET', secrets)).toMatchObject(listed);
    expect(await kube.call('GET', `${secrets}/good`)).toMatchObject({ status: 200 });
  });
});

describe(`encrypted objects, with ${gate}`, () => {
  beforeEach(() => start(true));

  test('that are damaged are named by all errors', async () => {
    for (const name of ['bad', 'worse', 'good']) await kube.call('POST', secrets, { metadata: { name } });
    for (const name of ['bad', 'worse']) await damage(name);
    const failed = 'data from the storage is not transformable revision=0: cipher: message authentication failed';
    expect(await kube.call('GET', `${secrets}/bad`)).toMatchObject(internalError('StorageError: corrupt object'));
    expect((await kube.call('GET', `${secrets}/bad`)).json['message']).toContain(failed);
    const update = await kube.call('PUT', `${secrets}/bad`, { metadata: { name: 'bad' } });
    expect(update).toMatchObject(internalError(failed));
    const causes = ['bad', 'worse'].map((name) => ({
      reason: 'UnexpectedServerResponse',
      field: `/registry/secrets/a/${name}`,
    }));
    expect((await kube.call('GET', secrets)).json).toMatchObject({ reason: 'StorageReadError', details: { causes } });
  });

  test('can be deleted when their key is gone', async () => {
    await kube.call('POST', secrets, { metadata: { name: 's', finalizers: ['example.com/a'] } });
    transformers.replace(keys('second'));
    expect(await kube.call('DELETE', `${secrets}/s`)).toMatchObject(internalError('StorageError: corrupt object'));
    expect((await kube.call('DELETE', `${secrets}/s?${unsafe}`)).status).toBe(200);
    expect((await kube.call('GET', `${secrets}/s`)).status).toBe(404);
    expect(await kube.call('GET', secrets)).toMatchObject({ json: { items: [] } });
  });
});
