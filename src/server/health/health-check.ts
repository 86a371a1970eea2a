import { systemClock } from '../../apimachinery/clock/index.js';
/** One thing that must be right for the server to be healthy. */
export interface HealthCheck {
  /** Also its path below the endpoint: `poststarthook/start-informers`. */
  readonly name: string;
  /** Checks of a group can be excluded together, by its name. */
  readonly group?: string;
  /** Throws or rejects, with the reason, when it is not right. The signal says that nobody waits for it any more. */
  check(signal: AbortSignal): void | Promise<void>;
}

/** Right as long as the server answers at all. */
export const pingCheck: HealthCheck = { name: 'ping', check: () => {} };

const logBlockedMilliseconds = 120_000;

/** Fails when flushing the log has not come to an end for two minutes. */
export function logCheck(flush: () => void | Promise<void>, now: () => number = systemClock.now): HealthCheck {
  let flushingSince: number | undefined;
  return {
    name: 'log',
    check() {
      if (flushingSince !== undefined) {
        if (now() - flushingSince >= logBlockedMilliseconds) throw new Error('logging blocked');
        return;
      }
      flushingSince = now();
      const done = () => {
        flushingSince = undefined;
      };
      // A flush that fails did not block: what failed is for the log's own error handling.
      Promise.resolve(flush()).then(done, done);
    },
  };
}

/** Fails from the moment of the signal on: a readyz check, so that load balancers send new requests elsewhere. */
export function shutdownCheck(shutdown: AbortSignal): HealthCheck {
  return {
    name: 'shutdown',
    check() {
      if (shutdown.aborted) throw new Error('process is shutting down');
    },
  };
}

/** Fails while some informers have no complete copy yet. `informers` gives their names, and whether each has one. */
export function informerSyncCheck(informers: () => Iterable<readonly [name: string, synced: boolean]>): HealthCheck {
  return {
    name: 'informer-sync',
    check() {
      const waiting = [...informers()].filter(([, synced]) => !synced).map(([name]) => name);
      if (waiting.length > 0) throw new Error(`${waiting.length} informers not started yet: [${waiting.join(' ')}]`);
    },
  };
}

/** Passes without asking until `delayMilliseconds` are over: for what takes its time during the start. */
export function delayedCheck(
  check: HealthCheck,
  { delayMilliseconds, now }: { delayMilliseconds: number; now: () => number },
): HealthCheck {
  if (delayMilliseconds <= 0) return check;
  const begin = now() + delayMilliseconds;
  return {
    name: check.name,
    ...(check.group !== undefined && { group: check.group }),
    check: (signal) => (now() > begin ? check.check(signal) : undefined),
  };
}
