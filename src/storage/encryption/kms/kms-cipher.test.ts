import { createCipheriv, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedStorage } from '../../embedded/index.js';
import { createTransformers } from '../create-transformers.js';
import { EncryptedStorage } from '../encrypted-storage.js';
import { encodeObject, keySource } from './encrypted-object.js';
import { KeyService } from './key-service.js';
import { TestKeyService } from './key-service.test.support.js';
import { KmsCipher } from './kms-cipher.js';

let service: TestKeyService;
const ciphers: KmsCipher[] = [];
const clock = { now: 0 };
beforeEach(async () => {
  service = await TestKeyService.start();
});
afterEach(async () => {
  for (const cipher of ciphers.splice(0)) cipher.close();
  await service.close();
});

const provider = () =>
  ({
    type: 'kms',
    apiVersion: 'v2',
    name: 'vault',
    endpoint: service.endpoint,
    timeoutMilliseconds: 3000,
  }) as const;

async function started(): Promise<KmsCipher> {
  const cipher = new KmsCipher(provider(), { now: () => clock.now });
  ciphers.push(cipher);
  await cipher.start();
  return cipher;
}

const plain = Buffer.from('a secret');

describe('a key service', () => {
  it('encrypts one key, and values are encrypted with keys derived from it', async () => {
    const cipher = await started();
    const [one, two] = [cipher.seal(plain, '/a'), cipher.seal(plain, '/a')];
    expect(one.equals(two)).toBe(false);
    expect(one.toString('latin1')).toMatch(/^k8s:enc:kms:v2:vault:/);
    expect(cipher.open(one, '/a')).toEqual(plain);
    expect(() => cipher.open(one, '/b')).toThrow('message authentication failed');
    expect(service.calls).toEqual(['Status', 'Encrypt']);
  });

  it('decrypts keys of others, each once', async () => {
    const stored = (await started()).seal(plain, '/a');
    const other = await started();
    expect(() => other.open(stored, '/a')).toThrow('failed to decrypt DEK');
    await Promise.all([other.prepare(stored), other.prepare(stored)]);
    expect(other.open(stored, '/a')).toEqual(plain);
    expect(other.prepare(stored)).toBeUndefined();
    expect(service.calls.filter((call) => call === 'Decrypt')).toHaveLength(1);
    expect(other.isStale(stored)).toBe(false);
  });

  it('that does not respond fails decryption', async () => {
    const stored = (await started()).seal(plain, '/a');
    const other = await started();
    service.failure = 'no way';
    await other.prepare(stored);
    expect(() => other.open(stored, '/a')).toThrow(
      'failed to decrypt DEK, error: rpc error: code = Internal desc = no way',
    );
    service.failure = undefined;
    await other.prepare(stored);
    expect(other.open(stored, '/a')).toEqual(plain);
  });

  it('may go over to another key: what was sealed with the former one is stale', async () => {
    const cipher = await started();
    const stored = cipher.seal(plain, '/a');
    service.keyId = 'key-2';
    const { keyChanges } = cipher;
    await cipher.check();
    expect(cipher.keyChanges).toBe(keyChanges + 1);
    expect(cipher.open(stored, '/a')).toEqual(plain);
    expect(cipher.isStale(stored)).toBe(true);
    expect(cipher.isStale(cipher.seal(plain, '/a'))).toBe(false);
  });

  it('may have sealed values with the key itself, as older servers do', async () => {
    const cipher = await started();
    const [key, nonce] = [randomBytes(32), randomBytes(12)];
    const gcm = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('/a'));
    const data = Buffer.concat([nonce, gcm.update(plain), gcm.final(), gcm.getAuthTag()]);
    const client = new KeyService(provider());
    const encrypted = await client.encrypt(key, 'x');
    client.close();
    const stored = Buffer.concat([cipher.prefix, encodeObject({ ...encrypted, data, source: keySource.key })]);
    await cipher.prepare(stored);
    expect(cipher.open(stored, '/a')).toEqual(plain);
    expect(cipher.isStale(stored)).toBe(true);
  });

  it.each<[string, (service: TestKeyService) => void, string]>([
    ['is not well', (one) => (one.healthz = 'ill'), 'got unexpected healthz status: ill'],
    ['is of another version', (one) => (one.version = 'v3'), 'expected KMSv2 API version v2, got v3'],
    ['has no key', (one) => (one.keyId = ''), 'keyID is empty'],
    ['has a key with too long a name', (one) => (one.keyId = 'x'.repeat(1025)), 'which exceeds the max size of 1024'],
    [
      'has notes that cannot be',
      (one) => (one.annotations = new Map([['bad', Buffer.alloc(1)]])),
      'failed to validate annotations',
    ],
    ['fails', (one) => (one.failure = 'broken'), 'rpc error: code = Internal desc = broken'],
  ])('that %s is not used', async (_name, change, problem) => {
    change(service);
    const cipher = await started();
    await expect(cipher.check()).rejects.toThrow(problem);
    expect(() => cipher.seal(plain, '/a')).toThrow(`kmsv2 Provider vault is not healthy, error: `);
  });

  it('that is lost lets values be written for three minutes', async () => {
    const cipher = await started();
    service.failure = 'gone';
    clock.now += 180_000;
    await cipher.check().catch(() => {});
    expect(cipher.open(cipher.seal(plain, '/a'), '/a')).toEqual(plain);
    clock.now += 1;
    expect(() => cipher.seal(plain, '/a')).toThrow('expired');
  });

  it('that does not exist is reported', async () => {
    const cipher = new KmsCipher({ ...provider(), endpoint: 'unix:///nowhere.sock' });
    ciphers.push(cipher);
    await cipher.start();
    await expect(cipher.check()).rejects.toThrow('ENOENT');
  });
});

it('a storage waits for keys before it reads, lists and watches', async () => {
  const storage = await EmbeddedStorage.open();
  const open = async () => {
    const resources = [{ group: '', resource: 'secrets' }];
    const transformers = createTransformers({ rules: [{ resources, providers: [provider()] }] });
    await Promise.all(transformers.keySources.map((source) => source.start()));
    const transformer = transformers.forResource(resources[0]!);
    return { encrypted: new EncryptedStorage({ storage, transformer }), sources: transformers.keySources };
  };
  const [writer, reader, lister, watcher] = [await open(), await open(), await open(), await open()];
  const watch = watcher.encrypted.watch('/a')[Symbol.asyncIterator]();
  const next = watch.next();
  await writer.encrypted.commit([{ type: 'put', key: '/a', value: plain }]);
  expect((await storage.get('/a')).entry!.value.toString('latin1')).toContain('k8s:enc:kms:v2:vault:');
  expect((await reader.encrypted.get('/a')).entry!.value).toEqual(plain);
  expect((await lister.encrypted.range('/')).entries[0]!.value).toEqual(plain);
  const { value } = await next;
  expect(value?.events[0]).toMatchObject({ entry: { value: plain } });
  await watch.return?.();
  for (const { sources } of [writer, reader, lister, watcher]) for (const source of sources) source.close();
  await storage.close();
});
