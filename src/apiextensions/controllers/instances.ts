// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go (v1.36)

import { isNotFound, messageOf } from '../../apimachinery/status/index.js';
import type { ResourceStore, WriteContext } from '../../server/registry/index.js';

/** Number of objects that are deleted concurrently. */
const concurrency = 10;

/** Whether there are objects in the store. */
export async function hasInstances(store: ResourceStore): Promise<boolean> {
  return (await store.list({}, { limit: 1 })).entries.length > 0;
}

/** Deletes all objects; those with finalizers are only marked. Throws the errors after all have been tried. */
export async function deleteInstances(store: ResourceStore): Promise<void> {
  const { entries } = await store.list();
  const waiting = entries.map((entry) => store.refOf(entry)).reverse();
  const failures: unknown[] = [];
  const deleteNext = async (): Promise<void> => {
    for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
      const context: WriteContext = { namespace: ref.namespace, user: '', dryRun: false, warn: () => undefined };
      await store.delete(context, ref, { options: {} }).catch((error) => {
        if (!isNotFound(error)) failures.push(error);
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, deleteNext));
  if (failures.length > 0) throw new AggregateError(failures, [...new Set(failures.map(messageOf))].join(', '));
}

/** Resolves when there are no objects, or the signal is aborted. Rejects when the store is closed. */
export async function allInstancesGone(store: ResourceStore, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { entries, revision } = await store.list({}, { limit: 1 });
    if (entries.length === 0) return;
    for await (const { deliveries } of await store.watch({}, { after: revision, signal })) {
      if (deliveries.some(({ type }) => type === 'deleted')) break;
    }
  }
}
