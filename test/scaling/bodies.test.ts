import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cborCodec } from '../../src/apimachinery/codec/index.js';
import type { JsonObject, JsonValue } from '../../src/apimachinery/meta/index.js';
import { fields, many, thing, things, thingsPath } from './definitions.js';
import { expectScales } from './expect-scales.js';
import { isFull } from './full.js';
import { ScalingServer } from './scaling-server.js';

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([things], ['--feature-gates=CBORServingAndStorage=true']);
});
afterAll(() => server?.close());

/** The most items that are sent: of the larger ones no more fit into what the store takes. */
const upTo = isFull ? 20_000 : 10_000;

type Make = (index: number) => JsonValue;

/** Valid and invalid items for each field. */
const items: Record<keyof typeof fields, { right: Make; wrong: Make }> = {
  ints: { right: (index) => index, wrong: () => 'x' },
  numbers: { right: (index) => index / 2, wrong: () => 0.3 },
  texts: { right: (index) => `t${index}`, wrong: () => 1 },
  booleans: { right: () => true, wrong: () => 'x' },
  set: { right: (index) => `t${index}`, wrong: (index) => `t${index >> 1}` },
  atomic: { right: (index) => `t${index}`, wrong: () => 1 },
  keyed: { right: (index) => ({ name: `n${index}`, v: 1 }), wrong: (index) => ({ name: `n${index >> 1}` }) },
  keyedTwice: { right: (index) => ({ name: `n${index}`, v: 1 }), wrong: (index) => ({ name: `n${index >> 1}`, v: 1 }) },
  defaulted: { right: () => ({}), wrong: () => ({ a: 'x' }) },
  patterns: { right: () => 'ababababac', wrong: () => 'ababababad' },
  times: { right: () => '2020-01-01T00:00:00Z', wrong: () => '2020-01-01T00:00:0' },
  enums: { right: (index) => `value-${index % 3000}`, wrong: (index) => `wrong-${index}` },
  alternatives: { right: () => ({ b: 1 }), wrong: () => ({}) },
  quantities: { right: (index) => (index % 2 ? 'a' : index), wrong: () => true },
  resources: { right: () => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } }), wrong: () => ({ kind: '' }) },
  map: { right: () => 'x', wrong: () => 1 },
  lists: { right: () => [{ a: 1 }], wrong: () => [{ a: 'x' }] },
  open: { right: () => ({ a: [1] }), wrong: () => null },
  ruled: { right: (index) => `t${index}`, wrong: () => 'x' },
};

const isMap = (field: string) => fields[field as keyof typeof fields].type === 'object';

function filled(field: string, size: number, make: Make): JsonObject {
  const values = many(size, make);
  return { [field]: isMap(field) ? Object.fromEntries(values.map((value, index) => [`k${index}`, value])) : values };
}

const cases = Object.keys(items).flatMap((field) => [[field, 'right'] as const, [field, 'wrong'] as const]);

test('there are cases for every field of the definition', () => {
  expect(Object.keys(items).sort()).toEqual(Object.keys(fields).sort());
});

describe('a field of a custom resource that is long is no trouble for others', () => {
  test.each(cases)('%s with items that are %s', async (field, which) => {
    const make = items[field as keyof typeof items][which];
    const body = (size: number) => thing('x', filled(field, size, make));
    await expectScales(server, {
      name: field,
      upTo,
      status: [201, 400, 409, 413, 422],
      make: (size) => ({ method: 'POST', path: `${thingsPath}?dryRun=All`, body: body(size) }),
    });
    if (which === 'wrong') return;
    await expectScales(server, {
      name: `${field}, applied`,
      upTo,
      status: [200, 201, 400, 413, 422, 500],
      make: (size) => ({
        method: 'PATCH',
        path: `${thingsPath}/x?fieldManager=a&dryRun=All`,
        type: 'application/apply-patch+yaml',
        body: body(size),
      }),
    });
  });
});

describe('what is long is not repeated for everything within it', () => {
  const key = (size: number) => 'k'.repeat(size * 50);
  const inner: Record<string, (size: number) => string> = {
    'unknown fields': (size) => `"lists":{"${key(size)}":[${many(size, () => '{"u":1}')}]}`,
    'wrong values': (size) => `"lists":{"${key(size)}":[${many(size, () => '{"a":"x"}')}]}`,
    'repeated fields': (size) => `"lists":{"${key(size)}":[${many(size, () => '{"a":1,"a":2}')}]}`,
    'repeated items': (size) => `"open":{"${key(size)}":1},"set":[${many(size, () => '"a"')}]`,
    'repeated fields in what is open': (size) => `"open":{"${key(size)}":[${many(size, () => '{"a":1,"a":2}')}]}`,
  };
  test.each(Object.keys(inner))('a long key and %s', (name) =>
    expectScales(server, {
      name,
      upTo,
      status: [201, 400, 413, 422],
      make: (size) => ({
        method: 'POST',
        path: `${thingsPath}?dryRun=All&fieldValidation=Strict`,
        body: Buffer.from(
          `{"apiVersion":"scaling.example.com/v1","kind":"Thing","metadata":{"name":"x"},"spec":{${inner[name]!(size)}}}`,
        ),
      }),
    }),
  );
});

