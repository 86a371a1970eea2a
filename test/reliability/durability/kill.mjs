// kill -9 in the middle of writing, again and again.
import { configMaps, createNamespace, listAll, revisionOf } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { numbers, until } from '../support/until.mjs';
import { watchEvents } from '../support/watch.mjs';
import { Writer } from './writer.mjs';

const namespace = 'durable';
const sizes = { short: { rounds: 4, writers: 8, writes: 150 }, full: { rounds: 20, writers: 32, writes: 3000 } };

export const killWhileWriting = {
  name: 'kill -9 while writing',
  run: (context) => examine(context, { storage: context.storage, what: 'kill -9', victims: ['server'] }),
};

export const killEtcdWhileWriting = {
  name: 'kill -9 of server and etcd while writing',
  run: (context) =>
    examine(context, { storage: 'etcd', what: 'kill -9 of server and etcd', victims: ['server', 'etcd', 'both'] }),
};

async function examine(context, { storage, what, victims }) {
  const { rounds, writers: writerCount, writes } = context.full ? sizes.full : sizes.short;
  const server = await context.environment.server({ storage });
  await createNamespace(server.client(), namespace);
  const random = context.random;
  const writers = numbers(writerCount).map(
    (id) => new Writer({ id: `writer-${id}`, namespace, random: random.fork(id) }),
  );
  const totals = { lost: 0, broken: 0, undone: 0, back: 0, objects: 0, restarts: [] };
  const watch = new ResumedWatch(server);
  await watch.begin();
  for (const round of numbers(rounds)) {
    await writeAndKill(server, { writers, writes, victim: victims[round % victims.length], totals });
    await compareAll(server, writers, totals);
  }
  const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const zero = (name, number, all) => context.figure(name, { value: of(number, all), holds: number === 0 });
  zero(`acknowledged writes lost after ${rounds} ${what}`, totals.lost, acknowledged);
  zero('acknowledged deletions undone', totals.undone, acknowledged);
  zero('objects that are not whole', totals.broken, totals.objects);
  zero('resource versions that went back over a restart', totals.back, rounds);
  const worst = Math.max(...totals.restarts);
  context.figure('longest restart until ready', {
    value: `${Math.round(worst)} ms`,
    holds: worst < context.limit(30_000),
  });
  await judgeWatch(context, watch);
}

async function writeAndKill(server, { writers, writes, victim, totals }) {
  const client = server.client({ timeoutMilliseconds: 60_000 });
  const done = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const wanted = done() + writes;
  let isOver = false;
  const writing = writers.map((writer) => writer.writeUntilGone(client, () => isOver));
  await until(`${writes} writes`, () => done() >= wanted, { seconds: 300 });
  const killed = { server: [server], etcd: [server.etcd], both: [server.etcd, server] }[victim];
  await Promise.all(killed.map((process) => process.kill('SIGKILL')));
  isOver = true;
  const begin = performance.now();
  if (victim !== 'server') await server.etcd.start();
  // If only etcd was killed, the server continues with the new one.
  if (victim !== 'etcd') await server.start();
  await Promise.all(writing);
  await until('the server answers', async () => (await client.get('/readyz').catch(() => undefined))?.status === 200);
  totals.restarts.push(performance.now() - begin);
  client.close();
}

async function compareAll(server, writers, totals) {
  const { items, revision } = await listAll(server.client(), configMaps(namespace), { limit: 500 });
  const found = new Map(items.map((item) => [item.metadata.name, item]));
  totals.objects += found.size;
  for (const writer of writers) {
    const { lost, broken, undone } = writer.compare(found);
    totals.lost += lost.length;
    totals.broken += broken.length;
    totals.undone += undone.length;
    if (writer.highest > revision) totals.back++;
  }
}

/** Watches the objects across restarts of the server, from the last revision seen. */
class ResumedWatch {
  events = 0;
  doubled = 0;
  expired = 0;
  state = new Map();
  revision = 0;
  #server;
  #stop = new AbortController();
  #running;

  constructor(server) {
    this.#server = server;
  }

  async begin() {
    const { items, revision } = await this.listNow();
    this.state = new Map(items.map((item) => [item.metadata.name, revisionOf(item)]));
    this.revision = revision;
    this.#running ??= this.#run();
  }

  listNow() {
    return listAll(this.#server.client(), configMaps(namespace));
  }

  async end() {
    this.#stop.abort();
    await this.#running;
  }

  async #run() {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#readStream();
      } catch {
        // The server is down, or has ended the stream; only the events at the end matter.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  async #readStream() {
    const path = `${configMaps(namespace)}?watch=1&resourceVersion=${this.revision}`;
    for await (const event of watchEvents(this.#server.client(), path, { signal: this.#stop.signal })) {
      if (event.type === 'ERROR' && event.object.code === 410) {
        this.expired++;
        await this.begin();
        return;
      }
      if (event.type !== 'ERROR') this.#take(event);
    }
  }

  #take({ type, object }) {
    const revision = revisionOf(object);
    this.events++;
    if (revision <= this.revision) this.doubled++;
    this.revision = revision;
    if (type === 'DELETED') this.state.delete(object.metadata.name);
    else this.state.set(object.metadata.name, revision);
  }
}

async function judgeWatch(context, watch) {
  const { items } = await watch.listNow();
  const wanted = items.map((item) => `${item.metadata.name} ${revisionOf(item)}`).sort();
  const shown = () => [...watch.state].map(([name, revision]) => `${name} ${revision}`).sort();
  const isSame = () => shown().join() === wanted.join();
  await until('the watch is up to date', isSame, { seconds: 120 }).catch(() => undefined);
  await watch.end();
  context.figure('a watch resumed over all of them shows what is there', {
    value: `${watch.events} events, ${watch.doubled} twice`,
    holds: isSame() && watch.doubled === 0,
  });
  context.figure('times that it had to begin anew (410)', {
    value: String(watch.expired),
    holds: watch.expired === 0,
    byNature: { 'kube-apiserver': 'its cache begins with each start, without history' },
  });
}
