import type { FollowedObjects } from '../../server/registry/index.js';

/** Cached objects that plug-ins base their decisions on. */
export type KnownObjects = Pick<FollowedObjects, 'ready' | 'get' | 'inNamespace' | 'all'>;
