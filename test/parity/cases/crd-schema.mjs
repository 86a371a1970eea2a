// Structural schemas of CustomResourceDefinitions: what is refused, how values are validated, defaulted and pruned.
import { withRetries } from '../support/case-helpers.mjs';
import { cases as changes } from './crd-schema/changes.mjs';
import { cases as definitions } from './crd-schema/definitions.mjs';
import { cases as values } from './crd-schema/values.mjs';

export const parallel = 8;
export const cases = withRetries([...definitions, ...values, ...changes]);
