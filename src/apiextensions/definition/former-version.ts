// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1/conversion.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1/defaults.go (v1.36)

import { type JsonObject, type JsonValue, objectIn } from '../../apimachinery/meta/index.js';
import { applyDefinitionDefaults } from './defaults.js';
import { shapeDefinition } from './shape.js';

/** No longer served since 1.22, but still the version that kube-apiserver stores. */
export const formerApiVersion = 'apiextensions.k8s.io/v1beta1';

/** Converts a v1beta1 definition to v1: fields that all versions share are top-level in v1beta1. */
export function fromFormerVersion(former: JsonObject): JsonObject {
  const { version, validation, subresources, additionalPrinterColumns, selectableFields, ...spec } = objectIn(
    former['spec'],
  );
  const shared = given({ schema: validation, subresources, additionalPrinterColumns, selectableFields });
  const named = version ? [{ name: version, served: true, storage: true }] : [];
  const versions = Array.isArray(spec['versions']) && spec['versions'].length > 0 ? spec['versions'] : named;
  const definition: JsonObject = {
    ...former,
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: {
      preserveUnknownFields: true,
      ...spec,
      scope: spec['scope'] || 'Namespaced',
      versions: versions.map((each) => withTodaysColumns({ ...objectIn(each), ...shared })),
      conversion: conversionOf(objectIn(spec['conversion'])),
    },
  };
  shapeDefinition(definition);
  applyDefinitionDefaults(definition);
  return definition;
}

function withTodaysColumns(version: JsonObject): JsonObject {
  const { additionalPrinterColumns: columns } = version;
  if (!Array.isArray(columns)) return version;
  const renamed = columns.map(objectIn).map(({ JSONPath: jsonPath = '', ...column }) => ({ ...column, jsonPath }));
  return { ...version, additionalPrinterColumns: renamed };
}

function conversionOf({ strategy = 'None', webhookClientConfig: clientConfig, conversionReviewVersions }: JsonObject) {
  const reviewed = conversionReviewVersions ?? (strategy === 'Webhook' ? ['v1beta1'] : undefined);
  const webhook = given({ clientConfig, conversionReviewVersions: reviewed });
  return { strategy, ...(Object.keys(webhook).length > 0 && { webhook }) };
}

function given(fields: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as JsonObject;
}
