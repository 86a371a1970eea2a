// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import { type GroupResource, goQuote, parseGroupResource } from '../../apimachinery/meta/index.js';
import {
  type EncryptionConfiguration,
  EncryptionConfigurationError,
  type EncryptionProvider,
  type EncryptionRule,
  type KeyedProvider,
  ruleName,
} from './configuration.js';
import { decodeConfiguration, type RawKeys, type RawProvider } from './decode-configuration.js';
import { readDocument } from './read-document.js';
import { validateConfiguration } from './validate-configuration.js';

/** Reads an EncryptionConfiguration file, YAML or JSON. Throws `EncryptionConfigurationError`. */
export function parseEncryptionConfiguration(text: string): EncryptionConfiguration {
  const raw = decodeConfiguration(readDocument(text));
  const errors = validateConfiguration(raw);
  if (errors.length > 0) throw EncryptionConfigurationError.ofFields(errors);
  const rules = raw.resources.map(({ resources, providers }) => ({
    resources: resources.map(parseGroupResource),
    providers: providers.map(toProvider),
  }));
  refuseMaskedResources(rules);
  return { rules };
}

function toProvider({ kms, aesgcm, aescbc, secretbox }: RawProvider): EncryptionProvider {
  if (kms) {
    const { name, endpoint, timeoutMilliseconds } = kms;
    const apiVersion = kms.apiVersion === 'v1' ? 'v1' : 'v2';
    return { type: 'kms', apiVersion, name, endpoint, timeoutMilliseconds };
  }
  if (aesgcm) return toKeyedProvider('aesgcm', aesgcm);
  if (aescbc) return toKeyedProvider('aescbc', aescbc);
  if (secretbox) return toKeyedProvider('secretbox', secretbox);
  return { type: 'identity' };
}

function toKeyedProvider(type: KeyedProvider['type'], { keys }: RawKeys): KeyedProvider {
  return { type, keys: keys.map(({ name, secret }) => ({ name, secret: Buffer.from(secret, 'base64') })) };
}

/** Refuses resources after a wildcard that covers them: they would never take effect. */
function refuseMaskedResources(rules: readonly EncryptionRule[]): void {
  const seen = new Set<string>();
  for (const resource of rules.flatMap(({ resources }) => resources)) {
    const mask = wildcardsOf(resource).find((wildcard) => seen.has(wildcard));
    const name = ruleName(resource);
    if (mask !== undefined) {
      throw new EncryptionConfigurationError(`resource ${goQuote(name)} is masked by earlier rule ${goQuote(mask)}`);
    }
    seen.add(name);
  }
}

function wildcardsOf({ group }: GroupResource): string[] {
  return [ruleName({ group, resource: '*' }), '*.*'];
}
