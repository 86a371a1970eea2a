export { SerialQueue } from './serial-queue.js';
export { sorting } from './sorting.js';
export { isStepDue, runAtOnce, runYielding, type Steps, type WaitingSteps } from './steps.js';
export {
  areStagesLong,
  beginStages,
  expectLongStages,
  measureIterationsWith,
  Slice,
  shouldYield,
  shouldYieldBetweenStages,
  yieldToEventLoop,
} from './yielding.js';
