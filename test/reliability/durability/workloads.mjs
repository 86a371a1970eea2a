// kill -9 while controllers of workloads start pods, replace them, run jobs and bind volumes: the next start finishes the work.
import { expectStatus } from '../support/client.mjs';
import { createNamespace, listAll } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { numbers, until } from '../support/until.mjs';

const sizes = { short: { rounds: 1, pods: 20 }, full: { rounds: 4, pods: 400 } };

export const killWhileRunningWorkloads = {
  name: 'kill -9 while controllers run workloads',
  // Five kinds of work, each with a restart.
  seconds: 1800,
  notFor: { 'kube-apiserver': 'it has no controllers' },
  async run(context) {
    const { rounds, pods } = context.full ? sizes.full : sizes.short;
    // A node takes 110 pods, and all but those of jobs stay.
    const nodes = Math.max(10, Math.ceil((rounds * pods * 5) / 100));
    const flags = ['--controllers=*', `--simulate-nodes=${nodes}`];
    const server = await context.environment.server({ storage: context.storage, flags });
    for (const [what, work] of Object.entries({
      'a deployment starts': starting,
      'a deployment is rolled out': rollingOut,
      'a stateful set starts': inOrder,
      'a job runs': running,
      'volumes are bound': binding,
    })) {
      let missing = 0;
      for (const round of numbers(rounds)) {
        const namespace = `${what.replaceAll(' ', '-')}-${round}`;
        await createNamespace(server.client(), namespace);
        missing += await work(server, { namespace, pods, random: context.random });
      }
      const value = of(missing, rounds * pods);
      context.figure(`pods or volumes missing, or too many, after kill -9 while ${what}`, {
        value,
        holds: missing === 0,
      });
    }
  },
};

const container = (image) => ({ name: 'main', image });
const template = (image = 'app:1', more = {}) => ({
  metadata: { labels: { app: 'web' }, ...more.metadata },
  spec: { containers: [container(image)], ...more.spec },
});
const selector = { matchLabels: { app: 'web' } };
const appsPath = (namespace, resource) => `/apis/apps/v1/namespaces/${namespace}/${resource}`;

async function podsOf(client, namespace) {
  return (await listAll(client, `/api/v1/namespaces/${namespace}/pods`, { limit: 500 })).items;
}

const isReady = ({ metadata, status }) =>
  !metadata.deletionTimestamp && status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');

/** Kills the server when some of the work is done, and starts it again. */
async function killAfter(server, { pods, random }, count) {
  const few = pods * (0.2 + 0.5 * random.next());
  const client = server.client();
  await until('the work is under way', async () => (await count(client)) >= few, { seconds: 300 });
  await server.restart('SIGKILL');
  client.close();
}

/** Waits until nothing is missing, and returns how much is. */
async function missing(server, count) {
  const client = server.client();
  let left = Number.POSITIVE_INFINITY;
  const isDone = async () => {
    left = await count(client);
    return left === 0;
  };
  await until('nothing is missing', isDone, { seconds: 600 }).catch(() => undefined);
  client.close();
  return left;
}

const wrongPods =
  (namespace, pods, isWanted = () => true) =>
  async (client) => {
    const all = await podsOf(client, namespace);
    return Math.abs(pods - all.length) + all.filter((pod) => !isReady(pod) || !isWanted(pod)).length;
  };

async function starting(server, { namespace, pods, random }) {
  const spec = { replicas: pods, selector, template: template() };
  expectStatus(
    await server.client().post(appsPath(namespace, 'deployments'), { metadata: { name: 'web' }, spec }),
    201,
  );
  await killAfter(server, { pods, random }, async (client) => (await podsOf(client, namespace)).length);
  return missing(server, wrongPods(namespace, pods));
}

async function rollingOut(server, { namespace, pods, random }) {
  const client = server.client();
  const path = `${appsPath(namespace, 'deployments')}/web`;
  const spec = { replicas: pods, selector, template: template() };
  expectStatus(await client.post(appsPath(namespace, 'deployments'), { metadata: { name: 'web' }, spec }), 201);
  await until('it is up', async () => (await wrongPods(namespace, pods)(client)) === 0, { seconds: 600 });
  // Its status may be written meanwhile.
  await until('it is changed', async () => {
    const { document } = expectStatus(await client.get(path), 200);
    const { status } = await client.put(path, { ...document, spec: { ...document.spec, template: template('app:2') } });
    return status === 200;
  });
  const isNew = ({ spec: { containers } }) => containers[0].image === 'app:2';
  await killAfter(server, { pods, random }, async (other) => (await podsOf(other, namespace)).filter(isNew).length);
  return missing(server, wrongPods(namespace, pods, isNew));
}

async function inOrder(server, { namespace, pods, random }) {
  const spec = { serviceName: 'web', replicas: pods, selector, template: template() };
  expectStatus(
    await server.client().post(appsPath(namespace, 'statefulsets'), { metadata: { name: 'web' }, spec }),
    201,
  );
  await killAfter(server, { pods, random }, async (client) => (await podsOf(client, namespace)).length);
  return missing(server, wrongPods(namespace, pods));
}

async function running(server, { namespace, pods, random }) {
  const annotations = { 'simulation.trestle.dev/run-seconds': '0' };
  const spec = {
    completions: pods,
    parallelism: 10,
    template: template('app:1', { metadata: { annotations }, spec: { restartPolicy: 'Never' } }),
  };
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
  expectStatus(await server.client().post(jobs, { metadata: { name: 'work' }, spec }), 201);
  const succeeded = async (client) => (await client.get(`${jobs}/work`)).document.status?.succeeded ?? 0;
  await killAfter(server, { pods, random }, succeeded);
  return missing(server, async (client) => {
    const { status } = (await client.get(`${jobs}/work`)).document;
    const isComplete = status?.conditions?.some(({ type }) => type === 'Complete');
    return isComplete ? Math.abs(pods - (status.succeeded ?? 0)) : pods;
  });
}

async function binding(server, { namespace, pods, random }) {
  const client = server.client();
  const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
  const spec = { accessModes: ['ReadWriteOnce'], storageClassName: namespace };
  for (const index of numbers(pods)) {
    const volume = { ...spec, capacity: { storage: '1Gi' }, hostPath: { path: '/data' } };
    const metadata = { name: `${namespace}-${index}` };
    expectStatus(await client.post('/api/v1/persistentvolumes', { metadata, spec: volume }), 201);
  }
  for (const index of numbers(pods)) {
    const claim = { ...spec, resources: { requests: { storage: '1Gi' } } };
    expectStatus(await client.post(claims, { metadata: { name: `claim-${index}` }, spec: claim }), 201);
  }
  const bound = async (other) => {
    const { items } = await listAll(other, claims, { limit: 500 });
    const names = items.filter(({ status }) => status?.phase === 'Bound').map(({ spec: { volumeName } }) => volumeName);
    return new Set(names).size;
  };
  await killAfter(server, { pods, random }, bound);
  return missing(server, async (again) => pods - (await bound(again)));
}
