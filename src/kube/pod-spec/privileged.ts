import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, forbidden } from '../../apimachinery/validation/index.js';
import { type GroupDefinition, type ResourceDefinition, type Strategy, valueAt } from '../../server/registry/index.js';
import { type PodSpec, placedContainers } from './pod.js';

/** Paths of pod specs by kind. */
const podSpecPaths: Readonly<Record<string, string>> = {
  Pod: 'spec',
  PodTemplate: 'template.spec',
  ReplicationController: 'spec.template.spec',
  DaemonSet: 'spec.template.spec',
  Deployment: 'spec.template.spec',
  ReplicaSet: 'spec.template.spec',
  StatefulSet: 'spec.template.spec',
  Job: 'spec.template.spec',
  CronJob: 'spec.jobTemplate.spec.template.spec',
};

/** Returns the group with a validation rule that rejects privileged containers. */
export function refusePrivileged(group: GroupDefinition): GroupDefinition {
  return { ...group, resources: group.resources.map(withRule) };
}

function withRule(definition: ResourceDefinition): ResourceDefinition {
  const path = Object.hasOwn(podSpecPaths, definition.kind) ? podSpecPaths[definition.kind] : undefined;
  if (path === undefined) return definition;
  const { strategy = {}, partials } = definition;
  const guarded = partials && Object.entries(partials).map(([name, partial]) => [name, guardedPartial(partial, path)]);
  return {
    ...definition,
    strategy: guard(strategy, path),
    ...(guarded && { partials: Object.fromEntries(guarded) }),
  };
}

type Partials = NonNullable<ResourceDefinition['partials']>;

function guardedPartial(partial: Partials[string], path: string): Partials[string] {
  return { ...partial, strategy: guard(partial.strategy ?? {}, path) };
}

function guard(strategy: Strategy, path: string): Strategy {
  return {
    ...strategy,
    validate: (object, context) => [...(strategy.validate?.(object, context) ?? []), ...privilegeErrors(object, path)],
    validateUpdate: (change, context) => [
      ...(strategy.validateUpdate?.(change, context) ?? []),
      ...privilegeErrors(change.object, path),
    ],
  };
}

function privilegeErrors(object: JsonObject, path: string): FieldError[] {
  const found = valueAt(object, path);
  if (!isJsonObject(found)) return [];
  const spec = found as unknown as PodSpec;
  const [first = '', ...rest] = path.split('.');
  const place = FieldPath.of(first, ...rest);
  const placed = placedContainers(spec, place);
  const errors = placed
    .filter(({ container }) => container.securityContext?.privileged)
    .map((at) => forbidden(at.path.child('securityContext', 'privileged'), 'disallowed by cluster policy'));
  const podWide = spec.securityContext?.windowsOptions?.hostProcess;
  const isHostProcess = placed.some(
    ({ container }) => container.securityContext?.windowsOptions?.hostProcess ?? podWide ?? false,
  );
  if (!isHostProcess) return errors;
  return [...errors, forbidden(place, 'hostProcess containers are disallowed by cluster policy')];
}
