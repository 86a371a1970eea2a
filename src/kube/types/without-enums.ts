// Follows staging/src/k8s.io/apiserver/pkg/util/openapi/enablement.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';

const enumsHeader = 'Possible enum values:';

/** The schema as it is published while the feature gate OpenAPIEnums is disabled. */
export function withoutEnums(schema: JsonSchema): JsonSchema {
  const { enum: _values, description, properties, items, additionalProperties, allOf, ...rest } = schema;
  const header = description?.indexOf(enumsHeader) ?? -1;
  return {
    ...rest,
    ...(description !== undefined && { description: header < 0 ? description : description.slice(0, header).trim() }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, withoutEnums(one)])),
    }),
    ...(items && { items: withoutEnums(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : withoutEnums(additionalProperties),
    }),
    ...(allOf && { allOf: allOf.map(withoutEnums) }),
  };
}
