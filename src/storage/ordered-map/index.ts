export { compareUtf8 } from './compare-keys.js';
export { OrderedMap, prefixEnd } from './ordered-map.js';
export { Run, type RunMaker } from './run.js';
