// Compacted history: 410, and what a client does then.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll, revisionOf } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { numbers, until } from '../support/until.mjs';
import { watchEvents } from '../support/watch.mjs';

const namespace = 'expired';
const path = configMaps(namespace);

export const expired = {
  name: 'history that is gone',
  background: true,
  async run(context) {
    const flags = ['--etcd-compaction-interval=2s'];
    const server = await context.environment.server({ storage: context.storage, flags });
    const client = server.client();
    await createNamespace(client, namespace);
    for (const number of numbers(30)) expectStatus(await client.post(path, configMap(`object-${number}`)), 201);
    const first = expectStatus(await client.get(`${path}?limit=10`), 200).document;
    const old = revisionOf(first);
    for (const number of numbers(30))
      expectStatus(await client.patch(`${path}/object-${number}`, { data: { value: 'new' } }), 200);
    await server.restart('SIGTERM');
    const page = `${path}?limit=10&continue=${encodeURIComponent(first.metadata.continue)}`;
    const refused = await until('the page has expired', () => ifExpired(client.get(page)), { seconds: 300 });
    await goOnWithPages(context, { client, first, refused });
    await watchFromOld(context, { client, old });
  },
};

async function ifExpired(answering) {
  const answer = await answering;
  return answer.status === 410 ? answer : undefined;
}

/** The 410 offers a token to continue with the current state, although that is inconsistent with earlier pages. */
async function goOnWithPages(context, { client, first, refused }) {
  const offered = refused.document.metadata.continue;
  const names = new Set(first.items.map(({ metadata }) => metadata.name));
  const rest = expectStatus(
    await client.get(`${path}?limit=100&continue=${encodeURIComponent(offered ?? '')}`),
    200,
  ).document;
  for (const { metadata } of rest.items) names.add(metadata.name);
  context.figure('objects in pages that went on after 410', {
    value: of(names.size, 30),
    holds: names.size === 30 && refused.document.reason === 'Expired',
  });
}

/** Either everything since then, or 410 and nothing: never a part. */
async function watchFromOld(context, { client, old }) {
  const stop = new AbortController();
  const seen = [];
  let error;
  const timer = setTimeout(() => stop.abort(), 10_000);
  for await (const { type, object } of watchEvents(client, `${path}?watch=1&resourceVersion=${old}`, {
    signal: stop.signal,
  })) {
    if (type === 'ERROR') error = object;
    else seen.push(object);
    if (type === 'ERROR' || seen.length === 30) stop.abort();
  }
  clearTimeout(timer);
  const isClean = error ? error.code === 410 && seen.length === 0 : seen.length === 30;
  context.figure('answer to a watch of what is gone', {
    value: error ? `${error.code} ${error.reason}` : `${seen.length} events`,
    holds: isClean,
  });
  const { items, revision } = await listAll(client, path);
  const writing = client.patch(`${path}/object-0`, { data: { value: 'newer' } });
  const next = await firstEvent(client, revision);
  await writing;
  context.figure('list and watch after it', {
    value: `${items.length} objects, ${next.type}`,
    holds: items.length === 30 && next.type === 'MODIFIED' && revisionOf(next.object) > revision,
  });
}

async function firstEvent(client, revision) {
  for await (const event of watchEvents(client, `${path}?watch=1&resourceVersion=${revision}`)) return event;
  throw new Error('the watch ended without an event');
}

function configMap(name) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value: 'old' } };
}
