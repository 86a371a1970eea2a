// Follows pkg/apis/events/v1/conversion.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import type { JsonObject, JsonValue } from '../../../../apimachinery/meta/index.js';

/** Field names of events.k8s.io, by their names in the core group. */
const names: Readonly<Record<string, string>> = {
  involvedObject: 'regarding',
  message: 'note',
  source: 'deprecatedSource',
  firstTimestamp: 'deprecatedFirstTimestamp',
  lastTimestamp: 'deprecatedLastTimestamp',
  count: 'deprecatedCount',
  reportingComponent: 'reportingController',
};
const coreNames = Object.fromEntries(Object.entries(names).map(([core, name]) => [name, core]));

/** The core group always serializes these; events.k8s.io omits empty ones. */
const reporters = ['reportingComponent', 'reportingInstance'];

export function toCoreEvent(event: JsonObject): Event {
  const converted = renamed(event, coreNames);
  for (const reporter of reporters) converted[reporter] ??= '';
  return converted as Event;
}

export function fromCoreEvent(event: JsonObject): JsonObject {
  const kept = { ...event };
  for (const reporter of reporters) if (kept[reporter] === '') delete kept[reporter];
  return renamed(kept, names);
}

function renamed(event: JsonObject, newNames: Readonly<Record<string, string>>): JsonObject {
  const converted: JsonObject = {};
  for (const [name, value] of Object.entries(event)) converted[newNames[name] ?? name] = value as JsonValue;
  return converted;
}

/** Returns the core path of a field selector of events.k8s.io. */
export function corePathOf(field: string): string {
  const [first = '', ...rest] = field.split('.');
  return [coreNames[first] ?? first, ...rest].join('.');
}
