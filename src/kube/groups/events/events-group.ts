// Follows pkg/registry/events/rest/storage_events.go (v1.36)

import { defineGroup, type GroupDefinition } from '../../../server/registry/index.js';
import { groupEvents } from './events/events.js';

export function eventsGroup(options: { ttlSeconds: number }): GroupDefinition {
  return defineGroup({ name: 'events.k8s.io', resources: [groupEvents(options)] });
}
