// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go (v1.36)

import { isJsonObject, type JsonObject, jsonEqual, objectIn } from '../../apimachinery/meta/index.js';
import { formerApiVersion } from './former-version.js';

/** Fields of versions in v1, and of definitions in v1beta1, where all versions share them. */
const shared = {
  schema: 'validation',
  subresources: 'subresources',
  additionalPrinterColumns: 'additionalPrinterColumns',
  selectableFields: 'selectableFields',
};

/** Converts a v1 definition to v1beta1: fields that are the same in all versions become top-level. */
export function toFormerVersion(definition: JsonObject): JsonObject {
  const { versions, conversion, ...spec } = objectIn(definition['spec']);
  const former = (Array.isArray(versions) ? versions : []).map(objectIn).map(withFormerColumns);
  const [first] = former;
  if (first) spec['version'] = first['name'] ?? '';
  for (const [field, topLevel] of Object.entries(shared)) {
    const value = first?.[field];
    if (!former.every((version) => jsonEqual(version[field] ?? null, value ?? null))) continue;
    for (const version of former) delete version[field];
    if (value !== undefined) spec[topLevel] = value;
  }
  return {
    ...definition,
    apiVersion: formerApiVersion,
    spec: {
      // True is the default there.
      preserveUnknownFields: false,
      ...spec,
      versions: former,
      ...(isJsonObject(conversion) && { conversion: formerConversion(conversion) }),
    },
  };
}

/** A copy of a version. */
function withFormerColumns(version: JsonObject): JsonObject {
  const { additionalPrinterColumns: columns } = version;
  if (!Array.isArray(columns)) return { ...version };
  const renamed = columns.map(objectIn).map(({ jsonPath = '', ...column }) => ({ ...column, JSONPath: jsonPath }));
  return { ...version, additionalPrinterColumns: renamed };
}

function formerConversion({ webhook, ...conversion }: JsonObject): JsonObject {
  if (!isJsonObject(webhook)) return conversion;
  const { clientConfig, conversionReviewVersions } = webhook;
  return {
    ...conversion,
    ...(isJsonObject(clientConfig) && { webhookClientConfig: clientConfig }),
    ...(conversionReviewVersions && { conversionReviewVersions }),
  };
}
