import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Revision } from '../storage.js';
import { EtcdStorage } from './etcd-storage.js';
import { etcdIsInstalled, TestEtcdCluster } from './testing/index.js';

interface Seen {
  readonly key: string;
  readonly revision: Revision;
}

describe.skipIf(!etcdIsInstalled())('when the leader of three members is killed', () => {
  let cluster: TestEtcdCluster;
  let storages: EtcdStorage[] = [];

  beforeAll(async () => {
    cluster = await TestEtcdCluster.start();
    const { endpoints } = cluster;
    // One client per member: one of them loses its connection, the others their leader. etcd drops writes that it
    // forwarded to the leader that died, and reports that after more than five seconds.
    const requestTimeoutMilliseconds = 2000;
    storages = await Promise.all(
      [0, 1, 2].map((first) =>
        EtcdStorage.open({ endpoints, requestTimeoutMilliseconds, random: () => (first + 0.5) / 3 }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    await cluster?.stop();
  });

  test('nothing acknowledged is lost, and watches see every event once, in order', async () => {
    const after = await storages[0]!.currentRevision();
    const acknowledged: Seen[] = [];
    const uncertain = new Set<string>();
    let killed = false;
    let acknowledgedSince = 0;

    async function write(storage: EtcdStorage, writer: string): Promise<void> {
      for (let count = 0; acknowledgedSince < 600; count++) {
        const key = `/writes/${writer}-${count}`;
        try {
          const { revision } = await storage.commit([{ type: 'put', key, value: Buffer.from(key), expect: 0n }]);
          acknowledged.push({ key, revision });
          if (killed) acknowledgedSince++;
        } catch (error) {
          expect(error).toMatchObject({ code: 'unavailable' });
          uncertain.add(key);
        }
      }
    }

    async function watch(storage: EtcdStorage, until: Promise<Revision>): Promise<Seen[]> {
      const control = new AbortController();
      const watching = storage.watch('/writes/', { after, signal: control.signal });
      const seen: Seen[] = [];
      let end: Revision | undefined;
      void until.then((revision) => {
        end = revision;
        watching.requestProgress();
      });
      for await (const { events, revision } of watching) {
        for (const event of events)
          if (event.type === 'put') seen.push({ key: event.entry.key, revision: event.entry.modRevision });
        if (end !== undefined && revision >= end) break;
      }
      return seen;
    }

    let finish: (revision: Revision) => void = () => undefined;
    const finished = new Promise<Revision>((resolve) => {
      finish = resolve;
    });
    const watchers = storages.map((storage) => watch(storage, finished));
    const writers = storages.flatMap((storage, client) =>
      Array.from({ length: 8 }, (_, index) => write(storage, `${client}-${index}`)),
    );
    while (acknowledged.length < 300) await storages[0]!.currentRevision();
    await (await cluster.leader()).kill();
    killed = true;
    await Promise.all(writers);
    finish(await storages[1]!.currentRevision());
    const histories = await Promise.all(watchers);

    const { entries } = await storages[2]!.range('/writes/');
    const stored = new Map(entries.map(({ key, modRevision }) => [key, modRevision]));
    expect(acknowledged.filter(({ key, revision }) => stored.get(key) !== revision)).toEqual([]);
    const known = new Set(acknowledged.map(({ key }) => key));
    expect([...stored.keys()].filter((key) => !known.has(key) && !uncertain.has(key))).toEqual([]);
    const inOrder = entries
      .map(({ key, modRevision }): Seen => ({ key, revision: modRevision }))
      .sort((a, b) => Number(a.revision - b.revision));
    for (const history of histories) expect(history).toEqual(inOrder);
  });
});
