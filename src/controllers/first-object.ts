import type { Informer } from '../client/informer/index.js';

/**
 * Starts the informer, and resolves with its first object: what a controller needs besides is not watched before.
 * Rejects when the signal is aborted. `matches`: other objects do not count.
 */
export function firstObject<Item extends object>(
  informer: Informer<Item>,
  signal: AbortSignal,
  matches: (item: Item) => boolean = () => true,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    const consider = (item: Item): void => {
      if (!matches(item)) return;
      signal.removeEventListener('abort', abort);
      resolve();
      queueMicrotask(() => remove());
    };
    const remove = informer.addHandler({ added: consider, updated: (_old, item) => consider(item) });
    if (signal.aborted) abort();
    else informer.start();
  });
}

/** Starts informers, and resolves when all have synced. */
export async function startAll(...informers: readonly Pick<Informer<object>, 'start' | 'synced'>[]): Promise<void> {
  for (const informer of informers) informer.start();
  await Promise.all(informers.map((informer) => informer.synced()));
}
