import { type Clock, sleep, systemClock } from '../../apimachinery/clock/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { UsageError } from '../flags/index.js';

/** kube-apiserver gives up after this time as well. */
const waitMilliseconds = 20_000;
const retryMilliseconds = 1000;

export interface WaitOptions {
  /** Shown to the user. */
  readonly endpoints: string;
  /** Receives a line for each failed attempt after the first. Unset: standard error. */
  readonly report?: (line: string) => void;
  readonly clock?: Clock;
}

/** Resolves when etcd is healthy. Throws a `UsageError` if it is not for as long as kube-apiserver waits. */
export async function waitForEtcd(
  storage: { health(): Promise<void> },
  { endpoints, report = (line) => process.stderr.write(line), clock = systemClock }: WaitOptions,
): Promise<void> {
  const begin = clock.monotonic();
  for (let attempt = 1; ; attempt++) {
    try {
      return await storage.health();
    } catch (error) {
      const reason = messageOf(error);
      if (clock.monotonic() - begin > waitMilliseconds) {
        throw new UsageError([`etcd at ${endpoints} does not respond: ${reason}`]);
      }
      if (attempt > 1) report(`waiting for etcd at ${endpoints}: ${reason}\n`);
      await sleep(clock, retryMilliseconds);
    }
  }
}
