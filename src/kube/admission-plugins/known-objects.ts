import type { FollowedObjects } from '../../server/registry/index.js';

/** Objects that plug-ins decide by, as they are now. */
export type KnownObjects = Pick<FollowedObjects, 'ready' | 'get' | 'inNamespace' | 'all'>;
