// Follows vendor/k8s.io/kube-openapi/pkg/openapiconv/convert.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, objectIn, objectsIn } from '../../apimachinery/meta/index.js';

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);
/** Fields of a parameter that are not part of its schema. */
const parameterFields: ReadonlySet<string> = new Set([
  'name',
  'in',
  'description',
  'required',
  'allowEmptyValue',
  'collectionFormat',
]);
const keptOfDocument = ['info', 'externalDocs', 'security', 'tags'];
const droppedOfOperation: ReadonlySet<string> = new Set(['consumes', 'produces', 'schemes', 'parameters', 'responses']);

/** Converts an OpenAPI v2 document to v3, for servers that only have v2. What v2 cannot express stays missing. */
export function convertSwagger(document: JsonObject): JsonObject {
  const common = {
    consumes: typesOf(document['consumes'], ['*/*']),
    produces: typesOf(document['produces'], ['*/*']),
    parameters: objectIn(document['parameters']),
  };
  return {
    openapi: '3.0.0',
    ...picked(document, keptOfDocument),
    paths: mapped(document['paths'], (item) => convertPathItem(objectIn(item), common)),
    components: {
      schemas: mapped(document['definitions'], convertReferences),
      ...(isJsonObject(document['securityDefinitions']) && { securitySchemes: document['securityDefinitions'] }),
    },
  };
}

/** Document-level settings that operations inherit. */
interface Common {
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Shared parameters that operations reference. */
  readonly parameters: JsonObject;
}

function convertPathItem(item: JsonObject, common: Common): JsonObject {
  const converted: JsonObject = {};
  for (const [field, value] of Object.entries(item)) {
    if (methods.has(field)) {
      converted[field] = convertOperation(objectIn(value), common);
    } else if (field === 'parameters') {
      converted[field] = parametersIn(value, common).filter(isNotBody).map(convertParameter);
    } else {
      converted[field] = value;
    }
  }
  return converted;
}

function convertOperation(operation: JsonObject, common: Common): JsonObject {
  const consumes = typesOf(operation['consumes'], common.consumes);
  const produces = typesOf(operation['produces'], common.produces);
  const parameters = parametersIn(operation['parameters'], common);
  const body = parameters.find((parameter) => !isNotBody(parameter));
  const others = parameters.filter(isNotBody).map(convertParameter);
  const kept = Object.entries(operation).filter(([field]) => !droppedOfOperation.has(field));
  return {
    ...Object.fromEntries(kept),
    ...(others.length > 0 && { parameters: others }),
    ...(body && { requestBody: convertBody(body, consumes) }),
    responses: mapped(operation['responses'], (response) => convertResponse(objectIn(response), produces)),
  };
}

/** Resolves references to shared parameters. */
function parametersIn(value: JsonValue | undefined, { parameters }: Common): JsonObject[] {
  return objectsIn(value).map((parameter) => {
    const reference = parameter['$ref'];
    const shared = typeof reference === 'string' ? parameters[reference.slice('#/parameters/'.length)] : undefined;
    return isJsonObject(shared) ? shared : parameter;
  });
}

function isNotBody(parameter: JsonObject): boolean {
  return parameter['in'] !== 'body';
}

function convertBody(parameter: JsonObject, types: readonly string[]): JsonObject {
  return { ...picked(parameter, ['description', 'required']), content: contentOf(parameter['schema'], types) };
}

function convertResponse(response: JsonObject, types: readonly string[]): JsonObject {
  const { schema, headers, description = '' } = response;
  return {
    description,
    ...(headers !== undefined && { headers: mapped(headers, (header) => convertParameter(objectIn(header))) }),
    ...(schema !== undefined && { content: contentOf(schema, types) }),
  };
}

function contentOf(schema: JsonValue | undefined, types: readonly string[]): JsonObject {
  const converted = convertReferences(schema ?? {});
  return Object.fromEntries(types.map((type) => [type, { schema: converted }]));
}

function convertParameter(parameter: JsonObject): JsonObject {
  const converted: JsonObject = {};
  const schema: JsonObject = {};
  for (const [field, value] of Object.entries(parameter)) {
    const isOwn = parameterFields.has(field) || field.startsWith('x-') || field === '$ref';
    if (field !== 'collectionFormat') (isOwn ? converted : schema)[field] = convertReferences(value);
  }
  return Object.keys(schema).length > 0 ? { ...converted, schema } : converted;
}

/** Converts v2 references to v3, recursively. */
function convertReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(convertReferences);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => {
    const isReference = key === '$ref' && typeof member === 'string';
    return [key, isReference ? member.replace('#/definitions/', '#/components/schemas/') : convertReferences(member)];
  });
  return Object.fromEntries(members);
}

function mapped(value: JsonValue | undefined, convert: (member: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(objectIn(value)).map(([key, member]) => [key, convert(member)]));
}

function picked(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (object[field] === undefined ? [] : [[field, object[field]]])));
}

function typesOf(value: JsonValue | undefined, otherwise: readonly string[]): readonly string[] {
  const types = Array.isArray(value) ? value.filter((type) => typeof type === 'string') : [];
  return types.length > 0 ? types : otherwise;
}
