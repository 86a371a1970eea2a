import { isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import {
  any,
  double,
  each,
  flag,
  flagOfOneof,
  int64,
  membersIn,
  message,
  messageContent,
  newWriter,
  text,
  type WriteField,
  within,
} from './message-writer.js';

/**
 * Writes an OpenAPI v2 document, or some of its members, as gnostic's `openapi.v2.Document`. Concatenating the encoded
 * parts of a document gives the whole, as protobuf merges messages.
 */
export function writeV2(document: JsonObject): Uint8Array {
  const writer = newWriter();
  documentContent(writer, document);
  return writer.finish();
}

const externalDocs = message(() => ({ description: [1, text], url: [2, text] }), 3);

const additionalProperties: WriteField = (writer, field, value) =>
  within(typeof value === 'boolean' ? 2 : 1, typeof value === 'boolean' ? flagOfOneof : schema)(writer, field, value);

const schema: WriteField = message(
  () => ({
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, flag],
    minimum: [9, double],
    exclusiveMinimum: [10, flag],
    maxLength: [11, int64],
    minLength: [12, int64],
    pattern: [13, text],
    maxItems: [14, int64],
    minItems: [15, int64],
    uniqueItems: [16, flag],
    maxProperties: [17, int64],
    minProperties: [18, int64],
    required: [19, each(text)],
    enum: [20, each(any)],
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
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    options: [6, operation],
    head: [7, operation],
    patch: [8, operation],
    parameters: [9, each(listedParameter)],
  }),
  10,
);

const info = message(() => ({ title: [1, text], version: [2, text] }), 7);

const apiKeySecurity = message(() => ({ type: [1, text], name: [2, text], in: [3, text], description: [4, text] }), 5);

/** The scopes of a security requirement. */
const stringArray = within(1, each(text));

const documentContent = messageContent(
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
