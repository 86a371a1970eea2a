// Follows pkg/controlplane/controller/leaderelection/run_with_leaderelection.go (v1.36)

import { sleep, systemClock } from '../../apimachinery/clock/index.js';
import { LeaderElector, type Lease, leaseResource } from '../../client/leader-election/index.js';
import type { RestClient } from '../../client/rest/index.js';
import { ElectionController } from './election-controller.js';

/** Of the lease among the servers: one of them holds the elections. */
export interface ElectionTimers {
  readonly leaseDurationMilliseconds: number;
  readonly renewDeadlineMilliseconds: number;
  readonly retryMilliseconds: number;
}

export interface RunElectionsOptions {
  readonly client: RestClient;
  /** Unique for each server. */
  readonly identity: string;
  readonly timers: ElectionTimers;
  readonly onError: (error: unknown) => void;
}

/** Holds elections for leases while this server is the leader for that. Runs until the signal is aborted. */
export async function runElections(options: RunElectionsOptions, signal: AbortSignal): Promise<void> {
  const { client, identity, timers, onError } = options;
  while (!signal.aborted) {
    try {
      await new LeaderElector({
        leases: client.resource<Lease>(leaseResource, 'kube-system'),
        name: 'leader-election-controller',
        identity,
        lead: (leading) => new ElectionController({ client, clock: systemClock, onError }).run(leading),
        onError,
        ...timers,
      }).run(signal);
    } catch (error) {
      onError(error);
    }
    await sleep(systemClock, timers.retryMilliseconds, { signal }).catch(() => undefined);
  }
}
