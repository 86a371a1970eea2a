import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type ServiceState = 'READY=1' | 'STOPPING=1';

/** Tells the service manager what has become of the server. */
export type NotifyServiceManager = (state: ServiceState) => Promise<void>;

/**
 * Tells systemd, where it has started the server (NOTIFY_SOCKET). Node has no datagram sockets of the file system, so
 * `systemd-notify` sends the message, and the unit needs `NotifyAccess=all` for it to be heard. Does nothing elsewhere;
 * rejects when the message cannot be sent.
 */
export function systemdNotifier(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  run: (program: string, options: readonly string[]) => Promise<unknown> = promisify(execFile),
): NotifyServiceManager {
  return async (state) => {
    if (environment['NOTIFY_SOCKET']) await run('systemd-notify', [`--pid=${process.pid}`, state]);
  };
}
