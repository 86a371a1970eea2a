// Follows pkg/registry/core/pod/strategy.go (v1.36)
// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { Pod } from '../../../../api/core/v1.js';
import { annotationsOf, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import type { Replacement, Strategy } from '../../../../server/registry/index.js';
import { countGeneration } from '../../../field-checks.js';
import { dropDisabledFields, mirrorAnnotation } from '../../../pod-spec/index.js';
import { goDifference } from '../../../types/index.js';
import { keep, specPath, validateMetadataSpecAndAnnotations } from './validation.js';

/** Adds ephemeral containers to a pod, and changes nothing else. */
export const ephemeralContainersStrategy: Strategy<Pod> = {
  resetFields: ['status'],
  prepareForUpdate(change, { features }) {
    const { object, old } = change;
    keepMetadataAndStatus(change);
    const spec = { ...old.spec };
    keep(spec, object.spec, 'ephemeralContainers');
    object.spec = spec;
    dropDisabledFields({ object: spec, old: old.spec, features });
    countGeneration(change, ['spec']);
  },
  validateUpdate: (change, context) => {
    if (annotationsOf(change.old)[mirrorAnnotation] !== undefined) {
      return [FieldPath.of('').forbidden('static pods do not support ephemeral containers')];
    }
    return [...validateMetadataSpecAndAnnotations(change, context), ...changeErrors(change)];
  },
};

/** Restores metadata and status, except managed fields: these subresources only change the spec. */
export function keepMetadataAndStatus({ object, old }: Replacement<Pod>): void {
  const { managedFields } = object.metadata;
  object.metadata = { ...old.metadata, ...(managedFields && { managedFields }) };
  object.status = old.status;
}

function changeErrors({ object, old }: Replacement<Pod>): FieldError[] {
  const path = specPath.child('ephemeralContainers');
  const byName = new Map(object.spec.ephemeralContainers?.map((container) => [container.name, container]));
  return (old.spec.ephemeralContainers ?? []).flatMap((before) => {
    const quoted = JSON.stringify(before.name);
    const after = byName.get(before.name);
    if (!after) return [path.forbidden(`existing ephemeral containers ${quoted} may not be removed\n`)];
    if (jsonEqual(after, before)) return [];
    const changes = goDifference('core/v1.EphemeralContainer', before, after);
    return [path.forbidden(`existing ephemeral containers ${quoted} may not be changed\n${changes}`)];
  });
}
