import {
  cborCodec,
  DecodeError,
  decodeJson,
  decodeJsonStrict,
  decodeYaml,
  encodeJson,
  encodeYaml,
  protobufCodec,
} from '../../../src/apimachinery/codec/index.js';
import { findSample } from '../../../src/apimachinery/codec/protobuf/protobuf.test.support.js';
import { isJsonObject, type JsonObject } from '../../../src/apimachinery/meta/index.js';
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  createMergePatch,
  decodeJsonPatch,
  decodeMergePatch,
  decodeStrategicMergePatch,
} from '../../../src/apimachinery/patch/index.js';
import { podPatchSchema } from '../../../src/apimachinery/patch/pod-patch-schema.test.support.js';
import { StatusError } from '../../../src/apimachinery/status/index.js';
import { declared, Flaw, same, type Target } from './target.js';

const jsonTokens = [
  'null',
  'true',
  'false',
  '""',
  '"a"',
  '\\u0000',
  '\\ud800',
  '1.0',
  '-0',
  '1e400',
  '9223372036854775808',
];

/** Both parsers accept the same inputs, and agree on values except for integers that a double cannot hold. */
export const json: Target = {
  seeds: ['{"a":[1,-0,1.5e3,true,null,"x\\u00e9"],"b":{"a":{}}}', '[[[]]]', '9007199254740993', ' {"a":1,"a":2} '],
  tokens: [...jsonTokens, '"__proto__":', '"a":'],
  check(bytes) {
    const value = declared(() => decodeJson(bytes), DecodeError, StatusError);
    const strict = declared(() => decodeJsonStrict(bytes), DecodeError, StatusError);
    same('decodeJsonStrict accepts', strict !== undefined, value !== undefined);
    const reference = declared(() => JSON.parse(bytes.toString()), SyntaxError, RangeError);
    if (value === undefined && reference !== undefined) refusedByUsAlone(bytes);
    if (value === undefined) return;
    if (reference === undefined) throw new Flaw('JSON.parse refuses it');
    same('strictly decoded', strict!.value, value);
    same('decoded again', decodeJson(encodeJson(value)), value);
  },
};

