import { type JsonObject, type JsonValue, jsonEqual } from '../../../../apimachinery/meta/index.js';
import {
  type FieldError,
  FieldPath,
  invalidValue,
  required,
  validateImmutableField,
} from '../../../../apimachinery/validation/index.js';
import type { Replacement } from '../../../../server/registry/index.js';
import { validateImmutableOf } from '../../../field-checks.js';
import { eventOf } from '../../core/events/event.js';
import { validateEvent } from '../../core/events/validation.js';

const controllerField = 'reportingController';

/** New events must have `eventTime`, and no deprecated fields. */
export function validateStrictEvent(object: JsonObject): FieldError[] {
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = eventOf(object);
  const errors = [...validateEvent(object, controllerField), ...seriesErrors(object)];
  if (!eventTime) errors.push(required(FieldPath.of('eventTime'), ''));
  if (type !== 'Normal' && type !== 'Warning') {
    errors.push(invalidValue(FieldPath.of('type'), '', `has invalid value: ${type}`));
  }
  const outdated = { firstTimestamp, lastTimestamp, count, source: source?.component || source?.host };
  for (const [field, value] of Object.entries(outdated)) {
    if (value) errors.push(invalidValue(FieldPath.of(field), '', 'needs to be unset'));
  }
  return errors;
}

function seriesErrors(object: JsonObject): FieldError[] {
  const { series } = eventOf(object);
  if (series === undefined) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalidValue(FieldPath.of('series', 'count'), '', 'should be at least 2'));
  if (!series.lastObservedTime) errors.push(required(FieldPath.of('series', 'lastObservedTime'), ''));
  return errors;
}

/** In upstream's order, and with its names. */
/** Types of the immutable fields that are not strings, or their value if absent. */
const structFields: Readonly<Record<string, string>> = {
  involvedObject: 'core/v1.ObjectReference',
  source: 'core/v1.EventSource',
};
const zeroValues: Readonly<Record<string, JsonValue>> = {
  count: 0,
  related: null,
  eventTime: null,
  firstTimestamp: null,
  lastTimestamp: null,
};

const fixedFields: readonly (readonly [field: string, shownAs: string])[] = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'reason',
  'type',
  'eventTime',
  'action',
  'related',
  ['reportingComponent', controllerField] as const,
  'reportingInstance',
].map((field) => (typeof field === 'string' ? [field, field] : field));

/** Only the series of an event may change. */
export function validateStrictEventUpdate({ object, old }: Replacement): FieldError[] {
  const errors = validateEvent(object, controllerField);
  if (!jsonEqual(object['series'] ?? null, old['series'] ?? null)) errors.push(...seriesErrors(object));
  const fixed = fixedFields.flatMap(([field, shownAs]) => fixedErrors(field, { object, old }, FieldPath.of(shownAs)));
  return [...errors, ...fixed];
}

function fixedErrors(field: string, { object, old }: Replacement, place: FieldPath): FieldError[] {
  const type = field === 'related' && object[field] ? 'core/v1.ObjectReference' : structFields[field];
  if (type !== undefined) return validateImmutableOf(type, { value: object[field], old: old[field] }, place);
  const { [field]: zero = '' } = zeroValues;
  return validateImmutableField(object[field] ?? zero, old[field] ?? zero, place);
}
