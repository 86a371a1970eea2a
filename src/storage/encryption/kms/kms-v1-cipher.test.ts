import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AesCbc } from '../aes-cbc.js';
import { createTransformers } from '../create-transformers.js';
import { TestKeyService } from './key-service.test.support.js';
import { KmsV1Cipher } from './kms-v1-cipher.js';

let service: TestKeyService;
const ciphers: KmsV1Cipher[] = [];
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
    apiVersion: 'v1',
    name: 'vault',
    endpoint: service.endpoint,
    timeoutMilliseconds: 3000,
  }) as const;

async function started(): Promise<KmsV1Cipher> {
  const cipher = new KmsV1Cipher(provider());
  ciphers.push(cipher);
  await cipher.start();
  return cipher;
}

const plain = Buffer.from('a secret');

describe('a key service of KMS v1', () => {
  it('encrypts a key, which values contain', async () => {
    const cipher = await started();
    const sealed = cipher.seal(plain, '/a');
    const prefix = 'k8s:enc:kms:v1:vault:';
    expect(sealed.subarray(0, prefix.length).toString()).toBe(prefix);
    expect(sealed.readUInt16BE(prefix.length)).toBe(32);
    expect(cipher.open(sealed, '/a')).toEqual(plain);
    expect(() => cipher.open(sealed, '/b')).toThrow('message authentication failed');
    expect([service.calls, service.authority]).toEqual([['Version', 'Encrypt'], 'localhost']);
  });

  it('decrypts keys of others, each once', async () => {
    const sealed = (await started()).seal(plain, '/a');
    const other = await started();
    service.calls.length = 0;
    expect(() => other.open(sealed, '/a')).toThrow('the key of the value has not been decrypted');
    await Promise.all([other.prepare(sealed), other.prepare(sealed)]);
    expect(other.open(sealed, '/a')).toEqual(plain);
    expect(other.prepare(sealed)).toBeUndefined();
    expect(service.calls).toEqual(['Decrypt']);
  });

  it('opens what servers before v1.25 sealed', async () => {
    const cipher = await started();
    const { prefix } = cipher;
    const secret = Buffer.alloc(32, 7);
    const old = new AesCbc({ name: '', secret });
    // As the service of the test encrypts.
    const mask = createHash('sha256').update(service.keyId).digest();
    const encrypted = Buffer.from(secret.map((byte, index) => byte ^ mask[index]!));
    const data = old.seal(plain).subarray(old.prefix.length);
    const sealed = Buffer.concat([prefix, Buffer.from([0, 32]), encrypted, data]);
    await cipher.prepare(sealed);
    expect(cipher.open(sealed, '/a')).toEqual(plain);
  });

  it('opens nothing that is too short', async () => {
    const cipher = await started();
    const { prefix } = cipher;
    expect(cipher.prepare(Buffer.concat([prefix, Buffer.from([9])]))).toBeUndefined();
    expect(() => cipher.open(Buffer.concat([prefix, Buffer.from([9])]), '/a')).toThrow(
      'invalid data encountered by envelope transformer: failed to read uint16 length prefixed data',
    );
  });

  it('is checked by encrypting and decrypting', async () => {
    const cipher = await started();
    await cipher.check();
    service.failure = 'locked';
    const problem = 'failed to perform encrypt section of the healthz check for KMS Provider vault, error:';
    await expect(cipher.check()).rejects.toThrow(problem);
  });

  it('of another version is refused', async () => {
    service.firstVersion = 'v9';
    const cipher = await started();
    const problem = 'KMS provider api version v9 is not supported, only v1beta1 is supported now';
    expect(() => cipher.seal(plain, '/a')).toThrow(problem);
  });

  it('needs its feature gate', () => {
    const rules = [{ resources: [{ group: '', resource: 'secrets' }], providers: [provider()] }];
    const problem = 'Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.';
    expect(() => createTransformers({ rules })).toThrow(problem);
    const { keySources } = createTransformers({ rules }, { mayUseKmsV1: true });
    expect(keySources.map(({ name }) => name)).toEqual(['vault']);
  });
});
