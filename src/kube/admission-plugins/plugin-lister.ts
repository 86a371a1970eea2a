import type { StoreLister } from '../../server/registry/index.js';

/** Cached objects that plug-ins base their decisions on. */
export type PluginLister = Pick<StoreLister, 'ready' | 'get' | 'inNamespace' | 'all'>;
