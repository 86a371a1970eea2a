import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import {
  asAny,
  asFlag,
  asNumber,
  asText,
  call,
  eachOf,
  insideOf,
  membersOf,
  messageOf,
  type ReadField,
  readJson,
  readMessage,
  sampleService,
} from '../openapi.test.support.js';

/** Reads whichever alternative of a oneof is set. */
function oneOf(alternatives: Readonly<Record<number, ReadField>>): ReadField {
  return (values) => {
    const [[field, found] = [0, []]] = readMessage(values[values.length - 1] as Uint8Array);
    const read = alternatives[field];
    if (!read) throw new Error(`no alternative ${field}`);
    return read(found);
  };
}

const texts = eachOf(asText);
const externalDocs = messageOf(() => ({ 1: ['description', asText], 2: ['url', asText] }), 3);

const reference = messageOf(() => ({ 1: ['$ref', asText] }), 0);
const orReference = (read: ReadField): ReadField => oneOf({ 1: read, 2: reference });

const v2Schema: ReadField = messageOf(
  () => ({
    1: ['$ref', asText],
    2: ['format', asText],
    3: ['title', asText],
    4: ['description', asText],
    6: ['multipleOf', asNumber],
    7: ['maximum', asNumber],
    8: ['exclusiveMaximum', asFlag],
    9: ['minimum', asNumber],
    10: ['exclusiveMinimum', asFlag],
    11: ['maxLength', asNumber],
    12: ['minLength', asNumber],
    13: ['pattern', asText],
    14: ['maxItems', asNumber],
    15: ['minItems', asNumber],
    16: ['uniqueItems', asFlag],
    17: ['maxProperties', asNumber],
    18: ['minProperties', asNumber],
    19: ['required', texts],
    20: ['enum', eachOf(asAny)],
    21: ['additionalProperties', oneOf({ 1: v2Schema, 2: asFlag })],
    22: ['type', insideOf(1, asText)],
    23: ['items', insideOf(1, v2Schema)],
    25: ['properties', membersOf(1, v2Schema)],
    29: ['externalDocs', externalDocs],
    30: ['example', asAny],
  }),
  31,
);

const v2Common = {
  1: ['required', asFlag],
  2: ['in', asText],
  3: ['description', asText],
  4: ['name', asText],
} as const;
const v2Body = messageOf(
  () => ({ 2: ['name', asText], 3: ['in', asText], 4: ['required', asFlag], 5: ['schema', v2Schema] }),
  6,
);
const v2Query = messageOf(() => ({ ...v2Common, 6: ['type', asText], 20: ['uniqueItems', asFlag] }), 23);
const v2Path = messageOf(() => ({ ...v2Common, 5: ['type', asText], 19: ['uniqueItems', asFlag] }), 22);
const v2Parameter = oneOf({ 1: v2Body, 2: oneOf({ 3: v2Query, 4: v2Path }) });
const v2Response = messageOf(() => ({ 1: ['description', asText], 2: ['schema', insideOf(1, v2Schema)] }), 5);

const v2Operation = messageOf(
  () => ({
    1: ['tags', texts],
    3: ['description', asText],
    5: ['operationId', asText],
    6: ['produces', texts],
    7: ['consumes', texts],
    8: ['parameters', eachOf(orReference(v2Parameter))],
    9: ['responses', membersOf(1, insideOf(1, v2Response))],
    10: ['schemes', texts],
  }),
  13,
);

const v2PathItem = messageOf(
  () => ({
    2: ['get', v2Operation],
    3: ['put', v2Operation],
    4: ['post', v2Operation],
    5: ['delete', v2Operation],
    8: ['patch', v2Operation],
    9: ['parameters', eachOf(orReference(v2Parameter))],
  }),
  10,
);

const v2ApiKey = messageOf(
  () => ({ 1: ['type', asText], 2: ['name', asText], 3: ['in', asText], 4: ['description', asText] }),
  5,
);

const v2Document = messageOf(
  () => ({
    1: ['swagger', asText],
    2: ['info', messageOf(() => ({ 1: ['title', asText], 2: ['version', asText] }), 7)],
    8: ['paths', membersOf(2, v2PathItem)],
    9: ['definitions', membersOf(1, v2Schema)],
    10: ['parameters', membersOf(1, v2Parameter)],
    12: ['security', eachOf(membersOf(1, insideOf(1, texts)))],
    13: ['securityDefinitions', membersOf(1, insideOf(2, v2ApiKey))],
  }),
  16,
);

