// Follows pkg/registry/core/event/strategy.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import type { JsonValue } from '../../../../apimachinery/meta/index.js';
import { nameIsPathSegment } from '../../../../apimachinery/validation/index.js';
import { defineResource, type ResourceDefinition, valueAt } from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { fromCoreEvent, toCoreEvent } from '../../events/events/conversion.js';
import { eventColumns } from './columns.js';
import { validateEvent } from './validation.js';

/** The fields of the object of an event that selectors support. */
export const referenceFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

/** `ttlSeconds`: time to live of events. */
export function events({ ttlSeconds }: { ttlSeconds: number }): ResourceDefinition {
  return defineResource<Event>({
    kind: 'Event',
    plural: 'events',
    shortNames: ['ev'],
    scope: 'Namespaced',
    versions: {
      v1: builtInVersion<Event>('v1', 'Event', { columns: eventColumns }),
      'events.k8s.io/v1': builtInVersion('events.k8s.io/v1', 'Event', {
        served: false,
        toHub: toCoreEvent,
        fromHub: fromCoreEvent,
      }),
    },
    strategy: {
      nameRule: nameIsPathSegment,
      allowCreateOnUpdate: true,
      defaultPropagation: 'Unsupported',
      ttlSeconds: () => ttlSeconds,
      validate: (event) => validateEvent(event),
      validateUpdate: ({ object }) => validateEvent(object),
    },
    selectableFields: [
      ...referenceFields.map((field) => `involvedObject.${field}`),
      'reason',
      'reportingComponent',
      'source',
      'type',
    ],
    fieldValue: eventField,
  });
}

/** Events of events.k8s.io have no source, and are selected by their reporting component. */
function eventField(event: Event, field: string): JsonValue | undefined {
  return field === 'source' ? event.source.component || event.reportingComponent : valueAt(event, field);
}
