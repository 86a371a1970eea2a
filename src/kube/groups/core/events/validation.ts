import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  checkDns1123Subdomain,
  checkQualifiedName,
  type FieldError,
  FieldPath,
  invalidValue,
  required,
} from '../../../../apimachinery/validation/index.js';
import { type Event, eventOf } from './event.js';

const maxCharacters = 128;
const maxMessageCharacters = 1024;

/** Validates events of both groups. `controllerField`: name of the reporting controller field in the group. */
export function validateEvent(object: JsonObject, controllerField = 'reportingComponent'): FieldError[] {
  const event = eventOf(object);
  const namespace = event.metadata?.namespace ?? '';
  const errors = event.eventTime ? newEventErrors(event, controllerField) : namespaceErrors(event, ['', 'default']);
  const problems = checkDns1123Subdomain(namespace);
  return [...errors, ...problems.map((problem) => invalidValue(FieldPath.of('namespace'), namespace, problem))];
}

/** An event must be in the namespace of its object; for cluster-scoped objects, in one of `homes`. */
function namespaceErrors({ metadata, involvedObject }: Event, homes: readonly string[]): FieldError[] {
  const namespace = metadata?.namespace ?? '';
  const involved = involvedObject?.namespace ?? '';
  if (involved === '' ? homes.includes(namespace) : involved === namespace) return [];
  return [invalidValue(FieldPath.of('involvedObject', 'namespace'), involved, 'does not match event.namespace')];
}

/** Events with `eventTime` must set the reporting controller and instance, the action and the reason. */
function newEventErrors(event: Event, controllerField: string): FieldError[] {
  const controller = event.reportingComponent ?? '';
  const isHomeless = !event.involvedObject?.namespace;
  const errors = isHomeless ? namespaceErrors(event, ['default', 'kube-system']) : [];
  const path = FieldPath.of(controllerField);
  if (controller === '') errors.push(required(path, ''));
  errors.push(...checkQualifiedName(controller).map((problem) => invalidValue(path, controller, problem)));
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    if (!event[field]) errors.push(required(FieldPath.of(field), ''));
    errors.push(...lengthErrors(event[field], field, maxCharacters));
  }
  return [...errors, ...lengthErrors(event.message, 'message', maxMessageCharacters)];
}

function lengthErrors(value: string | undefined, field: string, max: number): FieldError[] {
  if (Buffer.byteLength(value ?? '') <= max) return [];
  return [invalidValue(FieldPath.of(field), '', `can have at most ${max} characters`)];
}
