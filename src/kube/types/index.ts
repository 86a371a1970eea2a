export { builtInVersion, shapeFormer, type VersionOptions } from './built-in-version.js';
export { describeField, fieldDescription } from './descriptions.js';
export { asGiven, forgetGivenEmpty, holdsGivenEmpty, wasGivenEmpty } from './given-empty.js';
export { goDifference, goValue } from './go-value.js';
export { findMessage } from './messages.js';
export { registeredVersions, registeredVersionsOf } from './registered-kinds.js';
export { builtInModelName, modelNames, publishedSchema, resolveReference } from './schemas.js';
export { typedDialect } from './typed-dialect.js';
export { withoutEnums } from './without-enums.js';
