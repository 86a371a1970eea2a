export { type CheckedPod, checkedPod, type Violations, violationsOf } from './violations.js';
