export { type BuiltInVersion, builtInVersion } from './built-in-version.js';
export { earlierVersion } from './earlier-version.js';
export { asGiven, forgetGivenEmpty, holdsGivenEmpty, wasGivenEmpty } from './given-empty.js';
export { goDifference, goValue } from './go-value.js';
export { findMessage } from './messages.js';
export { registeredKinds } from './registered-kinds.js';
export { builtInModelName, modelNames, publishedSchema, resolveReference } from './schemas.js';
