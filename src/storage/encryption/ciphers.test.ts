import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AesCbc } from './aes-cbc.js';
import { AesGcm } from './aes-gcm.js';
import type { EncryptionKey } from './configuration.js';
import { identity } from './identity.js';
import { Secretbox } from './secretbox.js';
import type { ValueCipher } from './value-cipher.js';

const CONTEXT = '/registry/secrets/default/token';
const PLAIN = Buffer.from('{"kind":"Secret","data":{"password":"c2VjcmV0"}}');

function key(name: string, length: number, fill = 7): EncryptionKey {
  return { name, secret: Buffer.alloc(length, fill) };
}

function flipped(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

interface Format {
  readonly name: string;
  readonly create: (name: string, fill?: number) => ValueCipher;
  readonly prefix: string;
  /** Bytes beyond the prefix and the value, if that does not depend on the value. */
  readonly overhead: number | undefined;
}

const formats: Format[] = [
  ...[16, 24, 32].map((length) => ({
    name: `AES-GCM with ${length * 8} bits`,
    create: (name: string, fill?: number) => new AesGcm(key(name, length, fill)),
    prefix: 'k8s:enc:aesgcm:v1:',
    overhead: 28,
  })),
  ...[16, 24, 32].map((length) => ({
    name: `AES-CBC with ${length * 8} bits`,
    create: (name: string, fill?: number) => new AesCbc(key(name, length, fill)),
    prefix: 'k8s:enc:aescbc:v1:',
    overhead: undefined,
  })),
  {
    name: 'secretbox',
    create: (name: string, fill?: number) => new Secretbox(key(name, 32, fill)),
    prefix: 'k8s:enc:secretbox:v1:',
    overhead: 40,
  },
];

describe.each(formats)('$name', ({ create, prefix, overhead }) => {
  it('gives every value back, under key names of any length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.string({ minLength: 1 }),
        fc.string(),
        (bytes, name, context) => {
          const cipher = create(name);
          const plain = Buffer.from(bytes);
          const before = Buffer.from(bytes);
          const stored = cipher.seal(plain, context);
          expect(cipher.open(stored, context)).toEqual(plain);
          expect(plain).toEqual(before);
          expect(stored.subarray(0, cipher.prefix.length)).toEqual(Buffer.from(`${prefix}${name}:`));
          if (overhead !== undefined) expect(stored.length).toBe(cipher.prefix.length + overhead + plain.length);
        },
      ),
    );
  });

  it('gives big values back', () => {
    const cipher = create('key1');
    const plain = Buffer.alloc(1_500_000, 'x');
    expect(cipher.open(cipher.seal(plain, CONTEXT), CONTEXT).equals(plain)).toBe(true);
  });

  it('never writes the same bytes twice', () => {
    const cipher = create('key1');
    const written = Array.from({ length: 1000 }, () => cipher.seal(PLAIN, CONTEXT).toString('latin1'));
    expect(new Set(written).size).toBe(1000);
  });

  it('leaves the stored bytes as they are while reading', () => {
    const cipher = create('key1');
    const stored = cipher.seal(PLAIN, CONTEXT);
    const before = Buffer.from(stored);
    cipher.open(stored, CONTEXT);
    expect(stored).toEqual(before);
  });

  it('refuses stored values that are cut short anywhere', () => {
    const cipher = create('key1');
    const stored = cipher.seal(Buffer.alloc(40, 0x5a), CONTEXT);
    for (let length = cipher.prefix.length; length < cipher.prefix.length + 16; length++) {
      expect(() => cipher.open(stored.subarray(0, length), CONTEXT)).toThrow(
        'the stored data was shorter than the required size',
      );
    }
    expect(() => cipher.open(stored.subarray(0, stored.length - 1), CONTEXT)).toThrow();
  });
});

const notAuthentic = /^(cipher: message authentication failed|output array was not large enough for encryption)$/;

