// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { PodSpec } from '../../api/core/v1.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import {
  type GroupDefinition,
  isObjectSubresource,
  type ResourceDefinition,
  type Strategy,
  type Subresources,
  valueAt,
} from '../../server/registry/index.js';
import { memoized } from '../memoized.js';
import { placedContainers } from './pod.js';

/** The path of the pod spec in a kind, such as `spec.template.spec`. */
interface PodSpecPath {
  readonly podSpecPath?: string;
}

/** A member of the definitions of kinds that contain a pod spec: it may be refused for its privileges. */
export function podSpecAt(podSpecPath: string): PodSpecPath {
  return { podSpecPath };
}

/** Returns the group with a validation rule that rejects privileged containers. */
export function refusePrivileged(group: GroupDefinition): GroupDefinition {
  return { ...group, resources: group.resources.map(withRule) };
}

const withRule = memoized((definition: ResourceDefinition & PodSpecPath): ResourceDefinition => {
  const { podSpecPath: path } = definition;
  if (path === undefined) return definition;
  const { strategy = {}, subresources } = definition;
  return {
    ...definition,
    strategy: guard(strategy, path),
    ...(subresources && { subresources: guardedSubresources(subresources, path) }),
  };
});

/** The status endpoint does not change containers. */
function guardedSubresources(subresources: Subresources, path: string): Subresources {
  const { status: _status, scale: _scale, ...others } = subresources;
  const guarded = Object.entries(others).map(([name, subresource]) => [
    name,
    isObjectSubresource(subresource)
      ? { ...subresource, strategy: guard(subresource.strategy ?? {}, path) }
      : subresource,
  ]);
  return { ...subresources, ...Object.fromEntries(guarded) };
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
  const spec = found as PodSpec;
  const [first = '', ...rest] = path.split('.');
  const place = FieldPath.of(first, ...rest);
  const placed = placedContainers(spec, place);
  const errors = placed
    .filter(({ container }) => container.securityContext?.privileged)
    .map((at) => at.path.child('securityContext', 'privileged').forbidden('disallowed by cluster policy'));
  const podWide = spec.securityContext?.windowsOptions?.hostProcess;
  const isHostProcess = placed.some(
    ({ container }) => container.securityContext?.windowsOptions?.hostProcess ?? podWide ?? false,
  );
  if (!isHostProcess) return errors;
  return [...errors, place.forbidden('hostProcess containers are disallowed by cluster policy')];
}
