export { sorting } from './sorting.js';
export { isStepDue, runAtOnce, runYielding, type Steps } from './steps.js';
export { measureIterationsWith, shouldYield, yieldToEventLoop } from './yielding.js';
