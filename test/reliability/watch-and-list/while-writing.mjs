// Many clients watch and list while others write; all observations are compared with the store's history.

import { join } from 'node:path';
import { readEventLog } from '../linearizability/event-log.mjs';
import { judgeWatches } from '../linearizability/judge.mjs';
import { checkSnapshots } from '../linearizability/revisions.mjs';
import { RecordingWatcher } from '../linearizability/watcher.mjs';
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll, revisionOf } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';
import { numbers } from '../support/until.mjs';

const namespace = 'busy';
const path = configMaps(namespace);
const sizes = {
  short: { writers: 6, keys: 60, writes: 800, watchers: 40, readers: 4 },
  full: { writers: 16, keys: 500, writes: 40_000, watchers: 400, readers: 8 },
};

export const whileWriting = {
  name: 'watches and lists while writing',
  async run(context) {
    const size = context.full ? sizes.full : sizes.short;
    const flags = ['--storage-media-type=application/json'];
    const server = await context.environment.server({ storage: context.storage, flags });
    const client = server.client();
    await createNamespace(client, namespace);
    const since = (await listAll(client, path)).revision;
    const watchers = startWatchers(context, { server, since, number: size.watchers });
    const progress = { written: 0, revisions: [since], isOver: false };
    const lists = [];
    const reading = numbers(size.readers).map((id) =>
      readLists(client, { random: context.random.fork(`reader ${id}`), progress, lists }),
    );
    await Promise.all(
      numbers(size.writers).map((id) =>
        write(client, { id, size, random: context.random.fork(`writer ${id}`), progress }),
      ),
    );
    progress.isOver = true;
    await Promise.all(reading);
    const last = expectStatus(await client.post(path, configMap('last', 'last')), 201).document;
    await Promise.all(watchers.map((watcher) => watcher.done()));
    await server.kill('SIGKILL');
    const directory = join(server.directory, 'data', 'store');
    const log = await readEventLog({ directory, etcd: server.etcd, namespace, since, until: revisionOf(last) });
    report(context, { watchers, lists, log, since });
  },
};

function startWatchers(context, { server, since, number }) {
  const watchers = numbers(number).map(
    (id) =>
      new RecordingWatcher({
        id: `watcher-${id}`,
        client: server.client(),
        collection: path,
        from: since,
        random: context.random.fork(`watcher ${id}`),
        isLast: ({ metadata }) => metadata.name === 'last',
      }),
  );
  for (const watcher of watchers) watcher.start();
  return watchers;
}

async function write(client, { id, size, random, progress }) {
  const there = new Set();
  for (let number = 0; progress.written < size.writes; number++) {
    const name = `object-${id}-${random.below(Math.ceil(size.keys / size.writers))}`;
    const value = `${id}-${number}`;
    const isDelete = there.has(name) && random.chance(0.2);
    const answer = await (isDelete
      ? client.delete(`${path}/${name}`)
      : there.has(name)
        ? client.put(`${path}/${name}`, configMap(name, value))
        : client.post(path, configMap(name, value)));
    const { document } = expectStatus(answer, 200, 201);
    if (isDelete) there.delete(name);
    else {
      there.add(name);
      progress.revisions.push(revisionOf(document));
    }
    progress.written++;
  }
}

/** One function per kind of reader. */
const ways = {
  newest: () => listAllAt(''),
  'resourceVersion=0': () => listAllAt('resourceVersion=0'),
  'resourceVersionMatch=NotOlderThan': (_, revision) =>
    listAllAt(`resourceVersionMatch=NotOlderThan&resourceVersion=${revision}`),
  'resourceVersionMatch=Exact': (_, revision) => listAllAt(`resourceVersionMatch=Exact&resourceVersion=${revision}`),
  'in pages': (random) => ({ limit: random.between(3, 20) }),
};

function listAllAt(query) {
  return { query };
}

async function readLists(client, { random, progress, lists }) {
  while (!progress.isOver) {
    const kind = random.pick(Object.keys(ways));
    const requested = random.pick(progress.revisions.slice(-50));
    const list = await listAll(client, path, ways[kind](random, requested)).catch(undefinedIfExpired);
    // On a slow machine the pages may take longer than history is kept.
    if (!list) continue;
    const { items, revision } = list;
    const shown = items.map(({ metadata, data }) => ({
      key: metadata.name,
      version: Number(metadata.resourceVersion),
      value: data.value,
    }));
    lists.push({ id: `list-${lists.length}`, kind, requested, outcome: { kind: 'ok', revision, items: shown } });
  }
}

function undefinedIfExpired(error) {
  if (error.status !== 410) throw error;
}

function report(context, { watchers, lists, log, since }) {
  const broken = judgeWatches({ watchers, log });
  const events = watchers.flatMap(({ streams }) => streams).reduce((sum, { events }) => sum + events.length, 0);
  const streams = watchers.reduce((sum, watcher) => sum + watcher.streams.length, 0);
  context.figure(`events missed, doubled or out of order, ${watchers.length} watchers, ${streams} streams`, {
    value: of(broken.length, events),
    holds: broken.length === 0 && events >= log.length * watchers.length,
  });
  const bookmarks = watchers
    .flatMap(({ streams }) => streams)
    .reduce((sum, stream) => sum + stream.bookmarks.length, 0);
  context.figure('bookmarks among them, each after all that it stands for', {
    value: count(bookmarks),
    holds: broken.length === 0,
  });
  for (const kind of Object.keys(ways)) {
    const ofKind = lists.filter((list) => list.kind === kind);
    const wrong = new Set(checkSnapshots(ofKind, log, since).map((problem) => problem.split(' ')[0]));
    context.figure(`lists that are not one moment of the history: ${kind}`, {
      value: of(wrong.size, ofKind.length),
      holds: wrong.size === 0,
    });
  }
  const misplaced = lists.filter(({ kind, requested, outcome }) => {
    if (kind.endsWith('Exact')) return outcome.revision !== requested;
    return kind.endsWith('NotOlderThan') && outcome.revision < requested;
  });
  context.figure('lists at another revision than resourceVersionMatch allows', {
    value: of(misplaced.length, lists.length),
    holds: misplaced.length === 0,
  });
  if (broken.length > 0) context.keep('problems.txt', broken.join('\n'));
}

function configMap(name, value) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } };
}
