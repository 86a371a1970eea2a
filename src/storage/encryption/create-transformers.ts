// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import { AesCbc } from './aes-cbc.js';
import { AesGcm } from './aes-gcm.js';
import { type EncryptionConfiguration, type EncryptionProvider, ruleName } from './configuration.js';
import { identity } from './identity.js';
import { KmsCipher } from './kms/kms-cipher.js';
import { ProviderChain } from './provider-chain.js';
import { Secretbox } from './secretbox.js';
import type { ResourceTransformers, Transformer } from './transformer.js';
import type { ValueCipher } from './value-cipher.js';

/** Stores values in plain text, and refuses to read encrypted ones. */
export const identityTransformer: Transformer = new ProviderChain([identity]);

/** Creates the transformers that an encryption configuration names. */
export function createTransformers(configuration: EncryptionConfiguration): ResourceTransformers {
  const transformers = new Map<string, Transformer>();
  const keySources = new Set<KmsCipher>();
  for (const [name, ciphers] of ciphersByResource(configuration)) {
    transformers.set(name, new ProviderChain(ciphers));
    for (const cipher of ciphers) if (cipher instanceof KmsCipher) keySources.add(cipher);
  }
  return {
    keySources: [...keySources],
    forResource(resource) {
      for (const name of namesOf(resource)) {
        const transformer = transformers.get(name);
        if (transformer) return transformer;
      }
      return identityTransformer;
    },
  };
}

/** A resource that several rules name has the providers of all of them, in order. */
function ciphersByResource(configuration: EncryptionConfiguration): Map<string, ValueCipher[]> {
  const byResource = new Map<string, ValueCipher[]>();
  for (const { resources, providers } of configuration.rules) {
    const ciphers = providers.flatMap(createCiphers);
    for (const name of resources.map(ruleName)) {
      byResource.set(name, [...(byResource.get(name) ?? []), ...ciphers]);
    }
  }
  return byResource;
}

function createCiphers(provider: EncryptionProvider): ValueCipher[] {
  switch (provider.type) {
    case 'identity':
      return [identity];
    case 'aesgcm':
      return provider.keys.map((key) => new AesGcm(key));
    case 'aescbc':
      return provider.keys.map((key) => new AesCbc(key));
    case 'kms':
      return [new KmsCipher(provider)];
    case 'secretbox':
      return provider.keys.map((key) => new Secretbox(key));
  }
}

/** The names of rules that may apply: the resource's own, its group's, the wildcard. */
function namesOf({ group, resource }: GroupResource): string[] {
  return [ruleName({ group, resource }), ruleName({ group, resource: '*' }), '*.*'];
}
