// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { models } from './model-names.js';
import { always, atomicList, described, int64, reference, stringMap, strings, text } from './schema-shorthand.js';

const labelSelector: JsonSchema = {
  description: 'Selects objects by their labels. All requirements must be met; an empty selector matches all objects.',
  type: 'object',
  properties: {
    matchExpressions: atomicList('Requirements on single labels.', reference(models.labelSelectorRequirement)),
    matchLabels: stringMap('Labels that must have exactly these values.'),
  },
  'x-kubernetes-map-type': 'atomic',
};

const labelSelectorRequirement: JsonSchema = {
  description: 'A requirement on a label.',
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: always(text('The label key.')),
    operator: always(text('"In", "NotIn", "Exists" or "DoesNotExist".')),
    values: strings('The values for "In" and "NotIn".'),
  },
};

const condition: JsonSchema = {
  description: 'One aspect of the current state of an object.',
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    lastTransitionTime: described('Time of the last change of status.', models.time),
    message: always(text('Human-readable description.')),
    observedGeneration: int64('The metadata.generation that the condition was set for.'),
    reason: always(text('Machine-readable reason for the last change of status, in CamelCase.')),
    status: always(text('"True", "False" or "Unknown".')),
    type: always(text('Type of the condition, in CamelCase.')),
  },
};

/** Types that resource schemas use for their fields. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.labelSelector]: labelSelector,
  [models.labelSelectorRequirement]: labelSelectorRequirement,
  [models.condition]: condition,
  [models.microTime]: {
    description: 'A time in RFC 3339 format, with microseconds.',
    type: 'string',
    format: 'date-time',
  },
  [models.intOrString]: {
    description: 'An integer, or a string such as "http" or "10%".',
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  [models.quantity]: {
    description: 'A fixed-point number with an optional suffix, such as "100m" or "2Gi".',
    oneOf: [{ type: 'string' }, { type: 'number' }],
  },
};
