import { annotationsOf, type JsonObject, jsonEqual, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, forbidden } from '../../../../apimachinery/validation/index.js';
import type { Replacement, Strategy } from '../../../../server/registry/index.js';
import { dropDisabledFields, mirrorAnnotation, podSpecOf } from '../../../pod-spec/index.js';
import { goDifference } from '../../../types/index.js';
import { countSpecChange } from './strategy.js';
import { specPath, validateAnnotationChange, validatePodParts } from './validation.js';

/** Adds ephemeral containers to a pod, and changes nothing else. */
export const ephemeralContainersStrategy: Strategy = {
  resetFields: ['status'],
  prepareForUpdate(change) {
    const { object, old } = change;
    const { ephemeralContainers } = podSpecOf(object);
    keepMetadataAndStatus(change);
    const spec = { ...podSpecOf(old) };
    delete spec.ephemeralContainers;
    if (ephemeralContainers) spec.ephemeralContainers = ephemeralContainers;
    object['spec'] = spec as unknown as JsonObject;
    dropDisabledFields(spec);
    countSpecChange(change);
  },
  validateUpdate: (change) => {
    if (annotationsOf(change.old)[mirrorAnnotation] !== undefined) {
      return [forbidden(FieldPath.of(''), 'static pods do not support ephemeral containers')];
    }
    return [...validatePodParts(change.object), ...validateAnnotationChange(change), ...changeErrors(change)];
  },
};

/** Restores metadata and status, except managed fields: these subresources only change the spec. */
export function keepMetadataAndStatus({ object, old }: Replacement): void {
  const { managedFields } = mutableMetadataOf(object);
  object['metadata'] = { ...mutableMetadataOf(old), ...(managedFields !== undefined && { managedFields }) };
  object['status'] = old['status'] ?? {};
}

function changeErrors({ object, old }: Replacement): FieldError[] {
  const path = specPath.child('ephemeralContainers');
  const byName = new Map((podSpecOf(object).ephemeralContainers ?? []).map((container) => [container.name, container]));
  return (podSpecOf(old).ephemeralContainers ?? []).flatMap((before) => {
    const quoted = JSON.stringify(before.name);
    const after = byName.get(before.name);
    if (!after) return [forbidden(path, `existing ephemeral containers ${quoted} may not be removed\n`)];
    if (jsonEqual(after as unknown as JsonObject, before as unknown as JsonObject)) return [];
    const changes = goDifference('core/v1.EphemeralContainer', before, after);
    return [forbidden(path, `existing ephemeral containers ${quoted} may not be changed\n${changes}`)];
  });
}
