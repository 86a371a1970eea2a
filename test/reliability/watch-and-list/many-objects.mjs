// A large collection: pages of one snapshot, initial events, counts, and a watch from where a list ended.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll, revisionOf } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { inParallel, numbers } from '../support/until.mjs';
import { watchEvents } from '../support/watch.mjs';

const namespace = 'many';
const path = configMaps(namespace);
const initialEventsEnd = 'k8s.io/initial-events-end';

export const manyObjects = {
  name: 'many objects',
  async run(context) {
    const objects = context.full ? 50_000 : 1500;
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    await inParallel(numbers(objects), 32, (number) => create(client, number));
    await listInPages(context, { client, objects });
    await initialEvents(context, { client, objects });
    await watchFromList(context, { client, objects });
  },
};

async function create(client, number) {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: nameOf(number) }, data: { value: 'first' } };
  const answer = await client.post(path, object);
  // A busy server responds with 429; retry.
  if (answer.status === 429) return create(client, number);
  return expectStatus(answer, 201);
}

const nameOf = (number) => `object-${String(number).padStart(6, '0')}`;

/** While every object that the list has yet to reach is changed. */
async function listInPages(context, { client, objects }) {
  const limit = Math.ceil(objects / 10);
  const [seen, revisions, wrongCounts] = [[], new Set(), []];
  let token = '';
  do {
    const query = `limit=${limit}${token && `&continue=${encodeURIComponent(token)}`}`;
    const { metadata, items } = expectStatus(await client.get(`${path}?${query}`), 200).document;
    seen.push(...items);
    revisions.add(metadata.resourceVersion);
    token = metadata.continue ?? '';
    const left = objects - seen.length;
    if ((metadata.remainingItemCount ?? 0) !== left) wrongCounts.push(metadata.remainingItemCount);
    if (left > 0) await change(client, [nameOf(seen.length), nameOf(objects - 1), nameOf(0)]);
  } while (token !== '');
  const names = new Set(seen.map(({ metadata }) => metadata.name));
  const changed = seen.filter(({ data }) => data.value !== 'first').length;
  context.figure('objects in the pages of one list', {
    value: of(names.size, objects),
    holds: names.size === objects && seen.length === objects,
  });
  context.figure('of them as they were after the first page', { value: String(changed), holds: changed === 0 });
  context.figure('revisions of the pages', { value: String(revisions.size), holds: revisions.size === 1 });
  context.figure('pages with a wrong remainingItemCount', {
    value: String(wrongCounts.length),
    holds: wrongCounts.length === 0,
  });
}

async function change(client, names) {
  for (const name of names)
    expectStatus(await client.patch(`${path}/${name}`, { data: { value: `changed-${Math.random()}` } }), 200);
}

async function initialEvents(context, { client, objects }) {
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const stop = new AbortController();
  const shown = new Map();
  let mark;
  for await (const { type, object } of watchEvents(client, `${path}?${query}`, { signal: stop.signal })) {
    if (type === 'ADDED') shown.set(object.metadata.name, object.metadata.resourceVersion);
    if (type !== 'BOOKMARK') continue;
    mark = object.metadata;
    stop.abort();
  }
  const { items, revision } = await listAll(client, path);
  const wrong = items.filter(({ metadata }) => shown.get(metadata.name) !== metadata.resourceVersion).length;
  const isMarked = mark?.annotations?.[initialEventsEnd] === 'true' && Number(mark.resourceVersion) <= revision;
  context.figure('initial events that a list does not confirm', {
    value: of(wrong, objects),
    holds: wrong === 0 && shown.size === objects && isMarked,
  });
}

async function watchFromList(context, { client, objects }) {
  const { revision } = await listAll(client, path, { limit: 1000 });
  const names = numbers(200).map((number) => nameOf((number * 7) % objects));
  const writing = change(client, names);
  const stop = new AbortController();
  const seen = [];
  for await (const event of watchEvents(client, `${path}?watch=1&resourceVersion=${revision}`, {
    signal: stop.signal,
  })) {
    seen.push(event);
    if (seen.length === names.length) stop.abort();
  }
  await writing;
  const wrong = seen.filter(
    ({ type, object }, index) => type !== 'MODIFIED' || object.metadata.name !== names[index],
  ).length;
  const isOrdered = seen.every(
    ({ object }, index) => index === 0 || revisionOf(object) > revisionOf(seen[index - 1].object),
  );
  context.figure('changes after a list that its watch showed wrongly', {
    value: of(wrong, names.length),
    holds: wrong === 0 && isOrdered,
  });
}
