import type { JsonSchema } from '../../apimachinery/schema/index.js';

/** Short forms in which the schemas of this room are written down. */

export const referencePrefix = '#/components/schemas/';

export const text = (description: string): JsonSchema => ({ description, type: 'string' });
export const flag = (description: string): JsonSchema => ({ description, type: 'boolean' });
export const int32 = (description: string): JsonSchema => ({ description, type: 'integer', format: 'int32' });
export const int64 = (description: string): JsonSchema => ({ description, type: 'integer', format: 'int64' });

/** A field that is always written: its Go zero value is the default. */
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

/** An element of a list: never absent, so that it has a default. */
export const element = (schema: JsonSchema): JsonSchema =>
  always(schema.$ref === undefined ? schema : { allOf: [schema] });

export const strings = (description: string): JsonSchema => atomicList(description, { type: 'string' });

export const reference = (model: string): JsonSchema => ({ $ref: `${referencePrefix}${model}` });

/** A reference has no siblings in OpenAPI v3, so it is wrapped where it is described. */
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
