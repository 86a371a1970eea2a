export { OrderedMap } from './ordered-map.js';
export { Run } from './run.js';
