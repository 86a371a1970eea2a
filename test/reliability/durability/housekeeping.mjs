// kill -9 while controllers empty a namespace, collect garbage and count a quota: the next start finishes the work.
import { expectStatus } from '../support/client.mjs';
import { configMaps, createNamespace, listAll } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { inParallel, numbers, until } from '../support/until.mjs';

const sizes = { short: { rounds: 2, objects: 400 }, full: { rounds: 6, objects: 10_000 } };
const width = 64;

export const killWhileHousekeeping = {
  name: 'kill -9 while controllers work',
  notFor: { 'kube-apiserver': 'it has no controllers' },
  async run(context) {
    const { rounds, objects } = context.full ? sizes.full : sizes.short;
    const server = await context.environment.server({ storage: context.storage, flags: ['--controllers=*'] });
    for (const [what, work] of Object.entries({
      'emptying a namespace': emptying,
      'collecting garbage': collecting,
      'counting a quota': counting,
    })) {
      const left = [];
      for (const round of numbers(rounds)) left.push(await work(server, { round, objects, random: context.random }));
      const total = left.reduce((sum, count) => sum + count, 0);
      context.figure(`objects left after kill -9 while ${what}`, {
        value: of(total, rounds * objects),
        holds: total === 0,
      });
    }
  },
};

/** Resolves to the number of objects that are left in a namespace that was deleted. */
async function emptying(server, { round, objects, random }) {
  const namespace = `emptied-${round}`;
  const client = server.client();
  await createNamespace(client, namespace);
  await createMaps(client, namespace, { objects });
  expectStatus(await client.delete(`/api/v1/namespaces/${namespace}`), 200);
  await killAfterSome(server, { client, namespace, objects, random });
  return within(server, async (again) => {
    const { status } = await again.get(`/api/v1/namespaces/${namespace}`);
    return status === 404 ? 0 : Math.max(1, await countMaps(again, namespace));
  });
}

/** The same for dependents whose owner was deleted: half in the background, half in the foreground. */
async function collecting(server, { round, objects, random }) {
  const namespace = `collected-${round}`;
  const client = server.client();
  await createNamespace(client, namespace);
  const { document: owner } = expectStatus(
    await client.post(configMaps(namespace), { metadata: { name: 'owner' } }),
    201,
  );
  const { uid } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, blockOwnerDeletion: true }];
  await createMaps(client, namespace, { objects, ownerReferences });
  const propagationPolicy = round % 2 === 0 ? 'Background' : 'Foreground';
  expectStatus(await client.delete(`${configMaps(namespace)}/owner`, { propagationPolicy }), 200);
  await killAfterSome(server, { client, namespace, objects, random });
  return within(server, (again) => countMaps(again, namespace));
}

/** The number of objects by which the usage differs from what there is. */
async function counting(server, { round, objects, random }) {
  const namespace = `counted-${round}`;
  const client = server.client();
  await createNamespace(client, namespace);
  await createMaps(client, namespace, { objects });
  const spec = { hard: { 'count/configmaps': String(2 * objects) } };
  const quotas = `/api/v1/namespaces/${namespace}/resourcequotas`;
  expectStatus(await client.post(quotas, { metadata: { name: 'all' }, spec }), 201);
  const options = { propagationPolicy: 'Background' };
  const deleting = inParallel(numbers(objects), width, (index) =>
    client.delete(`${configMaps(namespace)}/map-${index}`, options).catch(() => undefined),
  );
  await killAfterSome(server, { client, namespace, objects, random });
  await deleting;
  return within(server, async (again) => {
    const { document } = expectStatus(await again.get(`${quotas}/all`), 200);
    const { items } = await listAll(again, configMaps(namespace), { limit: 500 });
    return Math.abs(Number(document.status?.used?.['count/configmaps'] ?? -1) - items.length);
  });
}

async function createMaps(client, namespace, { objects, ownerReferences }) {
  await inParallel(numbers(objects), width, async (index) => {
    const metadata = { name: `map-${index}`, ...(ownerReferences && { ownerReferences }) };
    expectStatus(await client.post(configMaps(namespace), { metadata }), 201);
  });
}

/** Kills the server when some objects have gone, and starts it again. */
async function killAfterSome(server, { client, namespace, objects, random }) {
  const few = objects * (0.2 + 0.6 * random.next());
  const isUnderWay = async () => (await countMaps(client, namespace)) < objects - few;
  // It may be faster than this loop: then the kill comes after the work, which has to be finished as well.
  await until('the work is under way', isUnderWay, { seconds: 300 });
  await server.restart('SIGKILL');
  client.close();
}

async function countMaps(client, namespace) {
  const { items } = await listAll(client, configMaps(namespace), { limit: 5000 });
  return items.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt').length;
}

/** Waits until nothing is left, and returns how much is. */
async function within(server, count) {
  const client = server.client();
  let left = Number.POSITIVE_INFINITY;
  const isDone = async () => {
    left = await count(client);
    return left === 0;
  };
  await until('nothing is left', isDone, { seconds: 300 }).catch(() => undefined);
  client.close();
  return left;
}
