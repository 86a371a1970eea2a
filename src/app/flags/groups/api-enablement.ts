import type { FlagTable } from '../flag.js';

export const apiEnablementFlags = {
  'runtime-config': {
    type: 'map',
    default: new Map(),
    help: 'Turns built-in APIs on or off: <group>/<version>=true|false, v1=true|false for the core group, api/all, api/ga, api/beta and api/alpha',
  },
} satisfies FlagTable;
