// Follows vendor/github.com/google/gnostic-models/openapiv3/OpenAPIv3.proto (v1.36)

import { isJsonObject } from '../../../apimachinery/meta/index.js';
import { documentWriter, externalDocs, methodFields, validationFields } from './common-fields.js';
import {
  any,
  doubleOfOneof,
  each,
  flag,
  flagOfOneof,
  membersIn,
  message,
  text,
  type WriteField,
  within,
} from './message-writer.js';

const reference = message(() => ({ $ref: [1, text], summary: [2, text], description: [3, text] }), 0);

/** A field whose type is a message or a reference to one. */
const orReference =
  (write: WriteField): WriteField =>
  (writer, field, value) => {
    const isReference = isJsonObject(value) && value['$ref'] !== undefined;
    within(isReference ? 2 : 1, isReference ? reference : write)(writer, field, value);
  };

const additionalProperties: WriteField = (writer, field, value) =>
  typeof value === 'boolean'
    ? within(2, flagOfOneof)(writer, field, value)
    : within(1, orReference(schema))(writer, field, value);

/** The message supports numbers, booleans and strings only; other defaults are omitted. */
const defaultValue: WriteField = (writer, field, value) => {
  if (typeof value === 'number' || typeof value === 'bigint') within(1, doubleOfOneof)(writer, field, value);
  if (typeof value === 'boolean') within(2, flagOfOneof)(writer, field, value);
  if (typeof value === 'string') within(3, textOfOneof)(writer, field, value);
};

const textOfOneof: WriteField = (writer, field, value) => {
  writer.tag(field, 2).string(String(value));
};

const schema: WriteField = message(
  () => ({
    nullable: [1, flag],
    externalDocs: [6, externalDocs],
    example: [7, any],
    title: [9, text],
    ...validationFields(10),
    type: [25, text],
    allOf: [26, each(orReference(schema))],
    oneOf: [27, each(orReference(schema))],
    anyOf: [28, each(orReference(schema))],
    not: [29, schema],
    items: [30, within(1, orReference(schema))],
    properties: [31, membersIn(1, orReference(schema))],
    additionalProperties: [32, additionalProperties],
    default: [33, defaultValue],
    description: [34, text],
    format: [35, text],
  }),
  36,
);

const parameter = message(
  () => ({
    name: [1, text],
    in: [2, text],
    description: [3, text],
    required: [4, flag],
    schema: [10, orReference(schema)],
  }),
  14,
);

const content = membersIn(
  1,
  message(() => ({ schema: [1, orReference(schema)] }), 5),
);
const requestBody = message(() => ({ description: [1, text], content: [2, content], required: [3, flag] }), 4);
const response = message(() => ({ description: [1, text], content: [3, content] }), 5);

const operation = message(
  () => ({
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    parameters: [6, each(orReference(parameter))],
    requestBody: [7, orReference(requestBody)],
    responses: [8, membersIn(2, orReference(response))],
  }),
  13,
);

const pathItem = message(
  () => ({
    ...methodFields(4, operation),
    parameters: [13, each(orReference(parameter))],
  }),
  14,
);

const info = message(() => ({ title: [1, text], version: [6, text] }), 7);

const securityScheme = message(() => ({ type: [1, text], description: [2, text], name: [3, text], in: [4, text] }), 9);

const components = message(
  () => ({
    schemas: [1, membersIn(1, orReference(schema))],
    securitySchemes: [7, membersIn(1, orReference(securityScheme))],
  }),
  10,
);

/** Writes an OpenAPI v3 document as gnostic's `openapi.v3.Document`. */
export const writeV3 = documentWriter(
  () => ({ openapi: [1, text], info: [2, info], paths: [4, membersIn(1, pathItem)], components: [5, components] }),
  9,
);
