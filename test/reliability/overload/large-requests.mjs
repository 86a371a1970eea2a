// Requests that are too large, too deep, or never end.
import { connect } from 'node:tls';
import { token } from '../../../bench/compare/support/servers.mjs';
import { configMaps, createNamespace } from '../support/objects.mjs';
import { startProber } from '../support/prober.mjs';
import { count, of } from '../support/report.mjs';
import { inParallel, numbers } from '../support/until.mjs';
import { Webhook } from '../support/webhook.mjs';

const path = configMaps('default');
const megabyte = 2 ** 20;

export const largeRequests = {
  name: 'large requests',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    await headers(context, server);
    await bodies(context, server);
    await documents(context, server);
  },
};

async function headers(context, server) {
  const filler = (bytes) =>
    Object.fromEntries(numbers(Math.ceil(bytes / 8000)).map((index) => [`x-filler-${index}`, 'a'.repeat(8000)]));
  const { status: small } = await server.client().get('/version', { headers: filler(megabyte * 0.9) });
  const { status: large } = await server
    .client()
    .get('/version', { headers: filler(megabyte * 1.5) })
    .catch(() => ({ status: 431 }));
  context.figure('answers to 0.9 and to 1.5 MiB of headers', {
    value: `${small}, ${large}`,
    holds: small === 200 && large === 431,
  });
}

async function bodies(context, server) {
  const client = server.client();
  const object = (bytes) => JSON.stringify({ metadata: { name: 'large' }, data: { payload: 'a'.repeat(bytes) } });
  const declared = await client.post(path, object(3 * megabyte));
  const chunked = await client
    .send('POST', path, { body: object(5 * megabyte), headers: { 'transfer-encoding': 'chunked' } })
    .catch(() => undefined);
  const isGood = declared.status === 413 && (chunked === undefined || chunked.status === 413);
  context.figure('answers to bodies of 3 and 5 MiB', {
    value: `${declared.status}, ${chunked?.status ?? 'cut off'}`,
    holds: isGood,
  });
}

/** Each is below the size limit, and as expensive as possible. */
const documentsOf = {
  brackets: '['.repeat(2.9 * megabyte),
  'objects in objects': '{"a":'.repeat(500_000),
  'data in data': `{"metadata":{"name":"deep"},"data":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
  'annotations in number': JSON.stringify({
    metadata: { name: 'many', annotations: Object.fromEntries(numbers(90_000).map((index) => [`key-${index}`, 'v'])) },
  }),
  'keys in number': JSON.stringify({
    metadata: { name: 'keys' },
    data: Object.fromEntries(numbers(150_000).map((index) => [`k${index}`, ''])),
  }),
  'wrong keys in number': JSON.stringify({
    metadata: { name: 'wrong' },
    data: Object.fromEntries(numbers(100_000).map((index) => [`!${index}`, ''])),
  }),
  'one key again and again': `{"metadata":{"name":"same"},${'"data":{},'.repeat(200_000)}"data":{}}`,
  'a number of digits': `{"metadata":{"name":"digits"},"data":${'1'.repeat(2 * megabyte)}}`,
  escapes: `{"metadata":{"name":"escapes"},"data":{"a":"${'\\u0000'.repeat(400_000)}"}}`,
  'unknown fields': JSON.stringify({
    metadata: { name: 'unknown' },
    ...Object.fromEntries(numbers(100_000).map((index) => [`field${index}`, 1])),
  }),
  owners: JSON.stringify({
    metadata: {
      name: 'owners',
      ownerReferences: numbers(30_000).map(() => ({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' })),
    },
  }),
  finalizers: JSON.stringify({
    metadata: { name: 'finalizers', finalizers: numbers(100_000).map((index) => `a/${index}`) },
  }),
};

async function documents(context, server) {
  const prober = await startProber(context.environment, server.port);
  const client = server.client({ maxSockets: 2 });
  const [wrong, costs] = [[], []];
  for (const [name, body] of Object.entries(documentsOf)) {
    const before = server.cpuMilliseconds();
    const { status, text } = await client.post(path, body);
    costs.push({ name, milliseconds: server.cpuMilliseconds() - before });
    // kube-apiserver answers with 500 as well if an object is larger than its store takes.
    const isTooLargeToStore = status === 500 && /a transaction of \d+ bytes|request is too large/.test(text);
    if (status !== 201 && (status < 400 || status >= 500) && !isTooLargeToStore)
      wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
    if (text.length > megabyte * 4) wrong.push(`${name}: an answer of ${text.length} bytes`);
  }
  const { answers, failed, worst } = await prober.stop();
  for (const line of wrong) console.log(`    ${line}`);
  context.figure('hostile documents that were answered badly', {
    value: of(wrong.length, costs.length),
    holds: wrong.length === 0,
    byNature: { 'kube-apiserver': 'etcd refuses objects over 1.5 MiB, and 100,000 wrong keys take over a minute' },
  });
  // CPU time does not depend on what else the machine does.
  const dearest = costs.reduce((one, other) => (one.milliseconds > other.milliseconds ? one : other));
  context.figure(`most CPU time that one took: ${dearest.name}`, {
    value: `${count(dearest.milliseconds)} ms`,
    holds: dearest.milliseconds < context.limit(3000),
    byNature: { 'kube-apiserver': 'it says everything that is wrong' },
  });
  context.figure('others held up by them: failed, and worst', {
    value: `${of(failed, answers)}, ${count(worst)} ms`,
    holds: failed === 0,
  });
}

export const requestsThatNeverEnd = {
  name: 'requests that never end',
  background: true,
  async run(context) {
    const server = await context.environment.server({ storage: context.storage, flags: ['--request-timeout=4s'] });
    const client = server.client();
    const number = 20;
    const begin = performance.now();
    const ended = await Promise.all(numbers(number).map(() => bodyThatStops(server.port)));
    const seconds = (performance.now() - begin) / 1000;
    const late = ended.filter((result) => result === 'open').length;
    context.figure('bodies that stop: not ended after 40 s', {
      value: `${of(late, number)}, ${ended[0]}, ${seconds.toFixed(1)} s`,
      holds: late === 0,
      byNature: { 'kube-apiserver': 'it waits for the rest of a body' },
    });
    const webhook = await Webhook.start(context.environment);
    await createNamespace(client, 'hanging');
    await webhook.register(client, { name: 'hanging', namespace: 'hanging', timeoutSeconds: 1 });
    webhook.hold();
    const statuses = [];
    await inParallel(numbers(10), 10, async (index) =>
      statuses.push((await client.post(configMaps('hanging'), { metadata: { name: `a-${index}` } })).status),
    );
    const refused = statuses.filter((status) => status === 500 || status === 504).length;
    context.figure('writes behind a webhook that hangs: refused in time', {
      value: of(refused, 10),
      holds: refused === 10,
    });
  },
};

/** The status line of the response, `closed`, or `open` if nothing happens. */
function bodyThatStops(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"metadata":`,
      );
    });
    const timer = setTimeout(() => finish('open'), 40_000);
    const finish = (result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    socket.setEncoding('latin1');
    socket.on('data', (text) => finish(text.split('\r\n')[0]));
    socket.on('close', () => finish('closed'));
    socket.on('error', () => finish('closed'));
  });
}
