import type { FlagTable } from '../flag.js';

export const apiEnablementFlags = {
  'runtime-config': {
    type: 'map',
    default: new Map(),
    help: 'Which built-in APIs are served: <group>/<version>=true|false, v1=… for the core group, and api/all, api/ga, api/beta, api/alpha',
  },
} satisfies FlagTable;
