// Admission: the built-in plugins, webhooks, and admission policies.
import { withRetries } from '../support/case-helpers.mjs';
import { cases as mutatingPolicies } from './admission/mutating-policies.mjs';
import { cases as plugins } from './admission/plugins.mjs';
import { cases as validatingPolicies } from './admission/validating-policies.mjs';
import { cases as webhooks } from './admission/webhooks.mjs';

export const parallel = 4;
export const cases = withRetries([...plugins, ...webhooks, ...validatingPolicies, ...mutatingPolicies]);
