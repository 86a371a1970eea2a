// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import { formatGroupResource } from '../../apimachinery/meta/index.js';
import { AesCbc } from './aes-cbc.js';
import { AesGcm } from './aes-gcm.js';
import {
  type EncryptionConfiguration,
  EncryptionConfigurationError,
  type EncryptionProvider,
  ruleName,
} from './configuration.js';
import type { EncryptionObserver } from './encryption-observer.js';
import { identity } from './identity.js';
import { KmsCipher } from './kms/kms-cipher.js';
import { KmsV1Cipher } from './kms/kms-v1-cipher.js';
import { MeasuredTransformer } from './measured-transformer.js';
import { ProviderChain } from './provider-chain.js';
import { Secretbox } from './secretbox.js';
import type { ResourceTransformers, Transformer } from './transformer.js';
import type { ValueCipher } from './value-cipher.js';

/** Stores values in plain text, and refuses to read encrypted ones. */
export const identityTransformer: Transformer = {
  toStorage: identity.seal,
  fromStorage: (stored, context) => ({ value: identity.open(stored, context), stale: false }),
};

interface TransformersOptions {
  readonly mayUseKmsV1?: boolean;
  /** Unset: nothing is measured. */
  readonly observer?: EncryptionObserver | undefined;
}

/** Creates the transformers that an encryption configuration names. */
export function createTransformers(
  configuration: EncryptionConfiguration,
  { mayUseKmsV1 = false, observer }: TransformersOptions = {},
): ResourceTransformers {
  const transformers = new Map<string, ProviderChain>();
  const keySources = new Set<KmsCipher | KmsV1Cipher>();
  if (!mayUseKmsV1) refuseKmsV1(configuration);
  for (const [name, ciphers] of ciphersByResource(configuration, observer)) {
    transformers.set(name, new ProviderChain(ciphers));
    for (const cipher of ciphers)
      if (cipher instanceof KmsCipher || cipher instanceof KmsV1Cipher) keySources.add(cipher);
  }
  return {
    keySources: [...keySources],
    forResource(resource) {
      for (const name of namesOf(resource)) {
        const transformer = transformers.get(name);
        if (transformer && observer)
          return new MeasuredTransformer(transformer, formatGroupResource(resource), observer);
        if (transformer) return transformer;
      }
      return identityTransformer;
    },
  };
}

/** Throws unless all key services speak KMS v2. */
function refuseKmsV1({ rules }: EncryptionConfiguration): void {
  const isV1 = (provider: EncryptionProvider) => provider.type === 'kms' && provider.apiVersion === 'v1';
  if (!rules.some(({ providers }) => providers.some(isV1))) return;
  const deprecated = 'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.';
  const remedy = 'Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.';
  throw new EncryptionConfigurationError(`${deprecated}  ${remedy}`);
}

/** A resource that several rules name has the providers of all of them, in order. */
function ciphersByResource(
  configuration: EncryptionConfiguration,
  observer: EncryptionObserver | undefined,
): Map<string, ValueCipher[]> {
  const byResource = new Map<string, ValueCipher[]>();
  for (const { resources, providers } of configuration.rules) {
    const ciphers = providers.flatMap((provider) => createCiphers(provider, observer));
    for (const name of resources.map(ruleName)) {
      byResource.set(name, [...(byResource.get(name) ?? []), ...ciphers]);
    }
  }
  return byResource;
}

function createCiphers(provider: EncryptionProvider, observer: EncryptionObserver | undefined): ValueCipher[] {
  switch (provider.type) {
    case 'identity':
      return [identity];
    case 'aesgcm':
      return provider.keys.map((key) => new AesGcm(key));
    case 'aescbc':
      return provider.keys.map((key) => new AesCbc(key));
    case 'kms':
      return [
        provider.apiVersion === 'v1' ? new KmsV1Cipher(provider, { observer }) : new KmsCipher(provider, { observer }),
      ];
    case 'secretbox':
      return provider.keys.map((key) => new Secretbox(key));
  }
}

/** The names of rules that may apply: the resource's own, its group's, the wildcard. */
function namesOf({ group, resource }: GroupResource): string[] {
  return [ruleName({ group, resource }), ruleName({ group, resource: '*' }), '*.*'];
}
