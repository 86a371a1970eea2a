export { compareBytes, goJson, goNumber, goQuote } from './go-text.js';
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
export { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from './json-value.js';
