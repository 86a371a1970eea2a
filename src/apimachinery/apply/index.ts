export { type ApplyType, deducedType } from './apply-type.js';
export { ApplyTypeError } from './apply-type-error.js';
export { compareValues } from './compare.js';
export type { Comparison } from './comparison.js';
export { type CompileTypeOptions, compileObjectType, compileType } from './compile-type.js';
export { PathElementError, printPath } from './element-content.js';
export { anyElement, excludingFields, type FieldFilter, includingFields, type PathPattern } from './field-filter.js';
export { FieldManager, type FieldManagerOptions } from './field-manager.js';
export { FieldSet } from './field-set.js';
export { decodeFieldsV1, encodeFieldsV1, FieldsV1Error } from './fields-v1.js';
export {
  decodeManagedFields,
  type ManagedEntries,
  type ManagedEntry,
  ManagedFieldsError,
  type ManagedFieldsOperation,
} from './managed-fields.js';
export { managerNameOf } from './manager-name.js';
export { mergeValues } from './merge.js';
export { fieldElement, keyElement, type PathElement, valueElement } from './path-element.js';
export { parentManagedFields, type ReplicasPaths, scaleManagedFields } from './scale-fields.js';
export { extractItems, removeItems } from './select-items.js';
export { fieldSetOf } from './to-field-set.js';
export { droppingNewTimes } from './unchanged.js';
export { validateApplied } from './validate-value.js';
export type { Versions } from './versions.js';
