import { cases as errors } from './write-details/errors.mjs';
import { cases as writes } from './write-details/writes.mjs';

// Details of writes: updates that change nothing, order in texts, malformed directives, deletions that only seem to happen.
export const parallel = 6;
export const cases = [...writes, ...errors];
