// Follows staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
/** A condition for the server to be healthy. */
export interface HealthCheck {
  /** Also its path below the endpoint: `poststarthook/start-informers`. */
  readonly name: string;
  /** The checks of a group can be excluded together, by its name. */
  readonly group?: string;
  /** `fixes nothing`: the check is not part of livez, whose failure restarts the server. Unset: it is. */
  readonly restart?: 'fixes nothing';
  /** Throws or rejects with the reason if unhealthy. The signal is aborted when the caller stops waiting. */
  check(signal: AbortSignal): void | Promise<void>;
}

/** Passes as long as the server responds at all. */
export const pingCheck: HealthCheck = { name: 'ping', check: () => {} };

const logBlockedMilliseconds = 120_000;

/** Fails if a flush of the log has been pending for two minutes. */
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
      // A flush that fails does not block; its error is handled by the log.
      Promise.resolve(flush()).then(done, done);
    },
  };
}

/** Fails once the signal is aborted: a readyz check, so that load balancers send new requests elsewhere. */
export function shutdownCheck(shutdown: AbortSignal): HealthCheck {
  return {
    name: 'shutdown',
    check() {
      if (shutdown.aborted) throw new Error('process is shutting down');
    },
  };
}

/**
 * Passes without calling the check until `delayMilliseconds` have elapsed: for checks that need time during startup.
 */
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
