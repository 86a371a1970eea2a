// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go (v1.36)

import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { Storage } from '../storage.js';
import { identityTransformer } from './create-transformers.js';
import { EncryptedStorage } from './encrypted-storage.js';
import type { ResourceTransformers } from './transformer.js';

/** Options of the encryption of several resources. */
export interface EncryptedResourcesOptions {
  readonly storage: Storage;
  readonly transformers: ResourceTransformers;
  /** kube-apiserver's prefix of these keys, such as `/registry`: transformers get the key with it. */
  readonly keyPrefix?: string;
}

/** A storage that encrypts each resource according to the configuration. Keys of no resource are not encrypted. */
export class EncryptedResources extends EncryptedStorage {
  readonly #options: EncryptedResourcesOptions;

  constructor(options: EncryptedResourcesOptions) {
    super({ ...options, transformer: identityTransformer });
    this.#options = options;
  }

  forResource(resource: GroupResource): Storage {
    const { transformers, ...options } = this.#options;
    const storage = options.storage.forResource?.(resource) ?? options.storage;
    return new EncryptedStorage({ ...options, storage, transformer: transformers.forResource(resource) });
  }
}
