// Follows pkg/apis/core/validation/events.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import { type JsonValue, jsonEqual } from '../../../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, validateImmutableField } from '../../../../apimachinery/validation/index.js';
import type { Replacement, UpdateValidationContext, ValidationContext } from '../../../../server/registry/index.js';
import { validateImmutableOf, validateRequired } from '../../../field-checks.js';
import { validateMetadata, validateMetadataUpdate } from '../../../validation.js';
import { validateEvent } from '../../core/events/validation.js';

const controllerField = 'reportingController';

/** New events must have `eventTime`, and no deprecated fields. */
export function validateStrictEvent(event: Event, context: ValidationContext): FieldError[] {
  const { eventTime, type = '', firstTimestamp, lastTimestamp, count, source } = event;
  const isKnown = type === 'Normal' || type === 'Warning';
  const outdated = { firstTimestamp, lastTimestamp, count, source: source.component || source.host };
  return [
    ...validateEvent(event, controllerField),
    ...validateMetadata(event, context),
    ...seriesErrors(event),
    ...validateRequired(eventTime, FieldPath.of('eventTime')),
    ...(isKnown ? [] : [FieldPath.of('type').invalid('', `has invalid value: ${type}`)]),
    ...Object.entries(outdated).flatMap(([field, value]) =>
      value ? [FieldPath.of(field).invalid('', 'needs to be unset')] : [],
    ),
  ];
}

function seriesErrors({ series }: Event): FieldError[] {
  if (series === undefined) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(FieldPath.of('series', 'count').invalid('', 'should be at least 2'));
  if (!series.lastObservedTime) errors.push(FieldPath.of('series', 'lastObservedTime').required());
  return errors;
}

type EventField = keyof Event;

/** Types of the immutable fields that are structs. */
const structFields: Readonly<Partial<Record<EventField, string>>> = {
  involvedObject: 'core/v1.ObjectReference',
  source: 'core/v1.EventSource',
};
/** Values of absent fields that are not strings. */
const zeroValues: Readonly<Partial<Record<EventField, JsonValue>>> = {
  count: 0,
  related: null,
  eventTime: null,
  firstTimestamp: null,
  lastTimestamp: null,
};

/** In upstream's order. */
const fixedFields: readonly EventField[] = [
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
  'reportingComponent',
  'reportingInstance',
];

/** Only the series of an event may change. */
export function validateStrictEventUpdate(
  { object, old }: Replacement<Event>,
  context: UpdateValidationContext,
): FieldError[] {
  return [
    ...validateEvent(object, controllerField),
    ...validateMetadataUpdate(object, context),
    ...(jsonEqual(object.series, old.series) ? [] : seriesErrors(object)),
    ...fixedFields.flatMap((field) => fixedErrors(field, { object, old })),
  ];
}

function fixedErrors(field: EventField, { object, old }: Replacement<Event>): FieldError[] {
  const place = FieldPath.of(field === 'reportingComponent' ? controllerField : field);
  const type = field === 'related' && object.related ? 'core/v1.ObjectReference' : structFields[field];
  if (type !== undefined) return validateImmutableOf(type, { value: object[field], old: old[field] }, place);
  const { [field]: zero = '' } = zeroValues;
  return validateImmutableField(object[field] ?? zero, old[field] ?? zero, place);
}
