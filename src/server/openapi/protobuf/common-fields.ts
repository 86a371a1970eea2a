import type { JsonObject } from '../../../apimachinery/meta/index.js';
import {
  any,
  double,
  each,
  type Fields,
  flag,
  int64,
  message,
  messageContent,
  newWriter,
  text,
} from './message-writer.js';

// What gnostic's messages of OpenAPI v2 and v3 have in common: the same fields, with other numbers.

export const externalDocs = message(() => ({ description: [1, text], url: [2, text] }), 3);

const validation = {
  multipleOf: double,
  maximum: double,
  exclusiveMaximum: flag,
  minimum: double,
  exclusiveMinimum: flag,
  maxLength: int64,
  minLength: int64,
  pattern: text,
  maxItems: int64,
  minItems: int64,
  uniqueItems: flag,
  maxProperties: int64,
  minProperties: int64,
  required: each(text),
  enum: each(any),
};

/** The validation keywords of a schema, numbered from `first`. */
export function validationFields(first: number): Fields {
  return numbered(validation, first);
}

/** The methods of a path, numbered from `first`. */
export function methodFields(first: number, operation: Fields[string][1]): Fields {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
  return numbered(Object.fromEntries(methods.map((method) => [method, operation])), first);
}

/** Returns a function that writes a document with these fields. */
export function documentWriter(fields: () => Fields, extensionField: number): (document: JsonObject) => Uint8Array {
  const write = messageContent(fields, extensionField);
  return (document) => {
    const writer = newWriter();
    write(writer, document);
    return writer.finish();
  };
}

function numbered(writers: Readonly<Record<string, Fields[string][1]>>, first: number): Fields {
  return Object.fromEntries(Object.entries(writers).map(([name, write], index) => [name, [first + index, write]]));
}
