export { MissingKindError, MissingVersionError, NotConvertibleError, NotRegisteredError } from './errors.js';
export { Kind } from './kind.js';
export {
  type ConversionStep,
  type ConvertAll,
  defineKind,
  type KindDefinition,
  type VersionDefinition,
} from './kind-definition.js';
export { librarySchemes } from './library-schemes.js';
export { all, andThen, type MaybePromise } from './maybe-promise.js';
export { isMetaGroupKind, isRequestKind, isUnversionedKind } from './meta-kinds.js';
export { type Decoded, Scheme } from './scheme.js';
