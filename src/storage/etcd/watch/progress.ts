import type { EtcdWatch } from './etcd-watch.js';

/** Finds out for the watches with a `progressTarget` whether they have received everything up to it. */
export interface ProgressProver {
  /** The watch has got an etcd watcher, its first or a new one. Not called for those from before the prover. */
  created(watch: EtcdWatch): void;
  /** Some watch waits, or has received more. */
  demand(): void;
  /** etcd's answer to a progress request on the stream. */
  progress(revision: bigint): void;
  close(): void;
}

/**
 * Until 3.4.31 and 3.5.13 etcd answers a progress request with its own revision even while events up to it are still on
 * their way to some watcher of the stream. From then on it answers only if every watcher is up to date, and after all
 * their events.
 */
export function answersProgressInOrder(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (major !== 3) return major > 3;
  if (minor === 4) return patch >= 31;
  if (minor === 5) return patch >= 13;
  return minor > 5;
}
