// The complete event log, read from the store after the servers have stopped.
import { EmbeddedStorage } from '../../../dist/storage/embedded/index.js';
import { EtcdStorage } from '../../../dist/storage/etcd/index.js';

/** Every change of the namespace's ConfigMaps after `since`, up to `until`, in order of revision. */
export async function readEventLog({ directory, etcd, namespace, since, until }) {
  const storage = etcd
    ? await EtcdStorage.open({ endpoints: [etcd.url], prefix: '/registry' })
    : await EmbeddedStorage.open({ directory });
  try {
    const log = [];
    const prefix = `/configmaps/${namespace}/`;
    for await (const { revision, events } of storage.watch(prefix, { after: BigInt(since), previous: true })) {
      for (const event of events) log.push(asWatched(event));
      if (revision >= BigInt(until)) return log;
    }
    throw new Error('the store ended before its last event');
  } finally {
    await storage.close();
  }
}

/** In the form of a watch event. */
function asWatched(event) {
  const isPut = event.type === 'put';
  const stored = JSON.parse((isPut ? event.entry : event.previous).value.toString('utf8'));
  const type = isPut ? (event.previous === undefined ? 'ADDED' : 'MODIFIED') : 'DELETED';
  const revision = Number(isPut ? event.entry.modRevision : event.revision);
  return { type, key: stored.metadata.name, revision, value: stored.data.value };
}
