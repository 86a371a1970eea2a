import { isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import type { PodTemplate } from '../../pod-spec/index.js';

const inSpec = ['spec', 'template'];

/** Paths of pod templates in workload kinds, by group and resource. */
const templatePaths: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map([
  [
    '',
    new Map([
      ['replicationcontrollers', inSpec],
      ['podtemplates', ['template']],
    ]),
  ],
  [
    'apps',
    new Map([
      ['deployments', inSpec],
      ['replicasets', inSpec],
      ['statefulsets', inSpec],
      ['daemonsets', inSpec],
    ]),
  ],
  [
    'batch',
    new Map([
      ['jobs', inSpec],
      ['cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
    ]),
  ],
]);

export function makesPods({ group, resource }: { group: string; resource: string }): boolean {
  return templatePaths.get(group)?.has(resource) === true;
}

/** Returns the pod template of a workload; undefined if it has none. */
export function templateOf(
  object: JsonObject,
  { group, resource }: { group: string; resource: string },
): PodTemplate | undefined {
  let found: JsonObject | undefined = object;
  for (const field of templatePaths.get(group)?.get(resource) ?? []) {
    const inner: JsonObject[string] | undefined = found[field];
    if (!isJsonObject(inner)) return undefined;
    found = inner;
  }
  const spec: JsonObject[string] = found['spec'] ?? {};
  return { ...found, spec } as unknown as PodTemplate;
}
