import type { ResourceClient, SelectOptions } from '../rest/index.js';

/** Where an informer gets its objects from: the reading verbs of a resource. */
export type ListWatch<Item extends object> = Pick<ResourceClient<Item>, 'list' | 'pages' | 'watch'>;

/** Which objects are of interest. */
export type Selection = Pick<SelectOptions, 'labelSelector' | 'fieldSelector'>;
