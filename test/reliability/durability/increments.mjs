// Concurrent compare-and-swap on few objects: every acknowledged increment counts, and no other.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';
import { numbers } from '../support/until.mjs';

const namespace = 'counters';
const sizes = {
  short: { writers: 16, increments: 25, objects: 4 },
  full: { writers: 64, increments: 1000, objects: 4 },
};

export const increments = {
  name: 'increments by compare-and-swap',
  async run(context) {
    const { writers, increments: each, objects } = context.full ? sizes.full : sizes.short;
    const server = await context.environment.server({ storage: context.storage });
    const client = server.client();
    await createNamespace(client, namespace);
    const names = numbers(objects).map((number) => `counter-${number}`);
    for (const name of names) expectStatus(await client.post(configMaps(namespace), counter(name, 0)), 201);
    const done = numbers(writers).map(() => ({ conflicts: 0 }));
    await Promise.all(done.map((tally, index) => countUp(client, { tally, name: names[index % objects], each })));
    const { items } = await listAll(client, configMaps(namespace));
    const total = items.reduce((sum, { data }) => sum + Number(data?.number ?? 0), 0);
    const wanted = writers * each;
    context.figure(`increments lost, ${writers} writers`, {
      value: of(wanted - total, wanted),
      holds: total === wanted,
    });
    const conflicts = done.reduce((sum, tally) => sum + tally.conflicts, 0);
    context.figure('conflicts that were refused on the way', { value: count(conflicts), holds: conflicts > 0 });
  },
};

async function countUp(client, { tally, name, each }) {
  const path = `${configMaps(namespace)}/${name}`;
  let { document } = expectStatus(await client.get(path), 200);
  for (let number = 0; number < each; ) {
    const next = { ...counter(name, Number(document.data.number) + 1) };
    next.metadata.resourceVersion = document.metadata.resourceVersion;
    const answer = expectStatus(await client.put(path, next), 200, 409, 429);
    if (answer.status === 200) {
      document = answer.document;
      number++;
    } else {
      tally.conflicts++;
      document = expectStatus(await client.get(path), 200).document;
    }
  }
}

function counter(name, number) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { number: String(number) } };
}
