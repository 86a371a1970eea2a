// The semantics of resourceVersion, resourceVersionMatch and sendInitialEvents, case by case, as in kube-apiserver.
import { configMaps, createNamespace, listAll } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { watchEvents } from '../support/watch.mjs';

const namespace = 'revisions';
const path = configMaps(namespace);

/** Query, status, and what the message or the response contains. */
const cases = (now) => [
  ['', 200],
  ['resourceVersion=0', 200],
  [`resourceVersion=${now}`, 200],
  [`resourceVersion=${now}&resourceVersionMatch=Exact`, 200],
  [`resourceVersion=${now}&resourceVersionMatch=NotOlderThan`, 200],
  ['resourceVersion=0&resourceVersionMatch=NotOlderThan', 200],
  ['resourceVersion=0&resourceVersionMatch=Exact', 422, 'resourceVersionMatch'],
  ['resourceVersionMatch=NotOlderThan', 422, 'resourceVersionMatch'],
  [`resourceVersion=${now}&resourceVersionMatch=Sometimes`, 422, 'supported values'],
  ['resourceVersion=abc', 400, 'abc'],
  ['resourceVersion=-1', 400, '-1'],
  [`resourceVersion=${now + 1_000_000}`, 504, 'Too large resource version'],
  [`resourceVersion=${now + 1_000_000}&resourceVersionMatch=Exact`, 504, 'Too large resource version'],
  ['limit=1&continue=nonsense', 400, 'continue'],
  [`limit=1&continue=nonsense&resourceVersion=${now}&resourceVersionMatch=Exact`, 422, 'resourceVersionMatch'],
  ['watch=1&resourceVersion=abc', 500, 'abc'],
  ['watch=1&sendInitialEvents=true', 422, 'resourceVersionMatch'],
  ['watch=1&sendInitialEvents=true&resourceVersionMatch=Exact', 422, 'resourceVersionMatch'],
  ['watch=1&resourceVersionMatch=NotOlderThan', 422, 'resourceVersionMatch'],
  ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 422, 'sendInitialEvents'],
  ['fieldSelector=metadata.name', 400, 'selector'],
  ['labelSelector=%3D%3D', 400, 'expected'],
];

export const revisions = {
  name: 'resource versions case by case',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    await client.post(path, { metadata: { name: 'one' } });
    const { revision } = await listAll(client, path);
    const all = cases(revision);
    const wrong = [];
    await Promise.all(
      all.map(async ([query, status, part = '']) => {
        const answer = await client.get(`${path}?${query}`);
        if (answer.status === status && answer.text.includes(part)) return;
        wrong.push(`?${query}: ${answer.status} ${answer.text.slice(0, 300)}, expected ${status} ${part}`);
      }),
    );
    for (const line of wrong) console.log(`    ${line}`);
    context.figure('lists answered otherwise than kube-apiserver does', {
      value: of(wrong.length, all.length),
      holds: wrong.length === 0,
    });
    await bookmarks(context, client);
  },
};

/** A watch with bookmarks gets one two seconds before its timeout. */
async function bookmarks(context, client) {
  const { revision } = await listAll(client, path);
  const marksOf = async (query) => {
    const marks = [];
    for await (const { type, object } of watchEvents(
      client,
      `${path}?watch=1&resourceVersion=${revision}&timeoutSeconds=6${query}`,
    )) {
      if (type === 'BOOKMARK') marks.push(Number(object.metadata.resourceVersion));
    }
    return marks;
  };
  // Something happens meanwhile: kube-apiserver has no bookmarks of what it has seen no event of.
  const changing = client.patch(`${path}/one`, { data: { value: 'changed' } });
  const [wanted, unwanted] = await Promise.all([marksOf('&allowWatchBookmarks=true'), marksOf('')]);
  await changing;
  context.figure('bookmarks before a watch ends: wanted, and not wanted', {
    value: `${wanted.length}, ${unwanted.length}`,
    holds: wanted.length >= 1 && wanted.every((mark) => mark >= revision) && unwanted.length === 0,
  });
}