const v3Schema: ReadField = messageOf(
  () => ({
    1: ['nullable', asFlag],
    6: ['externalDocs', externalDocs],
    7: ['example', asAny],
    9: ['title', asText],
    10: ['multipleOf', asNumber],
    11: ['maximum', asNumber],
    12: ['exclusiveMaximum', asFlag],
    13: ['minimum', asNumber],
    14: ['exclusiveMinimum', asFlag],
    15: ['maxLength', asNumber],
    16: ['minLength', asNumber],
    17: ['pattern', asText],
    18: ['maxItems', asNumber],
    19: ['minItems', asNumber],
    20: ['uniqueItems', asFlag],
    21: ['maxProperties', asNumber],
    22: ['minProperties', asNumber],
    23: ['required', texts],
    24: ['enum', eachOf(asAny)],
    25: ['type', asText],
    26: ['allOf', eachOf(orReference(v3Schema))],
    27: ['oneOf', eachOf(orReference(v3Schema))],
    28: ['anyOf', eachOf(orReference(v3Schema))],
    29: ['not', v3Schema],
    30: ['items', insideOf(1, orReference(v3Schema))],
    31: ['properties', membersOf(1, orReference(v3Schema))],
    32: ['additionalProperties', oneOf({ 1: orReference(v3Schema), 2: asFlag })],
    33: ['default', oneOf({ 1: asNumber, 2: asFlag, 3: asText })],
    34: ['description', asText],
    35: ['format', asText],
  }),
  36,
);

const v3Parameter = messageOf(
  () => ({
    1: ['name', asText],
    2: ['in', asText],
    3: ['description', asText],
    4: ['required', asFlag],
    10: ['schema', orReference(v3Schema)],
  }),
  14,
);
const v3Content = membersOf(
  1,
  messageOf(() => ({ 1: ['schema', orReference(v3Schema)] }), 5),
);
const v3Operation = messageOf(
  () => ({
    1: ['tags', texts],
    3: ['description', asText],
    5: ['operationId', asText],
    6: ['parameters', eachOf(orReference(v3Parameter))],
    7: ['requestBody', orReference(messageOf(() => ({ 2: ['content', v3Content], 3: ['required', asFlag] }), 4))],
    8: [
      'responses',
      membersOf(2, orReference(messageOf(() => ({ 1: ['description', asText], 3: ['content', v3Content] }), 5))),
    ],
  }),
  13,
);
const v3PathItem = messageOf(
  () => ({
    4: ['get', v3Operation],
    5: ['put', v3Operation],
    6: ['post', v3Operation],
    7: ['delete', v3Operation],
    10: ['patch', v3Operation],
    13: ['parameters', eachOf(orReference(v3Parameter))],
  }),
  14,
);
const v3Security = messageOf(
  () => ({ 1: ['type', asText], 2: ['description', asText], 3: ['name', asText], 4: ['in', asText] }),
  9,
);
const v3Components = messageOf(
  () => ({
    1: ['schemas', membersOf(1, orReference(v3Schema))],
    7: ['securitySchemes', membersOf(1, orReference(v3Security))],
  }),
  10,
);
const v3Document = messageOf(
  () => ({
    1: ['openapi', asText],
    2: ['info', messageOf(() => ({ 1: ['title', asText], 6: ['version', asText] }), 7)],
    4: ['paths', membersOf(1, v3PathItem)],
    5: ['components', v3Components],
  }),
  9,
);

/** The messages cannot represent defaults that are objects or lists, and zero is the same as unset. */
function asMessagesCanSay(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(asMessagesCanSay);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => (key !== 'default' || typeof member !== 'object') && (key !== 'minimum' || member !== 0),
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, asMessagesCanSay(member)]));
}

const service = sampleService();
const names = Object.keys((await readJson(service, '/openapi/v3'))['paths'] as JsonObject);

describe('the protobuf form says what the JSON form says', () => {
  test('of v2', async () => {
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
    const { bytes } = await call(service, '/openapi/v2', { accept });
    expect(v2Document([bytes])).toEqual(asMessagesCanSay(await readJson(service, '/openapi/v2')));
  });

  test.each(names)('of v3 for %s', async (name) => {
    const accept = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf';
    const { bytes } = await call(service, `/openapi/v3/${name}`, { accept });
    expect(v3Document([bytes])).toEqual(asMessagesCanSay(await readJson(service, `/openapi/v3/${name}`)));
  });
});
