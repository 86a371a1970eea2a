import type { Dialect } from '../../server/index.js';
import { registeredKinds } from './registered-kinds.js';

/** The dialect of built-in kinds: typed objects, in the scheme of kube-apiserver. */
export const typedDialect: Dialect = { kinds: registeredKinds };
