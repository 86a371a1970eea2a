export { compareUtf8 } from './compare-keys.js';
export { OrderedMap, prefixEnd } from './ordered-map.js';