describe.each(formats.filter(({ overhead }) => overhead !== undefined))('$name, being authenticated,', ({ create }) => {
  it('refuses a value in which any bit was changed', () => {
    const cipher = create('key1');
    const stored = cipher.seal(PLAIN, CONTEXT);
    for (let at = cipher.prefix.length; at < stored.length; at++) {
      expect(() => cipher.open(flipped(stored, at), CONTEXT)).toThrow(notAuthentic);
    }
  });

  it('refuses a value that was sealed with another secret', () => {
    const stored = create('key1', 1).seal(PLAIN, CONTEXT);
    expect(() => create('key1', 2).open(stored, CONTEXT)).toThrow(notAuthentic);
  });
});

describe('where a value is stored', () => {
  it('is authenticated by AES-GCM: a value moved to another key is refused', () => {
    const cipher = new AesGcm(key('key1', 32));
    const stored = cipher.seal(PLAIN, '/registry/secrets/mine/token');
    expect(() => cipher.open(stored, '/registry/secrets/yours/token')).toThrow('message authentication failed');
  });

  it.each([
    { name: 'AES-CBC', cipher: new AesCbc(key('key1', 32)) },
    { name: 'secretbox', cipher: new Secretbox(key('key1', 32)) },
  ])('is not by $name, as in kube-apiserver', ({ cipher }) => {
    const stored = cipher.seal(PLAIN);
    expect(cipher.open(stored)).toEqual(PLAIN);
  });
});

describe('values that kube-apiserver wrote, built from the bare ciphers,', () => {
  it('are read by AES-GCM: nonce, ciphertext, tag, the key path authenticated', () => {
    const secret = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
    const nonce = Buffer.from('a0a1a2a3a4a5a6a7a8a9aaab', 'hex');
    const cipher = createCipheriv('aes-256-gcm', createSecretKey(secret), nonce);
    cipher.setAAD(Buffer.from(CONTEXT));
    const parts = [Buffer.from('k8s:enc:aesgcm:v1:key1:'), nonce, cipher.update(PLAIN), cipher.final()];
    const stored = Buffer.concat([...parts, cipher.getAuthTag()]);
    expect(new AesGcm({ name: 'key1', secret }).open(stored, CONTEXT)).toEqual(PLAIN);
  });

  it.each([0, 1, 15, 16, 17, 31, 32])('are read by AES-CBC: vector, ciphertext padded from %d bytes', (length) => {
    const secret = Buffer.alloc(32, 3);
    const vector = Buffer.from('b0b1b2b3b4b5b6b7b8b9babbbcbdbebf', 'hex');
    const plain = Buffer.alloc(length, 'p');
    const padding = 16 - (length % 16);
    const cipher = createCipheriv('aes-256-cbc', secret, vector).setAutoPadding(false);
    const body = cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)]));
    const stored = Buffer.concat([Buffer.from('k8s:enc:aescbc:v1:key1:'), vector, body]);
    expect(new AesCbc({ name: 'key1', secret }).open(stored)).toEqual(plain);
  });

  it('are read by secretbox: nonce, tag, ciphertext', () => {
    // The first vector of NaCl's own secretbox test; its box begins with this tag.
    const secret = Buffer.from('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389', 'hex');
    const nonce = Buffer.from('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37', 'hex');
    const box = Buffer.from(xsalsa20poly1305(secret, nonce).encrypt(NACL_MESSAGE));
    expect(box.subarray(0, 16).toString('hex')).toBe('f3ffc7703f9400e52a7dfb4b3d3305d9');
    const stored = Buffer.concat([Buffer.from('k8s:enc:secretbox:v1:key1:'), nonce, box]);
    expect(new Secretbox({ name: 'key1', secret }).open(stored)).toEqual(NACL_MESSAGE);
  });
});

const NACL_MESSAGE = Buffer.from(
  'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f4' +
    '1db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52' +
    'f0a089bc76897040e082f937763848645e0705',
  'hex',
);

