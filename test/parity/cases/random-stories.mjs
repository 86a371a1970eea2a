// Stories in random order, the same in every run: workloads are created, changed and deleted, beside
// kube-controller-manager v1.36; what is left in the end is compared.
import { Story } from '../support/story.mjs';

export const controllers = true;
export const parallel = 3;

const steps = 14;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const workloads = ['deployments', 'replicasets', 'statefulsets', 'replicationcontrollers'];
const seen = [
  ...workloads,
  ...['jobs', 'pods', 'services', 'endpoints', 'endpointslices', 'poddisruptionbudgets', 'controllerrevisions'],
];

/** A linear congruential generator: numbers below a limit. */
function numbersOf(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

const container = (image) => ({ name: 'main', image: `example.com/app:${image}` });

const template = (app, image) => ({ metadata: { labels: { app } }, spec: { containers: [container(image)] } });

const creations = {
  deployments: (name, replicas, image) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, image) },
  }),
  replicasets: (name, replicas, image) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name },
    spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, image) },
  }),
  statefulsets: (name, replicas, image) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: { serviceName: name, replicas, selector: { matchLabels: { app: name } }, template: template(name, image) },
  }),
  replicationcontrollers: (name, replicas, image) => ({
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name },
    spec: { replicas, selector: { app: name }, template: template(name, image) },
  }),
  jobs: (name, parallelism, image) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      parallelism,
      template: { spec: { restartPolicy: 'Never', containers: [container(image)] } },
    },
  }),
  services: (name) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app: name }, ports: [{ port: 80 }] },
  }),
  poddisruptionbudgets: (name, minAvailable) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { minAvailable, selector: { matchLabels: { app: name } } },
  }),
};

const kinds = Object.keys(creations);

/** One step: an object is created if its name is free, otherwise it is deleted or changed. */
async function step(story, next, existing) {
  const resource = kinds[next(kinds.length)];
  // Services and budgets select pods of workloads by their names.
  const name = workloads.includes(resource) ? `${resource.slice(0, 3)}-app` : `${workloads[next(4)].slice(0, 3)}-app`;
  const [replicas, image, what] = [1 + next(3), 1 + next(3), next(3)];
  const key = `${resource}/${name}`;
  if (!existing.has(key)) {
    existing.add(key);
    await story.create(resource, creations[resource](name, replicas, image));
  } else if (what === 0) {
    existing.delete(key);
    await story.delete(resource, name);
  } else if (resource === 'jobs') {
    await story.change(resource, name, { spec: { parallelism: replicas } });
  } else if (resource === 'services') {
    await story.change(resource, name, { metadata: { labels: { step: String(image) } } });
  } else if (resource === 'poddisruptionbudgets') {
    await story.change(resource, name, { spec: { minAvailable: replicas } });
  } else if (what === 1) {
    await story.change(resource, name, { spec: { replicas } });
  } else {
    await story.change(resource, name, { spec: { template: { spec: { containers: [container(image)] } } } });
  }
}

const podsOf = ({ status }) => status?.replicas ?? 0;

/** Whether every workload has what it wants, and nothing else is left. */
async function isConverged(story) {
  const pods = await story.list('pods');
  if (pods.some(({ metadata, status }) => metadata.deletionTimestamp || status.phase !== 'Running')) return false;
  let wanted = 0;
  for (const resource of workloads) {
    for (const { metadata, spec, status } of await story.list(resource)) {
      const isOwned = metadata.ownerReferences !== undefined;
      if (metadata.deletionTimestamp || status?.observedGeneration !== metadata.generation) return false;
      if (podsOf({ status }) !== spec.replicas || (status.readyReplicas ?? 0) !== spec.replicas) return false;
      if ((status.updatedReplicas ?? spec.replicas) !== spec.replicas && resource === 'deployments') return false;
      if (resource === 'statefulsets' && status.currentRevision !== status.updateRevision) return false;
      if (!isOwned) wanted += spec.replicas;
    }
  }
  for (const { metadata, spec, status } of await story.list('jobs')) {
    if (metadata.deletionTimestamp || (status.ready ?? 0) !== spec.parallelism) return false;
    wanted += spec.parallelism;
  }
  return pods.length === wanted;
}

/** In how many steps a rollout goes on depends on when pods become ready; the endpoints of a slice have no order. */
function forget(resource, { metadata, status, endpoints }) {
  if (resource === 'replicasets') {
    delete metadata.generation;
    delete status.observedGeneration;
  } else if (resource.startsWith('endpoint')) {
    endpoints?.sort(({ hostname: a = '' }, { hostname: b = '' }) => Number(a > b) - Number(a < b));
    delete metadata.annotations?.['endpoints.kubernetes.io/last-change-trigger-time'];
    if (Object.keys(metadata.annotations ?? {}).length === 0) delete metadata.annotations;
  }
}

export const cases = seeds.map((seed) => ({
  name: `objects come, change and go in random order: ${seed}`,
  timeout: 900_000,
  async run(t) {
    const story = await Story.begin(t);
    story.hasHeartbeat = true;
    const next = numbersOf(seed * 7919);
    const existing = new Set();
    for (let count = 0; count < steps; count++) {
      await step(story, next, existing);
      await story.settle(() => isConverged(story));
    }
    await story.see('in the end', seen, { hasEvents: false, forget });
  },
}));
