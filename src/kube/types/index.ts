export { type BuiltInVersion, builtInVersion, shapeObject } from './built-in-version.js';
export { typeOfKind } from './kinds.js';
export { findMessage } from './messages.js';
export { modelNameOf, modelNames, resolveReference } from './schemas.js';