describe('values that kube-apiserver reads, taken apart with the bare ciphers,', () => {
  it('are written by AES-GCM', () => {
    const { name, secret } = key('key1', 32);
    const stored = new AesGcm({ name, secret }).seal(PLAIN, CONTEXT);
    const body = stored.subarray('k8s:enc:aesgcm:v1:key1:'.length);
    const decipher = createDecipheriv('aes-256-gcm', secret, body.subarray(0, 12));
    decipher.setAAD(Buffer.from(CONTEXT)).setAuthTag(body.subarray(-16));
    expect(Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()])).toEqual(PLAIN);
  });

  it('are written by AES-CBC', () => {
    const { name, secret } = key('key1', 16);
    const stored = new AesCbc({ name, secret }).seal(PLAIN);
    const body = stored.subarray('k8s:enc:aescbc:v1:key1:'.length);
    const decipher = createDecipheriv('aes-128-cbc', secret, body.subarray(0, 16));
    expect(Buffer.concat([decipher.update(body.subarray(16)), decipher.final()])).toEqual(PLAIN);
  });

  it('are written by secretbox', () => {
    const { name, secret } = key('key1', 32);
    const stored = new Secretbox({ name, secret }).seal(PLAIN);
    const body = stored.subarray('k8s:enc:secretbox:v1:key1:'.length);
    expect(Buffer.from(xsalsa20poly1305(secret, body.subarray(0, 24)).decrypt(body.subarray(24)))).toEqual(PLAIN);
  });
});

describe('AES-CBC padding', () => {
  const secret = Buffer.alloc(32, 3);
  const cbc = new AesCbc({ name: 'key1', secret });

  function storedBlocks(padded: Buffer): Buffer {
    const vector = Buffer.alloc(16, 9);
    const cipher = createCipheriv('aes-256-cbc', secret, vector).setAutoPadding(false);
    return Buffer.concat([cbc.prefix, vector, cipher.update(padded)]);
  }

  it.each([
    { name: 'nothing at all', stored: storedBlocks(Buffer.alloc(0)), message: 'invalid PKCS7 data' },
    { name: 'padding of zero', stored: storedBlocks(Buffer.alloc(16, 0)), message: 'invalid PKCS7 data' },
    { name: 'padding beyond a block', stored: storedBlocks(Buffer.alloc(32, 17)), message: 'invalid PKCS7 data' },
    {
      name: 'padding that is not all alike',
      stored: storedBlocks(Buffer.from('0000000000000000000000000000ff02', 'hex')),
      message: 'invalid padding on input',
    },
    {
      name: 'a part of a block',
      stored: Buffer.concat([storedBlocks(Buffer.alloc(16, 16)), Buffer.alloc(3)]),
      message: 'the stored data is not a multiple of the block size',
    },
  ])('of $name is refused', ({ stored, message }) => {
    expect(() => cbc.open(stored)).toThrow(message);
  });
});

describe('keys of a length that the cipher does not take', () => {
  it.each([
    { name: 'AES-GCM', create: () => new AesGcm(key('key1', 20)) },
    { name: 'AES-CBC', create: () => new AesCbc(key('key1', 0)) },
    { name: 'secretbox', create: () => new Secretbox(key('key1', 16)) },
  ])('are refused by $name', ({ create }) => {
    expect(create).toThrow(RangeError);
  });
});

describe('identity', () => {
  it('hands on the very same value', () => {
    expect(identity.seal(PLAIN, CONTEXT)).toBe(PLAIN);
    expect(identity.open(PLAIN, CONTEXT)).toBe(PLAIN);
  });

  it.each(['k8s:enc:', 'k8s:enc:aesgcm:v1:key1:rest', 'k8s:enc:kms:v2:name:rest'])('refuses %j', (text) => {
    expect(() => identity.open(Buffer.from(text), CONTEXT)).toThrow(
      'identity transformer tried to read encrypted data',
    );
  });

  it.each(['', 'k8s', 'k8s:enc', 'k8s\0protobuf', '{}'])('reads %j', (text) => {
    expect(identity.open(Buffer.from(text), CONTEXT).toString()).toBe(text);
  });
});
