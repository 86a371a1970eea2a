// Follows pkg/apis/core/validation/events.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import {
  checkDns1123Subdomain,
  checkQualifiedName,
  type FieldError,
  FieldPath,
} from '../../../../apimachinery/validation/index.js';

const maxCharacters = 128;
const maxMessageCharacters = 1024;

/**
 * Validates events of both groups. `controllerField`: name of the reporting controller field in the group. Metadata is
 * left to the registry, and to the stricter rules of events.k8s.io.
 */
export function validateEvent(event: Event, controllerField = 'reportingComponent'): FieldError[] {
  const { namespace = '' } = event.metadata;
  return [
    ...(event.eventTime ? newEventErrors(event, controllerField) : namespaceErrors(event, ['', 'default'])),
    ...FieldPath.of('namespace').check(namespace, checkDns1123Subdomain),
  ];
}

/** An event must be in the namespace of its object; for cluster-scoped objects, in one of `homes`. */
function namespaceErrors({ metadata, involvedObject }: Event, homes: readonly string[]): FieldError[] {
  const { namespace = '' } = metadata;
  const { namespace: involved = '' } = involvedObject;
  if (involved === '' ? homes.includes(namespace) : involved === namespace) return [];
  return [FieldPath.of('involvedObject', 'namespace').invalid(involved, 'does not match event.namespace')];
}

/** Events with `eventTime` must set the reporting controller and instance, the action and the reason. */
function newEventErrors(event: Event, controllerField: string): FieldError[] {
  const controller = event.reportingComponent;
  const errors = event.involvedObject.namespace ? [] : namespaceErrors(event, ['default', 'kube-system']);
  const path = FieldPath.of(controllerField);
  if (controller === '') errors.push(path.required());
  errors.push(...path.check(controller, checkQualifiedName));
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    if (!event[field]) errors.push(FieldPath.of(field).required());
    errors.push(...lengthErrors(event[field], field, maxCharacters));
  }
  return [...errors, ...lengthErrors(event.message, 'message', maxMessageCharacters)];
}

function lengthErrors(value: string | undefined, field: string, max: number): FieldError[] {
  if (Buffer.byteLength(value ?? '') <= max) return [];
  return [FieldPath.of(field).invalid('', `can have at most ${max} characters`)];
}
