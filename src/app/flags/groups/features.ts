import type { FlagTable } from '../flag.js';

export const featuresFlags = {
  'contention-profiling': {
    type: 'bool',
    default: false,
    help: 'Enable block profiling',
    ignored: 'there are no locks to contend for',
  },
  'debug-socket-path': {
    type: 'string',
    default: '',
    help: 'Unix socket that serves profiles without authentication',
    unsupported: 'profile with node --cpu-prof or --inspect',
  },
  'enable-priority-and-fairness': {
    type: 'bool',
    default: true,
    help: 'Limit concurrency with API Priority and Fairness: FlowSchemas and PriorityLevelConfigurations',
  },
  profiling: {
    type: 'bool',
    default: true,
    help: 'Serve profiles at /debug/pprof/',
  },
} satisfies FlagTable;
