import { describe, expect, test } from 'vitest';
import { StatusError } from '../status/index.js';
import {
  decodeJsonPatch,
  decodeMergePatch,
  decodeStrategicMergePatch,
  jsonPatchType,
  mergePatchType,
  negotiatePatchType,
  patchTypes,
} from './patch-request.js';

const bytes = (text: string) => Buffer.from(text);

describe('negotiatePatchType', () => {
  test.each([
    ['application/json-patch+json', jsonPatchType],
    ['application/merge-patch+json;charset=utf-8', mergePatchType],
  ])('%s', (contentType, type) => expect(negotiatePatchType(contentType, patchTypes)).toBe(type));

  test.each(['application/json', 'text/plain', 'application/yaml', '', ';', undefined])('%s is 415', (contentType) => {
    expect(() => negotiatePatchType(contentType, [jsonPatchType, mergePatchType])).toThrow(
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json',
    );
  });
});

describe('bodies of patches', () => {
  const goMap = 'Go value of type map[string]interface {}';
  const cases: [what: string, decode: () => unknown, message: string][] = [
    [
      'a JSON patch that is broken',
      () => decodeJsonPatch(bytes('[{')),
      'error decoding patch: unexpected end of JSON input',
    ],
    [
      'a JSON patch that is no list',
      () => decodeJsonPatch(bytes('{}')),
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      'a JSON patch that is no list, without validation',
      () => decodeJsonPatch(bytes('{}'), { ignoreStrictErrors: true }),
      'json: cannot unmarshal object into Go value of type jsonpatch.Patch',
    ],
    [
      'a merge patch that is broken',
      () => decodeMergePatch(bytes('{')),
      'error decoding patch: unexpected end of JSON input',
    ],
    [
      'a merge patch that is a list',
      () => decodeMergePatch(bytes('[]')),
      `error decoding patch: json: cannot unmarshal array into ${goMap}`,
    ],
    ['a merge patch that is null', () => decodeMergePatch(bytes('null')), 'Invalid JSON Patch'],
    ['an empty merge patch', () => decodeMergePatch(bytes('')), 'error decoding patch: unexpected end of JSON input'],
    [
      'a strategic merge patch that is a list',
      () => decodeStrategicMergePatch(bytes('[]')),
      `json: cannot unmarshal array into ${goMap}`,
    ],
    [
      'a strategic merge patch that is broken',
      () => decodeStrategicMergePatch(bytes('{]')),
      "invalid character ']' looking for beginning of object key string",
    ],
  ];
  test.each(cases)('%s is 400', (_what, decode, message) => {
    expect(decode).toThrow(StatusError);
    expect(decode).toThrow(message);
    expect(decode).toThrow(expect.objectContaining({ code: 400 }));
  });

  test('report duplicate and unknown fields', () => {
    const jsonPatch = bytes('[{"op":"add","op":"add","path":"/a","value":{"x":1,"x":2},"spam":1}]');
    expect(decodeJsonPatch(jsonPatch).strictErrors).toEqual([
      'json patch duplicate field "[0].op"',
      'json patch duplicate field "[0].value.x"',
      'json patch unknown field "[0].spam"',
    ]);
    expect(decodeMergePatch(bytes('{"a":{"b":1,"b":2}}'))).toEqual({
      patch: { a: { b: 2 } },
      strictErrors: ['duplicate field "a.b"'],
    });
    expect(decodeStrategicMergePatch(bytes('{"a":1,"a":2}')).strictErrors).toEqual(['duplicate field "a"']);
  });

  test('report them in the order in which a decoder finds them', () => {
    const jsonPatch = bytes(
      `[{"op":"add","path":"/data","path":"/data","value":{"a":1,"a":2},"foo":{"a":1,"a":2},"foo":2,"op":"add"},
        {"op":"test","zap":1,"path":"/da\\"ta","value":{},"b,[{r":1,"value":{}}]`,
    );
    expect(decodeJsonPatch(jsonPatch).strictErrors).toEqual([
      'json patch duplicate field "[0].path"',
      'json patch duplicate field "[0].value.a"',
      'json patch unknown field "[0].foo"',
      'json patch duplicate field "[0].op"',
      'json patch unknown field "[1].zap"',
      'json patch unknown field "[1].b,[{r"',
      'json patch duplicate field "[1].value"',
    ]);
  });

  test('say nothing of them where they are to be ignored', () => {
    const options = { ignoreStrictErrors: true };
    expect(decodeJsonPatch(bytes('[{"op":"test","op":"add","spam":1}]'), options)).toEqual({
      patch: [{ op: 'add', spam: 1 }],
      strictErrors: [],
    });
    expect(decodeMergePatch(bytes('{"a":1,"a":2}'), options).strictErrors).toEqual([]);
    expect(decodeStrategicMergePatch(bytes('{"a":1,"a":2}'), options).strictErrors).toEqual([]);
  });
});
