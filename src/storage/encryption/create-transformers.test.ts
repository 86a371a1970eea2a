import { describe, expect, it } from 'vitest';
import type { EncryptionConfiguration, EncryptionProvider } from './configuration.js';
import { createTransformers, identityTransformer } from './create-transformers.js';
import { parseEncryptionConfiguration } from './parse-configuration.js';
import type { Transformer } from './transformer.js';

const CONTEXT = '/registry/secrets/default/token';
const PLAIN = Buffer.from('{"kind":"Secret"}');
const IDENTITY: EncryptionProvider = { type: 'identity' };

function keyed(type: 'aesgcm' | 'aescbc' | 'secretbox', ...names: string[]): EncryptionProvider {
  return { type, keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name) })) };
}

function configured(...providers: EncryptionProvider[]): Transformer {
  return forRules({ secrets: providers }, { group: '', resource: 'secrets' });
}

function forRules(
  rules: Record<string, EncryptionProvider[]>,
  resource: { group: string; resource: string },
): Transformer {
  const configuration: EncryptionConfiguration = {
    rules: Object.entries(rules).map(([name, providers]) => ({ resources: [parsed(name)], providers })),
  };
  return createTransformers(configuration).forResource(resource);
}

function parsed(name: string): { group: string; resource: string } {
  const [resource = '', ...group] = name.split('.');
  return { resource, group: group.join('.') };
}

function writtenPrefix(transformer: Transformer): string {
  return transformer.toStorage(PLAIN, CONTEXT).toString('latin1').split(':').slice(0, 5).join(':');
}

describe('rotation by order', () => {
  const old = configured(keyed('aescbc', 'old')).toStorage(PLAIN, CONTEXT);

  it.each([
    { name: 'the first key of the first provider', providers: [keyed('aescbc', 'old', 'new'), IDENTITY], stale: false },
    { name: 'a later key', providers: [keyed('aescbc', 'new', 'old')], stale: true },
    { name: 'a later provider', providers: [keyed('aesgcm', 'new'), keyed('aescbc', 'old')], stale: true },
    { name: 'a provider after identity', providers: [IDENTITY, keyed('aescbc', 'old')], stale: true },
  ])('reads with $name, stale: $stale', ({ providers, stale }) => {
    expect(configured(...providers).fromStorage(old, CONTEXT)).toEqual({ value: PLAIN, stale });
  });

  it('reads what is not encrypted yet, and calls it stale', () => {
    const { value, stale } = configured(keyed('secretbox', 'new'), IDENTITY).fromStorage(PLAIN, CONTEXT);
    expect(value).toBe(PLAIN);
    expect(stale).toBe(true);
  });

  it('reads what is not encrypted as it is, where identity comes first', () => {
    const { value, stale } = configured(IDENTITY, keyed('secretbox', 'old')).fromStorage(PLAIN, CONTEXT);
    expect(value).toBe(PLAIN);
    expect(stale).toBe(false);
  });

  it('writes with the first key of the first provider', () => {
    const transformer = configured(keyed('secretbox', 'new', 'older'), keyed('aesgcm', 'oldest'));
    expect(writtenPrefix(transformer)).toBe('k8s:enc:secretbox:v1:new');
  });

  it('goes on to a later key of the same name where the first cannot read', () => {
    const sameName = (fill: number): EncryptionProvider => ({
      type: 'aesgcm',
      keys: [{ name: 'key', secret: Buffer.alloc(32, fill) }],
    });
    const stored = configured(sameName(1)).toStorage(PLAIN, CONTEXT);
    expect(configured(sameName(2), sameName(1)).fromStorage(stored, CONTEXT)).toEqual({ value: PLAIN, stale: true });
  });

  it('distinguishes key names with a common prefix', () => {
    const stored = configured(keyed('aesgcm', 'a:b')).toStorage(PLAIN, CONTEXT);
    expect(configured(keyed('aesgcm', 'a', 'a:b')).fromStorage(stored, CONTEXT).value).toEqual(PLAIN);
  });
});

describe('what no key can read', () => {
  const stored = configured(keyed('aesgcm', 'gone')).toStorage(PLAIN, CONTEXT);

  it.each([
    { name: 'names another key', providers: [keyed('aesgcm', 'new')], message: 'no matching prefix found' },
    { name: 'is encrypted, and nothing is', providers: [IDENTITY], message: 'no matching prefix found' },
    {
      name: 'has its key, but another secret',
      providers: [IDENTITY, { type: 'aesgcm', keys: [{ name: 'gone', secret: Buffer.alloc(32) }] } as const, IDENTITY],
      message: 'cipher: message authentication failed',
    },
    {
      name: 'fails with each key of that name in another way',
      providers: [
        { type: 'aesgcm', keys: [{ name: 'gone', secret: Buffer.alloc(32) }] } as const,
        { type: 'aesgcm', keys: [{ name: 'gone', secret: Buffer.alloc(16) }] } as const,
      ],
      message: /^cipher: message authentication failed$/,
    },
  ])('is refused, saying why, where it $name', ({ providers, message }) => {
    expect(() => configured(...providers).fromStorage(stored, CONTEXT)).toThrow(message);
  });

  it('is refused where it is encrypted, and its resource has no rule', () => {
    expect(() => identityTransformer.fromStorage(stored, CONTEXT)).toThrow('tried to read encrypted data');
  });

  it('is refused where it is not encrypted, and identity is not allowed', () => {
    expect(() => configured(keyed('aesgcm', 'new')).fromStorage(PLAIN, CONTEXT)).toThrow('no matching prefix found');
  });
});

describe('the rule of a resource', () => {
  const rules = {
    secrets: [keyed('aescbc', 'own')],
    'deployments.apps': [keyed('aescbc', 'deployments')],
    '*.apps': [keyed('aescbc', 'apps')],
    '*.': [keyed('aescbc', 'core')],
    '*.*': [keyed('aescbc', 'all')],
  };

  it.each([
    { group: '', resource: 'secrets', key: 'own' },
    { group: '', resource: 'configmaps', key: 'core' },
    { group: 'apps', resource: 'deployments', key: 'deployments' },
    { group: 'apps', resource: 'daemonsets', key: 'apps' },
    { group: 'other.example', resource: 'secrets', key: 'all' },
    { group: 'awesome.bears.example', resource: 'pandas', key: 'all' },
  ])('for $resource in group "$group" is that of "$key"', ({ group, resource, key }) => {
    expect(writtenPrefix(forRules(rules, { group, resource }))).toBe(`k8s:enc:aescbc:v1:${key}`);
  });

  it('is identity where there is none', () => {
    const transformer = forRules({ secrets: [keyed('aescbc', 'own')] }, { group: '', resource: 'pods' });
    expect(transformer).toBe(identityTransformer);
  });

  it('has the providers of every rule that names it, in order', () => {
    const text = JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'EncryptionConfiguration',
      resources: ['first', 'second'].map((name) => ({
        resources: ['secrets'],
        providers: [{ aesgcm: { keys: [{ name, secret: Buffer.alloc(32, name).toString('base64') }] } }],
      })),
    });
    const transformer = createTransformers(parseEncryptionConfiguration(text)).forResource(parsed('secrets'));
    expect(writtenPrefix(transformer)).toBe('k8s:enc:aesgcm:v1:first');
    const stored = configured(keyed('aesgcm', 'second')).toStorage(PLAIN, CONTEXT);
    expect(transformer.fromStorage(stored, CONTEXT)).toEqual({ value: PLAIN, stale: true });
  });
});
