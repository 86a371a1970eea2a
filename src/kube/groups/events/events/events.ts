// Follows pkg/registry/core/event/strategy.go (v1.36)

import type { Event } from '../../../../api/core/v1.js';
import { defineResource, type ResourceDefinition, valueAt } from '../../../../server/registry/index.js';
import { builtInVersion } from '../../../types/index.js';
import { eventColumns } from '../../core/events/columns.js';
import { referenceFields } from '../../core/events/events.js';
import { corePathOf, fromCoreEvent, toCoreEvent } from './conversion.js';
import { validateStrictEvent, validateStrictEventUpdate } from './validation.js';

/** Events with the field names and stricter rules of events.k8s.io; stored as core events. */
export function groupEvents({ ttlSeconds }: { ttlSeconds: number }): ResourceDefinition {
  return defineResource<Event>({
    kind: 'Event',
    plural: 'events',
    shortNames: ['ev'],
    scope: 'Namespaced',
    storageVersion: '/v1',
    versions: {
      v1: builtInVersion('events.k8s.io/v1', 'Event', {
        columns: eventColumns.map((column) => ({
          ...column,
          valueOf: (event) => column.valueOf(toCoreEvent(event)),
        })),
        toHub: toCoreEvent,
        fromHub: fromCoreEvent,
      }),
      '/v1': builtInVersion('v1', 'Event', { served: false }),
    },
    strategy: {
      allowCreateOnUpdate: true,
      defaultPropagation: 'Unsupported',
      ttlSeconds: () => ttlSeconds,
      validate: validateStrictEvent,
      validateUpdate: validateStrictEventUpdate,
    },
    selectableFields: [
      ...referenceFields.map((field) => `regarding.${field}`),
      'reason',
      'reportingController',
      'type',
    ],
    fieldValue: (event, field) => valueAt(event, corePathOf(field)),
  });
}
