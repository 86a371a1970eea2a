export { deepFreeze } from './deep-freeze.js';
export type { InformerHandler } from './handler-set.js';
export { IndexedStore, type Indexers, type IndexFunction, namespaceIndex } from './indexed-store.js';
export { Informer, type InformerOptions } from './informer.js';
export { keyOf } from './initial-events.js';
export type { ListWatch, Selection } from './list-watch.js';
export { Lister, type ListerOptions } from './lister.js';
export { Reflector, type ReflectorOptions, type ReflectorTarget } from './reflector.js';
export { type SharedInformerRequest, SharedInformers, type SharedInformersOptions } from './shared-informers.js';
