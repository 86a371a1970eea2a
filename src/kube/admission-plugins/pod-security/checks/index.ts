export { checkedPod, type Violations, violationsOf } from './violations.js';
