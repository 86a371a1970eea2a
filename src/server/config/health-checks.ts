import { type HealthCheck, logCheck } from '../health/index.js';
import type { Logger } from '../logging/index.js';
import type { SharedServer } from '../shared-server.js';

/** The checks that do not belong to a server of the chain; `checks` are those of the storage. */
export function addHealthChecks(
  shared: SharedServer,
  { log, checks = [] }: { log: Logger; checks: readonly HealthCheck[] | undefined },
): void {
  shared.health.add(logCheck(() => log.flush()));
  shared.health.addLiveness(loopbackCheck(shared));
  for (const check of checks) shared.health.add(check);
}

/** The server connects to itself without a certificate, which could expire: it is healthy once it is bound. */
function loopbackCheck({ loopback }: Pick<SharedServer, 'loopback'>): HealthCheck {
  return {
    name: 'loopback-serving-certificate',
    check() {
      if (!loopback.isBound) throw new Error('the loopback client is not bound yet');
    },
  };
}
