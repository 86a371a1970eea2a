// Housekeeping: what controllers make of namespaces, owners, quotas, tokens and certificates, beside kube-controller-manager v1.36.
import { cases as ownership } from './housekeeping/ownership.mjs';
import { cases as protection } from './housekeeping/protection.mjs';
import { cases as quotasAndTokens } from './housekeeping/quotas-and-tokens.mjs';

export const controllers = true;
export const parallel = 4;
export const cases = [...ownership, ...quotasAndTokens, ...protection];
