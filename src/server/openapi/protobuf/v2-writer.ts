// Follows vendor/github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto (v1.36)

import { isJsonObject } from '../../../apimachinery/meta/index.js';
import { documentWriter, externalDocs, methodFields, validationFields } from './common-fields.js';
import { any, each, flag, flagOfOneof, membersIn, message, text, type WriteField, within } from './message-writer.js';

const additionalProperties: WriteField = (writer, field, value) =>
  within(typeof value === 'boolean' ? 2 : 1, typeof value === 'boolean' ? flagOfOneof : schema)(writer, field, value);

const schema: WriteField = message(
  () => ({
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, any],
    ...validationFields(6),
    additionalProperties: [21, additionalProperties],
    type: [22, within(1, text)],
    items: [23, within(1, schema)],
    properties: [25, membersIn(1, schema)],
    externalDocs: [29, externalDocs],
    example: [30, any],
  }),
  31,
);

const bodyParameter = message(
  () => ({ description: [1, text], name: [2, text], in: [3, text], required: [4, flag], schema: [5, schema] }),
  6,
);

const commonFields = { required: [1, flag], in: [2, text], description: [3, text], name: [4, text] } as const;
const queryParameter = message(
  () => ({ ...commonFields, type: [6, text], format: [7, text], uniqueItems: [20, flag] }),
  23,
);
const pathParameter = message(
  () => ({ ...commonFields, type: [5, text], format: [6, text], uniqueItems: [19, flag] }),
  22,
);

const inBody = within(1, bodyParameter);
const inQuery = within(2, within(3, queryParameter));
const inPath = within(2, within(4, pathParameter));

const parameter: WriteField = (writer, field, value) => {
  const place = isJsonObject(value) ? value['in'] : undefined;
  const write = place === 'body' ? inBody : place === 'path' ? inPath : inQuery;
  write(writer, field, value);
};

const ownParameter = within(1, parameter);
const sharedParameter = within(2, within(1, text));

/** A parameter, or a reference to a shared one. */
const listedParameter: WriteField = (writer, field, value) => {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (reference === undefined) ownParameter(writer, field, value);
  else sharedParameter(writer, field, reference);
};

const response = message(() => ({ description: [1, text], schema: [2, within(1, schema)] }), 5);

const operation = message(
  () => ({
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(listedParameter)],
    responses: [9, membersIn(1, within(1, response))],
    schemes: [10, each(text)],
  }),
  13,
);

const pathItem = message(
  () => ({
    ...methodFields(2, operation),
    parameters: [9, each(listedParameter)],
  }),
  10,
);

const info = message(() => ({ title: [1, text], version: [2, text] }), 7);

const apiKeySecurity = message(() => ({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] }), 5);

/** The scopes of a security requirement. */
const stringArray = within(1, each(text));

/**
 * Writes an OpenAPI v2 document, or some of its members, as gnostic's `openapi.v2.Document`. Concatenating the encoded
 * members of a document gives the whole, as protobuf merges messages.
 */
export const writeV2 = documentWriter(
  () => ({
    swagger: [1, text],
    info: [2, info],
    paths: [8, membersIn(2, pathItem)],
    definitions: [9, membersIn(1, schema)],
    parameters: [10, membersIn(1, parameter)],
    security: [12, each(membersIn(1, stringArray))],
    securityDefinitions: [13, membersIn(1, within(2, apiKeySecurity))],
  }),
  16,
);
