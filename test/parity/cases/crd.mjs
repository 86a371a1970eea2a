// CustomResourceDefinitions and the custom resources they serve.
import { withRetries } from '../support/case-helpers.mjs';
import { cases as customResources } from './crd/custom-resources.mjs';
import { cases as definitions } from './crd/definitions.mjs';
import { cases as serving } from './crd/serving.mjs';

export const parallel = 8;
export const cases = withRetries([...definitions, ...customResources, ...serving]);
