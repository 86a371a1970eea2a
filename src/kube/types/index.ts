export { type BuiltInVersion, builtInVersion, shapeObject } from './built-in-version.js';
export { findMessage } from './messages.js';
export { builtInModelName, modelNames, resolveReference } from './schemas.js';
