// Watchers that do not read: the server does not buffer without limit, and others are not delayed.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll, revisionOf } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';
import { numbers } from '../support/until.mjs';
import { watchEvents } from '../support/watch.mjs';

const namespace = 'slow';
const path = configMaps(namespace);
const sizes = { short: { watchers: 20, writes: 150 }, full: { watchers: 200, writes: 2000 } };
const payloadBytes = 200_000;

export const slowWatchers = {
  name: 'watchers that do not read',
  async run(context) {
    const { watchers, writes } = context.full ? sizes.full : sizes.short;
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    expectStatus(await client.post(path, { metadata: { name: 'big' } }), 201);
    const { revision } = await listAll(client, path);
    const stuck = await Promise.all(numbers(watchers).map(() => openStuck(server, revision)));
    const before = server.residentMegabytes();
    const reading = readAll(server.client(), { revision, writes });
    for (const number of numbers(writes)) {
      const data = { value: `${number} ${context.random.text(payloadBytes)}` };
      expectStatus(await client.patch(`${path}/big`, { data }), 200);
    }
    const seen = await reading;
    const growth = server.residentMegabytes() - before;
    const sent = (writes * payloadBytes * watchers) / 2 ** 20;
    context.figure(`events that came late or not to one who reads, beside ${watchers} who do not`, {
      value: of(writes - seen, writes),
      holds: seen === writes,
    });
    context.figure(`memory for ${count(sent)} MiB that are not read`, {
      value: `${count(growth)} MiB`,
      holds: growth < Math.max(200, sent / 10),
    });
    await judgeStuck(context, { server, stuck, writes });
  },
};

async function openStuck(server, revision) {
  const { response, request } = await server.client().open(`${path}?watch=1&resourceVersion=${revision}`);
  response.pause();
  return { response, request };
}

async function readAll(client, { revision, writes }) {
  const stop = new AbortController();
  let seen = 0;
  for await (const { type } of watchEvents(client, `${path}?watch=1&resourceVersion=${revision}`, {
    signal: stop.signal,
  })) {
    if (type === 'MODIFIED') seen++;
    if (seen === writes) stop.abort();
  }
  return seen;
}

/** When they read again they get everything, in order, or the end of the stream: never a gap. */
async function judgeStuck(context, { server, stuck, writes }) {
  const { document } = await server.client().get(`${path}/big`);
  const last = revisionOf(document);
  const results = await Promise.all(stuck.map((one) => readStuck(one, last)));
  const gaps = results.filter(({ isGapless }) => !isGapless).length;
  const cutOff = results.filter(({ events }) => events < writes).length;
  context.figure('of those who did not read: with a gap in what they read then', {
    value: `${of(gaps, stuck.length)}, ${cutOff} cut off`,
    holds: gaps === 0,
  });
}

async function readStuck({ response, request }, last) {
  let [rest, number, isGapless] = ['', 0, true];
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const { type, object } = JSON.parse(line);
        if (type === 'ERROR') continue;
        if (!object.data.value.startsWith(`${number} `)) isGapless = false;
        number++;
        if (revisionOf(object) === last) return { events: number, isGapless };
      }
    }
  } catch {
    // The stream was cut in the middle.
  } finally {
    request.destroy();
  }
  return { events: number, isGapless };
}
