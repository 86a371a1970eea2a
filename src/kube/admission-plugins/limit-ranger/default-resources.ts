// Follows plugin/pkg/admission/limitranger/admission.go (v1.36)

import type { Container, LimitRangeItem, Pod, PodSpec, ResourceList } from '../../../api/core/v1.js';
import { annotationsOf } from '../../../apimachinery/meta/index.js';
import type { ResourceKind } from '../../pod-spec/index.js';

const annotation = 'kubernetes.io/limit-ranger';

type Defaults = Readonly<Record<ResourceKind, ResourceList>>;

/**
 * Applies the defaults of limit ranges to containers that lack requests or limits. A pod that is resized may share
 * objects with its old state, so they are replaced, not modified.
 */
export function applyDefaultResources(pod: Pod, items: readonly LimitRangeItem[]): void {
  const defaults = defaultsOf(items);
  const notes: string[] = [];
  const { spec = {} as PodSpec } = pod;
  const complete = (containers: readonly Container[], what: string): Container[] =>
    containers.map((container) =>
      completed(container, defaults, (given) => notes.push(`${given} for ${what} ${container.name}`)),
    );
  const containers = complete(spec.containers ?? [], 'container');
  const initContainers = complete(spec.initContainers ?? [], 'init container');
  if (notes.length === 0) return;
  pod.spec = { ...spec, containers, ...(initContainers.length > 0 && { initContainers }) };
  const note = `LimitRanger plugin set: ${notes.join('; ')}`;
  pod.metadata = { ...pod.metadata, annotations: { ...annotationsOf(pod), [annotation]: note } };
}

function defaultsOf(items: readonly LimitRangeItem[]): Defaults {
  const ofContainers = items.filter(({ type }) => type === 'Container');
  return {
    requests: Object.assign({}, ...ofContainers.map(({ defaultRequest }) => defaultRequest)),
    limits: Object.assign({}, ...ofContainers.map((item) => item.default)),
  };
}

/** Returns the container itself if nothing is missing. */
function completed(container: Container, defaults: Defaults, note: (given: string) => void): Container {
  const { resources = {} } = container;
  const added: Partial<Record<ResourceKind, ResourceList>> = {};
  for (const kind of ['requests', 'limits'] as const) {
    const own = resources[kind] ?? {};
    const missing = Object.keys(defaults[kind]).filter((name) => !Object.hasOwn(own, name));
    if (missing.length === 0) continue;
    added[kind] = { ...defaults[kind], ...own };
    note(`${missing.sort().join(', ')} ${kind.slice(0, -1)}`);
  }
  return added.requests || added.limits ? { ...container, resources: { ...resources, ...added } } : container;
}
