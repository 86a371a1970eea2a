// Follows vendor/github.com/coreos/go-systemd/v22/daemon/sdnotify.go (v1.36)

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type ServiceState = 'READY=1' | 'STOPPING=1';

/** Notifies the service manager of state changes. */
export type NotifyServiceManager = (state: ServiceState) => Promise<void>;

/**
 * Notifies systemd, if it started the server (NOTIFY_SOCKET); otherwise does nothing. Node has no Unix datagram
 * sockets, so `systemd-notify` sends the message, and the unit needs `NotifyAccess=all` to accept it. Rejects if the
 * message cannot be sent.
 */
export function systemdNotifier(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  run: (program: string, options: readonly string[]) => Promise<unknown> = promisify(execFile),
): NotifyServiceManager {
  return async (state) => {
    if (environment['NOTIFY_SOCKET']) await run('systemd-notify', [`--pid=${process.pid}`, state]);
  };
}