describe('metadata that is long is no trouble for others', () => {
  const metadata: Record<string, (size: number) => JsonObject> = {
    labels: (size) => ({ labels: Object.fromEntries(many(size, (index) => [`k${index}`, 'v'])) }),
    'labels that are wrong': (size) => ({ labels: Object.fromEntries(many(size, (index) => [`k ${index}`, 'v v'])) }),
    annotations: (size) => ({ annotations: Object.fromEntries(many(size, (index) => [`k${index}`, 'v'])) }),
    finalizers: (size) => ({ finalizers: many(size, (index) => `example.com/f${index}`) }),
    ownerReferences: (size) => ({
      ownerReferences: many(size, (index) => ({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: `u${index}` })),
    }),
    managedFields: (size) => ({
      managedFields: many(size >> 2, (index) => ({
        manager: `m${index}`,
        operation: 'Update',
        apiVersion: `scaling.example.com/v${index}`,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': { [`f:${index}`]: {} } },
      })),
    }),
    name: (size) => ({ name: 'a-'.repeat(size * 50) }),
    generateName: (size) => ({ name: '', generateName: 'a.'.repeat(size * 50) }),
    'one label': (size) => ({ labels: { ['a/'.repeat(size * 20)]: '-'.repeat(size * 20) } }),
  };
  test.each(Object.keys(metadata))('%s', (name) =>
    expectScales(server, {
      name,
      upTo,
      status: [201, 400, 413, 422],
      make: (size) => ({
        method: 'POST',
        path: `${thingsPath}?dryRun=All`,
        body: thing('x', {}, metadata[name]!(size)),
      }),
    }),
  );
});

describe('a protobuf body that is long is no trouble for others', () => {
  const maps = '/api/v1/namespaces/default/configmaps?dryRun=All';
  const bodies: Record<string, (size: number) => Buffer> = {
    'keys of a map': (size) => configMap(many(size, (index) => field(2, field(1, `k${index}`)))),
    'one key again and again': (size) => configMap(many(size, () => field(2, field(1, 'k')))),
    labels: (size) => configMap(many(size, (index) => field(1, field(11, field(1, `k${index}`))))),
    finalizers: (size) => configMap(many(size, (index) => field(1, field(14, `example.com/f${index}`)))),
    'a long value': (size) => configMap([field(2, Buffer.concat([field(1, 'k'), field(2, 'v'.repeat(size * 50))]))]),
    'unknown fields': (size) => configMap(many(size, (index) => field(900, `u${index}`))),
    'nothing but the beginnings of messages': (size) => configMap([Buffer.alloc(size * 10, 0x0a)]),
  };
  test.each(Object.keys(bodies))('%s', (name) =>
    expectScales(server, {
      name,
      upTo,
      status: [201, 400, 413, 422],
      make: (size) => ({
        method: 'POST',
        path: maps,
        type: 'application/vnd.kubernetes.protobuf',
        body: bodies[name]!(size),
      }),
    }),
  );

  test('more messages than a request may have are refused', async () => {
    const body = configMap(many(150_001, () => field(2, '')));
    const { status, text } = await server.send({
      method: 'POST',
      path: maps,
      type: 'application/vnd.kubernetes.protobuf',
      body,
    });
    expect([status, text]).toEqual([413, expect.stringContaining('limit is 100000 objects, lists and keys')]);
  });
});

describe('a CBOR body that is long is no trouble for others', () => {
  const specs: Record<string, (size: number) => JsonObject> = {
    'keys of a map': (size) => ({ map: Object.fromEntries(many(size, (index) => [`k${index}`, 'v'])) }),
    'items of a list': (size) => ({ keyed: many(size, (index) => ({ name: `n${index}` })) }),
    'wrong items': (size) => ({ ints: many(size, () => 'x') }),
    'a long value': (size) => ({ texts: ['v'.repeat(size * 50)] }),
    'unknown fields': (size) => Object.fromEntries(many(size, (index) => [`u${index}`, 1])),
  };
  test.each(Object.keys(specs))('%s', (name) =>
    expectScales(server, {
      name,
      upTo,
      status: [201, 400, 413, 422],
      make: (size) => {
        const type = { apiVersion: 'scaling.example.com/v1', kind: 'Thing' };
        const body = cborCodec.encode({ ...type, metadata: { name: 'x' }, spec: specs[name]!(size) });
        return { method: 'POST', path: `${thingsPath}?dryRun=All`, type: 'application/cbor', body };
      },
    }),
  );
});

function configMap(parts: readonly Buffer[]): Buffer {
  const type = field(1, Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]));
  const object = Buffer.concat([field(1, field(1, 'x')), ...parts]);
  return Buffer.concat([Buffer.from('k8s\0'), type, field(2, object)]);
}

/** A length-delimited protobuf field. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
