import type { FlagTable } from '../flag.js';

export const featuresFlags = {
  'contention-profiling': {
    type: 'bool',
    default: false,
    help: 'Profile what waits for locks',
    ignored: 'there are no locks to wait for',
  },
  'debug-socket-path': {
    type: 'string',
    default: '',
    help: 'Unix socket for profiling without credentials',
    unsupported: 'profile with node --cpu-prof or --inspect',
  },
  'enable-priority-and-fairness': {
    type: 'bool',
    default: true,
    help: 'Share the server between its users by flow schemas and priority levels',
  },
  profiling: {
    type: 'bool',
    default: true,
    help: 'Serve profiles at /debug/pprof/',
  },
} satisfies FlagTable;
