export {
  mean,
  measureSlowness,
  startStopwatch,
  waitMilliseconds,
  workMilliseconds,
} from '../../src/apimachinery/machine-speed.test.support.js';
