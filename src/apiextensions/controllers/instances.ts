import { isNotFound } from '../../apimachinery/status/index.js';
import type { ObjectRef, ResourceStore, WriteContext } from '../../server/registry/index.js';

/** Number of objects that are deleted concurrently. */
const concurrency = 10;

/** Whether there are objects in the store. */
export async function hasInstances({ cacher, table }: ResourceStore): Promise<boolean> {
  return (await cacher.list(table.prefix(), { limit: 1 })).entries.length > 0;
}

/** Deletes all objects; those with finalizers are only marked. Throws the errors after all have been tried. */
export async function deleteInstances(store: ResourceStore): Promise<void> {
  const prefix = store.table.prefix();
  const { entries } = await store.cacher.list(prefix);
  const waiting = entries.map(({ key }) => refOf(key.slice(prefix.length))).reverse();
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
export async function allInstancesGone({ cacher, table }: ResourceStore, signal: AbortSignal): Promise<void> {
  const prefix = table.prefix();
  while (!signal.aborted) {
    const { entries, revision } = await cacher.list(prefix, { limit: 1 });
    if (entries.length === 0) return;
    for await (const { events } of cacher.watch(prefix, { after: revision, signal })) {
      if (events.some(({ type }) => type === 'delete')) break;
    }
  }
}

/** Parses `namespace/name`, or a name only. */
function refOf(path: string): ObjectRef {
  const slash = path.indexOf('/');
  return { namespace: path.slice(0, Math.max(slash, 0)), name: path.slice(slash + 1) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
