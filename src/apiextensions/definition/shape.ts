// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import {
  always,
  anything,
  boolean,
  bytes,
  type Decode,
  ifGiven,
  integer,
  listOf,
  type StructType,
  struct,
  text,
  time,
  unlessEmpty,
} from './go-struct.js';
import { Place } from './place.js';
import { schemaProps } from './schema-type.js';

const texts = listOf('string', text(), '');

const scale: StructType = {
  name: 'CustomResourceSubresourceScale',
  fields: {
    specReplicasPath: always(text(), ''),
    statusReplicasPath: always(text(), ''),
    labelSelectorPath: ifGiven(text()),
  },
};

const subresources: StructType = {
  name: 'CustomResourceSubresources',
  fields: {
    status: ifGiven(struct(() => ({ name: 'CustomResourceSubresourceStatus', fields: {} }))),
    scale: ifGiven(struct(() => scale)),
  },
};

const printerColumn: StructType = {
  name: 'CustomResourceColumnDefinition',
  fields: {
    name: always(text(), ''),
    type: always(text(), ''),
    format: unlessEmpty(text()),
    description: unlessEmpty(text()),
    priority: unlessEmpty(integer('int32')),
    jsonPath: always(text(), ''),
  },
};

const selectableField: StructType = { name: 'SelectableField', fields: { jsonPath: always(text(), '') } };

const version: StructType = {
  name: 'CustomResourceDefinitionVersion',
  fields: {
    name: always(text(), ''),
    served: always(boolean, false),
    storage: always(boolean, false),
    deprecated: unlessEmpty(boolean),
    deprecationWarning: ifGiven(text()),
    schema: ifGiven(
      struct(() => ({ name: 'CustomResourceValidation', fields: { openAPIV3Schema: ifGiven(schemaProps) } })),
    ),
    subresources: ifGiven(struct(() => subresources)),
    additionalPrinterColumns: unlessEmpty(
      listOf(
        'v1.CustomResourceColumnDefinition',
        struct(() => printerColumn),
        { name: '', type: '', jsonPath: '' },
      ),
    ),
    selectableFields: unlessEmpty(
      listOf(
        'v1.SelectableField',
        struct(() => selectableField),
        { jsonPath: '' },
      ),
    ),
  },
};

const names: StructType = {
  name: 'CustomResourceDefinitionNames',
  fields: {
    plural: always(text(), ''),
    singular: unlessEmpty(text()),
    shortNames: unlessEmpty(texts),
    kind: always(text(), ''),
    listKind: unlessEmpty(text()),
    categories: unlessEmpty(texts),
  },
};
const noNames: JsonObject = { plural: '', kind: '' };

const service: StructType = {
  name: 'ServiceReference',
  fields: {
    namespace: always(text(), ''),
    name: always(text(), ''),
    path: ifGiven(text()),
    port: ifGiven(integer('int32')),
  },
};

const clientConfig: StructType = {
  name: 'WebhookClientConfig',
  fields: { url: ifGiven(text()), service: ifGiven(struct(() => service)), caBundle: unlessEmpty(bytes) },
};

const webhook: StructType = {
  name: 'WebhookConversion',
  fields: { clientConfig: ifGiven(struct(() => clientConfig)), conversionReviewVersions: always(texts, null) },
};

/** Drops an empty webhook, as the conversion to Kubernetes' internal type does. */
const webhookIfAny: Decode = (value, at) => {
  const decoded = struct(() => webhook)(value, at) as JsonObject | undefined;
  const saysNothing = decoded?.['clientConfig'] === undefined && decoded?.['conversionReviewVersions'] === null;
  return saysNothing ? undefined : decoded;
};

const conversion: StructType = {
  name: 'CustomResourceConversion',
  fields: { strategy: always(text('v1.ConversionStrategyType'), ''), webhook: ifGiven(webhookIfAny) },
};

const spec: StructType = {
  name: 'CustomResourceDefinitionSpec',
  fields: {
    group: always(text(), ''),
    names: always(
      struct(() => names),
      noNames,
    ),
    scope: always(text('v1.ResourceScope'), ''),
    versions: always(
      listOf(
        'v1.CustomResourceDefinitionVersion',
        struct(() => version),
        { name: '', served: false, storage: false },
      ),
      [],
    ),
    conversion: ifGiven(struct(() => conversion)),
    preserveUnknownFields: unlessEmpty(boolean),
  },
};
/** An empty spec as Kubernetes encodes it. */
export const emptySpec: JsonObject = { group: '', names: noNames, scope: '', versions: [] };

const condition: StructType = {
  name: 'CustomResourceDefinitionCondition',
  fields: {
    type: always(text('v1.CustomResourceDefinitionConditionType'), ''),
    status: always(text('v1.ConditionStatus'), ''),
    lastTransitionTime: always(time, null),
    reason: unlessEmpty(text()),
    message: unlessEmpty(text()),
    observedGeneration: unlessEmpty(integer('int64')),
  },
};

/** An empty status as Kubernetes encodes it. */
export const emptyStatus: JsonObject = { conditions: null, acceptedNames: noNames, storedVersions: null };

const status: StructType = {
  name: 'CustomResourceDefinitionStatus',
  fields: {
    conditions: always(
      listOf(
        'v1.CustomResourceDefinitionCondition',
        struct(() => condition),
        { type: '', status: '', lastTransitionTime: null },
      ),
      null,
    ),
    acceptedNames: always(
      struct(() => names),
      noNames,
    ),
    storedVersions: always(texts, null),
    observedGeneration: unlessEmpty(integer('int64')),
  },
};

const definition: StructType = {
  name: 'CustomResourceDefinition',
  fields: {
    // The generic decoding of all kinds handles these.
    apiVersion: ifGiven(anything),
    kind: ifGiven(anything),
    metadata: ifGiven(anything),
    spec: always(
      struct(() => spec),
      emptySpec,
    ),
    status: always(
      struct(() => status),
      emptyStatus,
    ),
  },
};

/** Decodes a definition as its Go type would, in place. Returns the paths of unknown fields. Throws ShapeError. */
export function shapeDefinition(object: JsonObject): readonly string[] {
  const unknown: string[] = [];
  const shaped = decoded(object, unknown);
  if (!isJsonObject(shaped)) return unknown;
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, shaped);
  return unknown;
}

function decoded(object: JsonObject, unknown: string[]): JsonValue | undefined {
  try {
    return struct(() => definition)(object, Place.root(unknown));
  } catch (error) {
    // The stack may be smaller than usual.
    throw error instanceof RangeError ? new ShapeError('exceeded max depth') : error;
  }
}
