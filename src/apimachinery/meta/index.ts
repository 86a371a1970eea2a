export { aggregateMessages } from './aggregate-messages.js';
export { clipText } from './clip-text.js';
export { optionKinds, unversionedKinds } from './common-kinds.js';
export { compositeKey } from './composite-key.js';
export { type Condition, findCondition, isConditionTrue, withCondition } from './condition.js';
export { countValues } from './count-values.js';
export { DeferredCalls, maxRecursion, withDeferredCalls } from './deferred-calls.js';
export { durationProblem, formatDuration, parseDuration, parseNanoseconds } from './duration.js';
export {
  compareBytes,
  goEscapes,
  goFormat,
  goJson,
  goNumber,
  goQuote,
  goQuoteWhole,
  goSyntax,
  jsonTypeName,
  shortEscapes,
} from './go-text.js';
export {
  formatGroupKind,
  formatGroupResource,
  formatGroupVersion,
  formatGroupVersionKind,
  formatGroupVersionResource,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  GroupVersionParseError,
  type GroupVersionResource,
  groupVersionKind,
  parseGroupKind,
  parseGroupResource,
  parseGroupVersion,
  parseKindArgument,
  parseResourceArgument,
} from './group-version.js';
export { humanDuration } from './human-duration.js';
export {
  cloneJson,
  isInt64,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  listIn,
  objectIn,
  objectsIn,
  type ReadonlyJson,
  textIn,
  textsIn,
} from './json-value.js';
export { cloneJsonYielding, comparingJson } from './large-values.js';
export type { ObjectInput } from './object-input.js';
export {
  type ApiList,
  type ApiObject,
  annotationsOf,
  controllerOf,
  isBeingDeleted,
  type ListMeta,
  labelsOf,
  type ManagedFieldsEntry,
  metadataOf,
  mutableMetadataOf,
  type NewUid,
  namespacedName,
  type ObjectMeta,
  type OwnerReference,
  type TypeMeta,
} from './object-meta.js';
export type {
  CreateOptions,
  DeleteOptions,
  FieldValidation,
  GetOptions,
  ListOptions,
  PatchOptions,
  Preconditions,
  PropagationPolicy,
  ResourceVersionMatch,
  TableOptions,
  UpdateOptions,
} from './options.js';
export { getOwn, isEmptyObject, setOwn } from './own-property.js';
export { isPrintable } from './printable.js';
export type {
  PartialObjectMetadata,
  PartialObjectMetadataList,
  Table,
  TableColumnDefinition,
  TableRow,
} from './table.js';
export { formatMicroTime, formatTime, isSameTime, normalTime, parseMicroTime, parseTime, timeProblem } from './time.js';
export { trim, trimLeft, trimRight } from './trim.js';
export type { TypeMismatch } from './type-mismatch.js';
export { UnknownFields } from './unknown-fields.js';
export { compareVersions } from './version-order.js';
export { initialEventsEndAnnotation, type WatchEvent, type WatchEventType } from './watch-event.js';
export { withMembers } from './with-members.js';
