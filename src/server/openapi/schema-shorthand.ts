import type { JsonSchema } from '../../apimachinery/schema/index.js';

/** Helpers for writing the schemas in this folder. */

export const referencePrefix = '#/components/schemas/';

export const text = (description: string): JsonSchema => ({ description, type: 'string' });
export const flag = (description: string): JsonSchema => ({ description, type: 'boolean' });
export const int32 = (description: string): JsonSchema => ({ description, type: 'integer', format: 'int32' });
export const int64 = (description: string): JsonSchema => ({ description, type: 'integer', format: 'int64' });

/** A field that is always serialized: the default is its Go zero value. */
export const always = (schema: JsonSchema): JsonSchema => ({ ...schema, default: zeroOf(schema) });

export const stringMap = (description: string): JsonSchema => ({
  description,
  type: 'object',
  additionalProperties: always({ type: 'string' }),
});

export const atomicList = (description: string, items: JsonSchema): JsonSchema => ({
  description,
  type: 'array',
  items: element(items),
  'x-kubernetes-list-type': 'atomic',
});

/** A list element: never absent, so it has a default. */
export const element = (schema: JsonSchema): JsonSchema =>
  always(schema.$ref === undefined ? schema : { allOf: [schema] });

export const strings = (description: string): JsonSchema => atomicList(description, { type: 'string' });

export const reference = (model: string): JsonSchema => ({ $ref: `${referencePrefix}${model}` });

/** A reference cannot have siblings in OpenAPI v3, so one with a description is wrapped. */
export const described = (description: string, model: string): JsonSchema => ({
  description,
  allOf: [reference(model)],
});

export const coreKind = (kind: string): Pick<JsonSchema, 'x-kubernetes-group-version-kind'> => ({
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind }],
});

export const typeMeta: Readonly<Record<'apiVersion' | 'kind', JsonSchema>> = {
  apiVersion: text(
    'APIVersion defines the group and version in which this object is written. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources',
  ),
  kind: text(
    'The kind of this object, in CamelCase. It cannot be changed. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds',
  ),
};

function zeroOf({ type }: JsonSchema): string | number | boolean | Record<string, never> {
  if (type === 'string') return '';
  if (type === 'integer') return 0;
  return type === 'boolean' ? false : {};
}
