import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { models } from './model-names.js';
import { always, atomicList, described, int64, reference, stringMap, strings, text } from './schema-shorthand.js';

const labelSelector: JsonSchema = {
  description: 'Selects objects by their labels. All that it asks for must hold; an empty one selects all.',
  type: 'object',
  properties: {
    matchExpressions: atomicList('What must hold of single labels.', reference(models.labelSelectorRequirement)),
    matchLabels: stringMap('Labels that must have exactly these values.'),
  },
  'x-kubernetes-map-type': 'atomic',
};

const labelSelectorRequirement: JsonSchema = {
  description: 'What must hold of a label.',
  type: 'object',
  required: ['key', 'operator'],
  properties: {
    key: always(text('The label.')),
    operator: always(text('"In", "NotIn", "Exists" or "DoesNotExist".')),
    values: strings('The values that "In" and "NotIn" are about.'),
  },
};

const condition: JsonSchema = {
  description: 'One aspect of the state that something is in.',
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    lastTransitionTime: described('When the status changed last.', models.time),
    message: always(text('For people to read.')),
    observedGeneration: int64('The generation of the object that this was said of.'),
    reason: always(text('Why the status is what it is, in one word for programs.')),
    status: always(text('"True", "False" or "Unknown".')),
    type: always(text('The aspect.')),
  },
};

/** Types that schemas of resources use for their fields. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  [models.labelSelector]: labelSelector,
  [models.labelSelectorRequirement]: labelSelectorRequirement,
  [models.condition]: condition,
  [models.microTime]: {
    description: 'A time as RFC 3339 writes it, with microseconds.',
    type: 'string',
    format: 'date-time',
  },
  [models.intOrString]: {
    description: 'An integer, or text such as "http" or "10%".',
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  [models.quantity]: {
    description: 'A number with a unit, such as "100m" or "2Gi".',
    oneOf: [{ type: 'string' }, { type: 'number' }],
  },
};
