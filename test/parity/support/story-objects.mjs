// Objects that stories create, and what they wait for.
import { Story } from './story.mjs';

export const container = { name: 'main', image: 'example.com/app:1' };

export function template(app, more = {}) {
  return { metadata: { labels: { app } }, spec: { containers: [{ ...container, ...more.container }], ...more.spec } };
}

export function workload(kind, name, spec) {
  const selector = { matchLabels: { app: name } };
  return { apiVersion: 'apps/v1', kind, metadata: { name }, spec: { selector, template: template(name), ...spec } };
}

export const deployment = (spec = {}) => workload('Deployment', 'web', { replicas: 3, ...spec });

export const ofDeployment = ['deployments', 'replicasets', 'pods'];

export function job(spec, podSpec = {}, name = 'work') {
  const pod = { spec: { restartPolicy: 'Never', containers: [container], ...podSpec } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { ...spec, template: pod } };
}

export function pod(name, spec = {}, metadata = {}) {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec: { containers: [container], ...spec } };
}

/** A patch of a template: another image. */
export const withImage = (tag) => ({
  spec: { template: { spec: { containers: [{ name: 'main', image: `example.com/app:${tag}` }] } } },
});

/** A patch that removes all finalizers; of the type `mergePatch`. */
export const withoutFinalizers = { metadata: { finalizers: null } };

export const mergePatch = 'application/merge-patch+json';

/** A case that is one story. */
export function storyCase(name, tell, timeout = 180_000) {
  return {
    name,
    timeout,
    async run(t) {
      const story = await Story.begin(t);
      story.hasHeartbeat = true;
      await tell(story, t);
    },
  };
}

export async function firstOf(story, resource) {
  const [object] = await story.list(resource);
  return object;
}

export const hasCount = (story, resource, count) => async () => (await story.list(resource)).length === count;

export const isGone =
  (story, ...resources) =>
  async () => {
    const left = await Promise.all(resources.map((resource) => story.list(resource)));
    return left.flat().length === 0;
  };

export const hasCondition = (story, resource, type) => async () => {
  const object = await firstOf(story, resource);
  return object?.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True');
};

export const isAvailable = (story, replicas) => async () => {
  const { metadata, status } = await firstOf(story, 'deployments');
  return (
    (status.availableReplicas ?? 0) === replicas &&
    (status.updatedReplicas ?? 0) === replicas &&
    (status.replicas ?? 0) === replicas &&
    status.observedGeneration === metadata.generation
  );
};

export const isScaled = (story, replicas) => async () => {
  const { metadata, status } = await firstOf(story, 'statefulsets');
  return (
    status.observedGeneration === metadata.generation &&
    (status.availableReplicas ?? 0) === replicas &&
    (status.replicas ?? 0) === replicas
  );
};
