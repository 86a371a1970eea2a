import type { GroupResource } from '../../apimachinery/meta/index.js';
import type { Storage } from '../storage.js';
import { identityTransformer } from './create-transformers.js';
import { EncryptedStorage } from './encrypted-storage.js';
import type { ResourceTransformers } from './transformer.js';

export interface EncryptedResourcesOptions {
  readonly storage: Storage;
  readonly transformers: ResourceTransformers;
  /** What kube-apiserver has before these keys, such as `/registry`: transformers are told the key with it. */
  readonly keyPrefix?: string;
}

/** A storage in which each resource is encrypted as the configuration says. What belongs to no resource is not. */
export class EncryptedResources extends EncryptedStorage {
  readonly #options: EncryptedResourcesOptions;

  constructor(options: EncryptedResourcesOptions) {
    super({ ...options, transformer: identityTransformer });
    this.#options = options;
  }

  forResource(resource: GroupResource): Storage {
    const { transformers, ...options } = this.#options;
    return new EncryptedStorage({ ...options, transformer: transformers.forResource(resource) });
  }
}
