import type { ResourceClient, SelectOptions } from '../rest/index.js';

/** Where an informer reads from: the list and watch verbs of a resource. */
export type ListWatch<Item extends object> = Pick<ResourceClient<Item>, 'list' | 'pages' | 'watch'>;

/** Restricts an informer to matching objects. */
export type Selection = Pick<SelectOptions, 'labelSelector' | 'fieldSelector'>;
