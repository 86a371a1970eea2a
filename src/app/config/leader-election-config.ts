// Follows staging/src/k8s.io/component-base/config/options/leaderelectionconfig.go (v1.36)
// Follows staging/src/k8s.io/component-base/config/validation/validation.go (v1.36)

import { type FlagValues, inGroup } from '../../server/flags/index.js';

const positive = (duration: number): string[] => (duration > 0 ? [] : ['must be greater than zero']);
const filled = (text: string): string[] => (text === '' ? ['must not be empty'] : []);
/** As in client-go. */
const jitter = 1.2;

export const leaderElectionFlags = inGroup('misc', {
  'leader-elect': {
    type: 'bool',
    default: true,
    help: 'Of several servers on one etcd, only one runs the controllers of --controllers and --simulate-nodes: the one that holds a Lease',
  },
  'leader-elect-lease-duration': {
    type: 'duration',
    default: 15_000,
    help: 'How long other servers wait before they take over a Lease that is not renewed',
    validate: positive,
  },
  'leader-elect-renew-deadline': {
    type: 'duration',
    default: 10_000,
    help: 'A server that could not renew the Lease for this long stops its controllers. Must be less than the lease duration',
    validate: positive,
  },
  'leader-elect-retry-period': {
    type: 'duration',
    default: 2000,
    help: 'Interval between attempts to acquire or renew the Lease',
    validate: positive,
  },
  'leader-elect-resource-lock': {
    type: 'string',
    default: 'leases',
    help: "Type of the object that is held: 'leases'",
    validate: (lock) => (lock === 'leases' ? [] : ['must be "leases"']),
  },
  'leader-elect-resource-name': {
    type: 'string',
    default: 'trestle-controllers',
    help: 'Name of the Lease',
    validate: filled,
  },
  'leader-elect-resource-namespace': {
    type: 'string',
    default: 'kube-system',
    help: 'Namespace of the Lease',
    validate: filled,
  },
});

export interface LeaderElectionConfig {
  readonly name: string;
  readonly namespace: string;
  readonly leaseDurationMilliseconds: number;
  readonly renewDeadlineMilliseconds: number;
  readonly retryMilliseconds: number;
}

/** Undefined: without an election. */
export function leaderElectionConfig(flags: FlagValues<typeof leaderElectionFlags>): LeaderElectionConfig | undefined {
  if (!flags['leader-elect']) return undefined;
  return {
    name: flags['leader-elect-resource-name'],
    namespace: flags['leader-elect-resource-namespace'],
    leaseDurationMilliseconds: flags['leader-elect-lease-duration'],
    renewDeadlineMilliseconds: flags['leader-elect-renew-deadline'],
    retryMilliseconds: flags['leader-elect-retry-period'],
  };
}

/** The problems with the flags together. */
export function validateLeaderElection(flags: FlagValues<typeof leaderElectionFlags>): string[] {
  const election = leaderElectionConfig(flags);
  if (!election) return [];
  const { leaseDurationMilliseconds, renewDeadlineMilliseconds, retryMilliseconds } = election;
  return [
    ...(leaseDurationMilliseconds <= renewDeadlineMilliseconds
      ? ['--leader-elect-lease-duration must be greater than --leader-elect-renew-deadline']
      : []),
    ...(renewDeadlineMilliseconds <= retryMilliseconds * jitter
      ? ['--leader-elect-renew-deadline must be greater than 1.2 times --leader-elect-retry-period']
      : []),
  ];
}
