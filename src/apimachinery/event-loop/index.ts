export { sorting } from './sorting.js';
export { isStepDue, runAtOnce, runYielding, type Steps } from './steps.js';
export { shouldYield, yieldToEventLoop } from './yielding.js';
