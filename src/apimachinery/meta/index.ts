export { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from './json-value.js';
