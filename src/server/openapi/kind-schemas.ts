// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder/builder.go (v1.36)

import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { Resource } from '../registry/index.js';
import { type KnownModels, models } from './model-names.js';
import { described, reference, typeMeta } from './schema-shorthand.js';
import { mapChildren } from './schema-walk.js';

/** The fields of every object and of every list, described as in the models of the server. */
export interface StandardFields {
  readonly typeMeta: typeof typeMeta;
  readonly objectMetadata: JsonSchema;
  readonly listMetadata: JsonSchema;
}

/** A Status has the fields of a list. */
export function standardFields({ find }: Pick<KnownModels, 'find'>): StandardFields {
  const { apiVersion = typeMeta.apiVersion, kind = typeMeta.kind, metadata } = find(models.status)?.properties ?? {};
  const ofLists = metadata?.description ?? 'Standard metadata of the list.';
  return {
    typeMeta: { apiVersion, kind },
    objectMetadata: described(`Standard object's metadata. More info: ${conventions}#metadata`, models.objectMeta),
    listMetadata: described(ofLists, models.listMeta),
  };
}

const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

export interface PublishedSchema extends JsonSchema {
  'x-kubernetes-selectable-fields'?: { fieldPath: string }[];
}

/**
 * The published schema of a kind: with the fields that every object has, and with extensions spelled out for clients
 * that do not know them. A kind without a schema gets no properties: clients would treat all other fields as unknown.
 */
export function kindSchema(resource: Resource, version: string, fields: StandardFields): PublishedSchema {
  const { schema } = resource.version(version);
  const { kind } = resource.definition;
  const extensions = extensionsOf(resource, version, kind);
  if (!schema) return { type: 'object', ...extensions };
  const published = publish(schema, fields);
  const { metadata } = published.properties ?? {};
  const isReference = metadata?.allOf?.[0]?.$ref !== undefined;
  return {
    ...published,
    properties: {
      ...published.properties,
      ...fields.typeMeta,
      metadata: isReference ? metadata : fields.objectMetadata,
    },
    ...extensions,
  };
}

export function listSchema(
  resource: Resource,
  version: string,
  { itemModel, fields }: { itemModel: string; fields: StandardFields },
): PublishedSchema {
  const { kind, plural } = resource.definition;
  return {
    description: `${resource.listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      ...fields.typeMeta,
      items: {
        description: `List of ${plural}. More info: ${conventions}`,
        type: 'array',
        items: reference(itemModel),
      },
      metadata: fields.listMetadata,
    },
    ...extensionsOf(resource, version, resource.listKind),
  };
}

function extensionsOf(resource: Resource, version: string, kind: string): PublishedSchema {
  const selectableFields = resource.selectableFields(version);
  return {
    'x-kubernetes-group-version-kind': [{ group: resource.group, version, kind }],
    ...(selectableFields.length > 0 && {
      'x-kubernetes-selectable-fields': selectableFields.map((fieldPath) => ({ fieldPath })),
    }),
  };
}

/** Unchanged parts are not copied: a schema can be large. */
function publish(schema: JsonSchema, fields: StandardFields): JsonSchema {
  const published = mapChildren(schema, (child) => publish(child, fields));
  if (published['x-kubernetes-int-or-string']) return withTypesOfIntOrString(published);
  if (published['x-kubernetes-embedded-resource']) return withFieldsOfObjects(published, fields);
  return published.$ref !== undefined && Object.keys(published).length > 1 ? wrapReference(published) : published;
}

const integerOrString: readonly JsonSchema[] = [{ type: 'integer' }, { type: 'string' }];

function withTypesOfIntOrString(schema: JsonSchema): JsonSchema {
  const { anyOf, allOf = [] } = schema;
  if (isIntegerOrString(anyOf) || isIntegerOrString(allOf[0]?.anyOf)) return schema;
  if (anyOf === undefined) return { ...schema, anyOf: [...integerOrString] };
  return { ...schema, allOf: [{ anyOf: [...integerOrString] }, ...allOf] };
}

function isIntegerOrString(alternatives: readonly JsonSchema[] | undefined): boolean {
  return alternatives?.length === 2 && alternatives[0]?.type === 'integer' && alternatives[1]?.type === 'string';
}

function withFieldsOfObjects(schema: JsonSchema, { typeMeta, objectMetadata }: StandardFields): JsonSchema {
  const { required = [], properties } = schema;
  return {
    ...schema,
    properties: { ...properties, ...typeMeta, metadata: objectMetadata },
    required: [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))],
  };
}

function wrapReference({ $ref, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, allOf: [{ $ref: $ref as string }] };
}
