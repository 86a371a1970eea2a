// Follows pkg/registry/core/pod/strategy.go (v1.36)

import type { PodSpec } from '../../../../api/core/v1.js';
import { badRequest } from '../../../../apimachinery/status/index.js';
import { FieldPath } from '../../../../apimachinery/validation/index.js';
import { placedContainers } from '../../../pod-spec/index.js';

/** Returns the named container, or the only one. Throws `badRequest`. */
export function chooseContainer(podName: string, spec: PodSpec, wanted: string): string {
  const names = placedContainers(spec, FieldPath.root).map(({ container }) => container.name);
  if (wanted !== '') {
    if (names.includes(wanted)) return wanted;
    throw badRequest(`container ${wanted} is not valid for pod ${podName}`);
  }
  const [only, ...others] = spec.containers ?? [];
  if (only && others.length === 0) return only.name;
  const choice = only ? `, choose one of: [${names.join(' ')}]` : '';
  throw badRequest(`a container name must be specified for pod ${podName}${choice}`);
}