/** Numbers out of range, and documents that are nested too deep. */
function refusedByUsAlone(bytes: Buffer): void {
  const text = bytes.toString();
  const isDeep = (text.match(/[[{]/g)?.length ?? 0) > 1000;
  if (!isDeep && !/[eE]\+?\d/.test(text) && !/\d{300}/.test(text)) throw new Flaw('only JSON.parse accepts it');
}

export const yaml: Target = {
  seeds: [
    'a: 1\nb:\n- x\n- {y: z}\n',
    '--- !!str x\n',
    'a: &b [1]\nc: *b\n',
    '? x\n: |\n  text\n  more\n',
    '"\\x41": 0o17\n',
  ],
  tokens: ['---', '...', '!!', '!!int ', '!!binary ', '&a ', '*a', '<<: ', '|', '>-', '? ', ': ', '- ', '\n  ', '0x', '.inf', '~', '%YAML 1.2\n', '#'], // biome-ignore format: one line
  check(bytes) {
    const value = declared(() => decodeYaml(bytes), DecodeError, StatusError);
    if (value !== undefined) same('decoded again', decodeYaml(encodeYaml(value)), value);
  },
};

/** Whatever is accepted is a JSON value, and stays the same when it is written and read again. */
export const cbor: Target = {
  seeds: [
    cborCodec.encode({ a: [1, -2, 1.5, true, null, 'x'], b: { c: 2n ** 60n } }).toString('latin1'),
    '\xbf\x5f\x41a\x41b\xff\x9f\x01\xff\x61c\xd6\x42\x01\x02\xff',
    '\xc1\x1a\x51\x4b\x67\xb0',
    '\xc0\x742013-03-21T20:04:00Z',
  ],
  tokens: ['\xd9\xd9\xf7', '\xff', '\xbf', '\x9f', '\x5f', '\x7f', '\xd5', '\xd6', '\xd7', '\xc0', '\xc1', '\xc2', '\xf9\x3c\x00', '\x1b\x7f\xff\xff\xff\xff\xff\xff\xff', '\xba\xff\xff\xff\xff', '\x49__proto__'], // biome-ignore format: one line
  check(bytes) {
    const value = declared(() => cborCodec.decode(bytes), DecodeError, StatusError);
    const strict = declared(() => cborCodec.decodeStrict(bytes), DecodeError, StatusError);
    same('decodeStrict accepts', strict !== undefined, value !== undefined);
    if (value === undefined) return;
    same('decoded again', cborCodec.decode(cborCodec.encode(value)), value);
    same('as JSON', decodeJson(encodeJson(value)), value);
  },
};

const protobufSample = protobufCodec(findSample);
const sampleObject: JsonObject = {
  kind: 'Sample',
  apiVersion: 'example.com/v1',
  metadata: { name: 'x', labels: { a: 'b' }, created: '2026-01-01T00:00:00Z' },
  count: 3,
  ratio: 1.5,
  blob: 'AAE=',
  names: ['a', ''],
  children: [{ flag: true }],
  amounts: { cpu: '100m' },
  port: 'http',
  anything: { x: [1] },
  extra: { a: ['b'] },
};

export const protobuf: Target = {
  seeds: [protobufSample.encode(sampleObject).toString('latin1')],
  tokens: [
    'k8s\0',
    '\x08',
    '\x12',
    '\x0a\x00',
    '\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01',
    '\xff\xff\xff\xff\x0f',
    '\x0b',
    '\x0c',
  ],
  check(bytes) {
    const value = declared(() => protobufSample.decode(bytes), DecodeError, StatusError);
    if (value === undefined) return;
    // Non-pointer fields are always written, so that the first round trip may add them.
    const written = declared(() => protobufSample.encode(value), StatusError);
    const again = written && protobufSample.decode(written);
    if (again) same('decoded again', protobufSample.decode(protobufSample.encode(again)), again);
  },
};

const pod: JsonObject = {
  kind: 'Pod',
  metadata: { name: 'x', labels: { a: 'b' }, finalizers: ['f', 'g'], ownerReferences: [{ uid: '1', name: 'o' }] },
  spec: {
    containers: [
      { name: 'a', image: 'i', env: [{ name: 'E', value: '1' }], ports: [{ containerPort: 1 }] },
      { name: 'b', args: ['x'] },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
  },
};
const podText = JSON.stringify(pod);

function unharmed(): void {
  same('the document after the patch', JSON.stringify(pod), podText);
}

const fieldTokens = [
  '"metadata":',
  '"spec":',
  '"containers":',
  '"name":"a"',
  '"labels":',
  '"finalizers":',
  '"volumes":',
];

export const jsonPatch: Target = {
  seeds: [
    '[{"op":"replace","path":"/metadata/name","value":"y"},{"op":"remove","path":"/spec/volumes/0"}]',
    '[{"op":"copy","from":"/spec","path":"/copy"},{"op":"move","from":"/copy","path":"/moved"}]',
    '[{"op":"test","path":"/spec/containers/-1/name","value":"b"},{"op":"add","path":"/spec/containers/-","value":{}}]',
  ],
  tokens: ['"op":', '"path":', '"from":', '"value":', '"add"', '"remove"', '"copy"', '"move"', '"test"', '/-', '~0', '~1', '/spec/containers/0', ...jsonTokens], // biome-ignore format: one line
  check(bytes) {
    declared(() => applyJsonPatch(pod, decodeJsonPatch(bytes).patch), StatusError, DecodeError);
    unharmed();
  },
};

export const mergePatch: Target = {
  seeds: ['{"metadata":{"labels":{"a":null,"c":"d"}},"spec":{"containers":[]}}', '{"a":{"b":{"c":null}}}'],
  tokens: [...fieldTokens, ...jsonTokens],
  check(bytes) {
    const patch = declared(() => decodeMergePatch(bytes).patch, StatusError, DecodeError);
    const patched = patch && declared(() => applyMergePatch(pod, patch), StatusError);
    unharmed();
    if (!patched || JSON.stringify(patched).includes('null')) return;
    same('a patch made of the difference', applyMergePatch(pod, createMergePatch(pod, patched)), patched);
  },
};

export const strategicPatch: Target = {
  seeds: [
    '{"spec":{"containers":[{"name":"a","image":"j"},{"$patch":"delete","name":"b"}]}}',
    '{"metadata":{"$deleteFromPrimitiveList/finalizers":["f"],"$setElementOrder/finalizers":["g"]}}',
    '{"spec":{"volumes":[{"name":"v","$retainKeys":["name"]}],"$setElementOrder/containers":[{"name":"b"},{"name":"a"}]}}',
  ],
  tokens: ['"$patch":', '"delete"', '"replace"', '"merge"', '"$retainKeys":', '"$setElementOrder/containers":', '"$deleteFromPrimitiveList/finalizers":', ...fieldTokens, ...jsonTokens], // biome-ignore format: one line
  check(bytes) {
    const patch = declared(() => decodeStrategicMergePatch(bytes).patch, StatusError, DecodeError);
    if (patch) {
      const patched = declared(() => applyStrategicMergePatch(pod, patch, podPatchSchema), StatusError);
      if (patched && !isJsonObject(patched)) throw new Flaw('what is patched is no object');
    }
    unharmed();
  },
};
