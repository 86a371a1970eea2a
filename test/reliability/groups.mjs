// Every check, by group, in the order in which they run.
import { linearizability } from './linearizability/checks.mjs';

export const groups = { linearizability };
