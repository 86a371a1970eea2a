// The built-in kinds: what the server fills in, what it refuses, and what it makes for itself at the start.
import { cases as kinds } from './builtin/kinds.mjs';
import { cases as pods } from './builtin/pods.mjs';
import { cases as policies } from './builtin/policies.mjs';

export const cases = [...kinds, ...pods, ...policies];
