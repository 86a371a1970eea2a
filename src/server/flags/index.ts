export { type FlagTable, type FlagValues, type GroupedFlagTable, inGroup } from './flag.js';
export { flagProblems } from './flag-problems.js';
export { showFlagValues } from './flag-value.js';
export { type ParsedFlags, parseFlags } from './parse-flags.js';
export { flagUsage } from './usage.js';
export { asUsageError, UsageError } from './usage-error.js';
export { notNegative, validateValues } from './validate-values.js';
