// Follows vendor/github.com/coreos/go-systemd/v22/daemon/sdnotify.go (v1.36)

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

export type ServiceState = 'READY=1' | 'STOPPING=1';

/** Notifies the service manager of state changes. */
export type NotifyServiceManager = (state: ServiceState) => Promise<void>;

export interface SystemdNotifierOptions {
  /** Unset: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Runs a program. */
  readonly run?: (program: string, options: readonly string[]) => Promise<unknown>;
  readonly clock?: Clock;
}

/**
 * Notifies systemd, if it started the server (NOTIFY_SOCKET); otherwise does nothing. Node has no Unix datagram
 * sockets, so `systemd-notify` sends the message, and the unit needs `NotifyAccess=all` to accept it. If the unit has a
 * watchdog (WATCHDOG_USEC), it is notified twice in that time, from READY=1 to STOPPING=1. The function that is
 * returned rejects if its message cannot be sent.
 */
export function systemdNotifier({
  environment = process.env,
  run = promisify(execFile),
  clock = systemClock,
}: SystemdNotifierOptions = {}): NotifyServiceManager {
  if (!environment['NOTIFY_SOCKET']) return async () => undefined;
  const watchdog = watchdogMilliseconds(environment);
  let cancel = (): void => undefined;
  const feed = (): void => {
    // A message that is lost is one that the watchdog misses.
    run('systemd-notify', ['WATCHDOG=1']).catch(() => undefined);
    cancel = clock.after(watchdog! / 2, feed, { unref: true });
  };
  return async (state) => {
    cancel();
    if (state === 'READY=1' && watchdog) feed();
    await run('systemd-notify', [`--pid=${process.pid}`, state]);
  };
}

/** Undefined: there is no watchdog, or it watches another process. */
function watchdogMilliseconds(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  const { WATCHDOG_USEC: microseconds = '', WATCHDOG_PID: pid } = environment;
  if (pid && Number(pid) !== process.pid) return undefined;
  return Number(microseconds) > 0 ? Number(microseconds) / 1000 : undefined;
}
