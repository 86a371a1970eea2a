// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/types_encryption.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/apis/apiserver/v1/defaults.go (v1.36)

import { formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import { aggregateMessage, type FieldError } from '../../apimachinery/validation/index.js';

/** A validated EncryptionConfiguration (apiserver.config.k8s.io/v1). */
export interface EncryptionConfiguration {
  readonly rules: readonly EncryptionRule[];
}

/** Which resources are encrypted, and how. */
export interface EncryptionRule {
  /** `*` stands for every resource of the group, or, with the group `*`, for every resource. */
  readonly resources: readonly GroupResource[];
  /** In order of preference: the first key of the first provider writes, all of them read. */
  readonly providers: readonly EncryptionProvider[];
}

/** A provider of an encryption configuration. */
export type EncryptionProvider = { readonly type: 'identity' } | KeyedProvider | KmsProvider;

/** A key service. */
export interface KmsProvider {
  readonly type: 'kms';
  readonly apiVersion: 'v1' | 'v2';
  readonly name: string;
  /** `unix:///path` */
  readonly endpoint: string;
  readonly timeoutMilliseconds: number;
}

/** A provider with keys of its own. */
export interface KeyedProvider {
  readonly type: 'aesgcm' | 'aescbc' | 'secretbox';
  readonly keys: readonly EncryptionKey[];
}

/** A key of an encryption provider. */
export interface EncryptionKey {
  readonly name: string;
  readonly secret: Buffer;
}

/** The reason why a configuration is rejected. Neither the message nor the field errors contain its secrets. */
export class EncryptionConfigurationError extends Error {
  override readonly name = 'EncryptionConfigurationError';
  readonly fieldErrors: readonly FieldError[];

  constructor(message: string, fieldErrors: readonly FieldError[] = []) {
    super(message);
    this.fieldErrors = fieldErrors;
  }

  static ofFields(fieldErrors: readonly FieldError[]): EncryptionConfigurationError {
    return new EncryptionConfigurationError(aggregateMessage(fieldErrors), fieldErrors);
  }
}

/**
 * In the form of a configuration file: `secrets`, `pandas.awesome.bears.example`, `*.apps`, `*.` for the core group.
 */
export function ruleName(resource: GroupResource): string {
  const name = formatGroupResource(resource);
  return name === '*' ? '*.' : name;
}
