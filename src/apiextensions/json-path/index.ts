export { type JsonPath, JsonPathError, parseJsonPath } from './json-path.js';
