export { SerialQueue } from './serial-queue.js';
export { someAtATime } from './some-at-a-time.js';
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
