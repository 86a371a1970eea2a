export {
  type EncryptionConfiguration,
  EncryptionConfigurationError,
  type EncryptionKey,
  type EncryptionProvider,
  type EncryptionRule,
  type KeyedProvider,
  type KmsProvider,
} from './configuration.js';
export { EncryptionConfigurationFile, type EncryptionConfigurationFileOptions } from './configuration-file.js';
export { createTransformers, identityTransformer } from './create-transformers.js';
export { EncryptedResources, type EncryptedResourcesOptions } from './encrypted-resources.js';
export { EncryptedStorage, type EncryptedStorageOptions } from './encrypted-storage.js';
export type { EncryptionObserver } from './encryption-observer.js';
export { RememberedHealth } from './kms/remembered-health.js';
export { parseEncryptionConfiguration } from './parse-configuration.js';
export { ReloadableTransformers } from './reloadable-transformers.js';
export type { KeySource, ResourceTransformers, Transformed, Transformer } from './transformer.js';
