// SIGTERM under load: requests in flight finish, acknowledged writes persist.
import { NotSentError, OutcomeUnknownError } from '../support/client.mjs';
import { configMaps, createNamespace, listAll, sealed } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';
import { numbers, until } from '../support/until.mjs';
import { watchEvents } from '../support/watch.mjs';

const namespace = 'stopped';
const sizes = { short: { clients: 64, watches: 20 }, full: { clients: 64, watches: 100 } };

export const stopUnderLoad = {
  name: 'SIGTERM under load',
  async run(context) {
    const { clients, watches } = context.full ? sizes.full : sizes.short;
    const server = await context.environment.server({ storage: context.storage });
    await createNamespace(server.client(), namespace);
    const opened = await openWatches(server, watches);
    const tally = { acknowledged: [], cutOff: 0, lastAnswer: 0 };
    const writing = numbers(clients).map((id) => createUntilRefused(server, { id, tally }));
    await until('500 writes', () => tally.acknowledged.length >= 500);
    const code = await server.kill('SIGTERM');
    const ended = performance.now();
    await Promise.all(writing);
    await Promise.all(opened);
    context.figure(`requests cut off by SIGTERM, ${clients} clients and ${watches} watches`, {
      value: of(tally.cutOff, tally.acknowledged.length + tally.cutOff),
      holds: tally.cutOff === 0,
      byNature: { 'kube-apiserver': 'it closes connections that are kept alive while requests arrive on them' },
    });
    const late = ended - tally.lastAnswer;
    context.figure('end of the process after its last answer', {
      value: `${count(late)} ms, exit ${code}`,
      holds: late < context.limit(5000) && code === 0,
      byNature: { 'kube-apiserver': 'it waits for its watches, up to --request-timeout' },
    });
    await server.start();
    const { items } = await listAll(server.client(), configMaps(namespace), { limit: 1000 });
    const names = new Set(items.map(({ metadata }) => metadata.name));
    const lost = tally.acknowledged.filter((name) => !names.has(name)).length;
    context.figure('acknowledged writes lost after SIGTERM', {
      value: of(lost, tally.acknowledged.length),
      holds: lost === 0,
    });
  },
};

/** Opens watches; each returns a promise for its end. */
async function openWatches(server, number) {
  const ends = [];
  await Promise.all(
    numbers(number).map(
      () =>
        new Promise((resolve, reject) => {
          const path = `${configMaps(namespace)}?watch=1`;
          ends.push(drain(watchEvents(server.client(), path, { onOpen: resolve })).catch(reject));
        }),
    ),
  );
  return ends;
}

async function drain(events) {
  for await (const _ of events);
}

async function createUntilRefused(server, { id, tally }) {
  const client = server.client({ maxSockets: 1 });
  for (let number = 0; ; number++) {
    const name = `object-${id}-${number}`;
    try {
      const { status } = await client.post(configMaps(namespace), sealed(name, 'x'.repeat(500)));
      tally.lastAnswer = performance.now();
      if (status === 201) tally.acknowledged.push(name);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      if (!(error instanceof NotSentError)) tally.cutOff++;
      return client.close();
    }
  }
}
