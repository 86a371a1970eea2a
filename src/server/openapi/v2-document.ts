// Follows vendor/k8s.io/kube-openapi/pkg/builder/openapi.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { DocumentInfo, Parameter } from '../dialect/index.js';
import { type Body, kindExtensions, type Operation, responsesOf } from './operations.js';
import { pathItems } from './path-items.js';
import { swaggerKindSchema } from './swagger-schema.js';
import { SharedParameters } from './v2-parameters.js';
import { bearerToken, type DocumentContent } from './v3-document.js';

/** An OpenAPI v2 document without paths, definitions and parameters. */
export function v2Head(info: DocumentInfo): JsonObject {
  return {
    swagger: '2.0',
    info: { ...info },
    securityDefinitions: bearerToken,
    security: [{ BearerToken: [] }],
  };
}

/** The contribution of one group version to the document. */
export interface V2Fragment {
  readonly paths: JsonObject;
  readonly definitions: JsonObject;
  /** Shared parameters that operations reference. The same name is the same parameter in every fragment. */
  readonly parameters?: JsonObject;
}

export function v2Fragment({ operations, models }: DocumentContent): V2Fragment {
  const definitions = [...models].map(([name, schema]) => [name, swaggerKindSchema(schema) as JsonObject]);
  const shared = new SharedParameters();
  const paths = pathItems(operations, {
    operation: v2Operation,
    parameter: (parameter) => shared.refer(v2Parameter(parameter)),
    bodyParameter: ({ body }) => body && shared.refer(v2Body(body)),
  });
  return { paths, definitions: Object.fromEntries(definitions), parameters: shared.all };
}

function v2Operation(operation: Operation): JsonObject {
  const { result } = operation;
  const schema = result === 'text' ? { type: 'string' } : definition(result.model);
  return {
    description: operation.description,
    operationId: operation.id,
    ...(operation.consumes.length > 0 && { consumes: [...operation.consumes] }),
    produces: [...operation.produces],
    schemes: ['https'],
    tags: [operation.tag],
    responses: responsesOf(operation, { schema }),
    ...kindExtensions(operation),
  };
}

function v2Body(body: Body): JsonObject {
  return { name: 'body', in: 'body', ...(body.isRequired && { required: true }), schema: definition(body.model) };
}

function v2Parameter({ name, in: place, type, description }: Parameter): JsonObject {
  return { name, in: place, description, type, uniqueItems: true, ...(place === 'path' && { required: true }) };
}

function definition(model: string): JsonObject {
  return { $ref: `#/definitions/${model}` };
}
