import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { encodeStored, Resource, type ResourceDefinition } from '../../server/registry/index.js';
import { unstructuredDialect } from './index.js';
import { renewStored } from './unstructured-form.js';

const spec = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties } },
});
const text = { type: 'string' };

function widgets(versions: ResourceDefinition['versions'], more: Partial<ResourceDefinition> = {}): Resource {
  return new Resource('example.com', {
    kind: 'Widget',
    plural: 'widgets',
    scope: 'Namespaced',
    dialect: unstructuredDialect,
    workingVersion: 'request',
    versions,
    ...more,
  });
}

function stored(version: string, value: JsonObject): Buffer {
  const metadata = { name: 'a', generation: 1 };
  return encodeStored({ apiVersion: `example.com/${version}`, kind: 'Widget', metadata, spec: value });
}

describe('stored bytes', () => {
  const alike = widgets({ v1: { schema: spec({ a: text }) }, v2: { schema: spec({ a: text }) } });

  test('are what clients of the storage version get', () => {
    const value = stored('v1', { a: 'x' });
    expect(alike.storedForm.bytesIn('v1', value)).toBe(value);
  });

  test('are what clients of another version with the same schema get, but for its name', () => {
    expect(alike.storedForm.bytesIn('v2', stored('v1', { a: 'x' }))).toEqual(stored('v2', { a: 'x' }));
  });

  test('of a version that was stored before must be converted', () => {
    expect(alike.storedForm.bytesIn('v1', stored('v2', { a: 'x' }))).toBeUndefined();
    expect(alike.storedForm.bytesIn('v2', stored('v2', { a: 'x' }))).toBeUndefined();
  });

  test('of a version that there is no more cannot be converted', () => {
    expect(() => alike.objectsIn('v1', [stored('v0', {})])).toThrow(
      'request to convert CR from an invalid group/version: example.com/v0',
    );
  });

  test('must be converted if schemas differ or a webhook converts', () => {
    const differing = widgets({ v1: { schema: spec({ a: text }) }, v2: { schema: spec({ b: text }) } });
    expect(differing.storedForm.bytesIn('v2', stored('v1', { a: 'x' }))).toBeUndefined();
    const converted = widgets({ v1: {}, v2: {} }, { convertAll: (objects) => objects });
    expect(converted.storedForm.bytesIn('v2', stored('v1', { a: 'x' }))).toBeUndefined();
  });
});

describe('what was stored before the schema changed', () => {
  const changed = widgets({
    v1: { schema: spec({ a: text, added: { type: 'string', default: 'x' }, nothing: text }) },
    v2: { schema: spec({ b: text }) },
  });

  test('loses what is unknown, gets what is missing, and stays in its version', () => {
    const old = stored('v1', { a: 'x', gone: 1, nothing: null });
    expect(renewStored(changed, old)).toEqual(stored('v1', { a: 'x', added: 'x' }));
    expect(renewStored(changed, stored('v2', { a: 'x', b: 'y' }))).toEqual(stored('v2', { b: 'y' }));
  });

  test('stays unchanged if nothing has changed for it, or its version is unknown', () => {
    const current = stored('v1', { a: 'x', added: 'y' });
    expect(renewStored(changed, current)).toEqual(current);
    const unknown = stored('v9', { z: 1 });
    expect(renewStored(changed, unknown)).toBe(unknown);
  });

  test.each([
    ['rubbish', "invalid character 'r' looking for beginning of value"],
    ['{"kind":', 'unexpected end of JSON input'],
    ['[]', 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    ['{"spec":{}}', `Object 'Kind' is missing in '{"spec":{}}'`],
    ['k8s:enc:aescbc:v1:key:x', 'identity transformer tried to read encrypted data'],
  ])('reports a value that is not an object: %s', (bytes, problem) => {
    expect(() => renewStored(changed, Buffer.from(bytes))).toThrow(problem);
  });

  test('gets metadata that is sound, and a generation', () => {
    const bytes = Buffer.from(
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a","labels":7,"ghost":1},"spec":{"added":"x"}}',
    );
    expect(renewStored(changed, bytes)).toEqual(stored('v1', { added: 'x' }));
  });
});

test('owners in a version count as long as the definition has it, served or not', () => {
  const versions = widgets({ v1: { schema: spec({ a: text }) }, v2: { served: false, schema: spec({ b: text }) } });
  const { applyVersions } = versions.storedForm;
  expect(applyVersions.typeOf('example.com/v2')).toBeDefined();
  const object = { apiVersion: 'example.com/v1', kind: 'Widget', spec: { a: 'x' } };
  expect(applyVersions.convert(object, 'example.com/v2')).toEqual({ ...object, apiVersion: 'example.com/v2' });
  expect(() => applyVersions.typeOf('example.com/v3')).toThrow(
    'request to convert CR to an invalid group/version: example.com/v3',
  );
});
