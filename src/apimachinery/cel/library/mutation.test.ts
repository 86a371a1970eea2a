import { describe, expect, test } from 'vitest';
import { celToJson, mutationLibrary, objectTypeProblems, storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment().extend({ libraries: [mutationLibrary] });
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `jsonpatch.escapeKey('k8s.io/my~label') == 'k8s.io~1my~0label'`,
    `jsonpatch.escapeKey('~1') == '~01'`,
    `JSONPatch{op: 'add', path: '/a', value: [1]}.value == [1]`,
    `JSONPatch{op: 'add', path: '/a'} == JSONPatch{op: 'add', path: '/a'}`,
    `JSONPatch{op: 'add', path: '/a'} != JSONPatch{op: 'add', path: '/b'}`,
    `!has(JSONPatch{op: 'remove', path: '/a'}.value)`,
    `[JSONPatch{op: 'test', path: '/a', value: 1}, JSONPatch{op: 'add', path: '/b', value: Object.spec{x: 1}}].size() == 2`,
    `Object{spec: Object.spec{replicas: 3}}.spec.replicas == 3`,
    `Object{a: 1} == Object{a: 1} && Object{a: 1} != Object{a: 2} && Object{a: 1} != Object{b: 1} && Object{} != Object{a: 1}`,
    `has(Object{a: 1}.a) && !has(Object{a: 1}.b)`,
    `type(Object.spec{}) == Object.spec`,
    `Object{?a: optional.none(), ?b: optional.of(1)} == Object{b: 1}`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that do not compile', () => {
  test.each([
    [`JSONPatch{oops: 1}`, "undefined field 'oops'"],
    [`JSONPatch{op: 1}`, "expected type of field 'op' is 'string' but provided type is 'int'"],
    [`Objects{a: 1}`, "undeclared reference to 'Objects'"],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));

  test('where there is no such library', () =>
    expect(() => storedExpressionsEnvironment().compile('Object{a: 1}')).toThrow("undeclared reference to 'Object'"));
});

describe('the types of objects must be where they stand', () => {
  test.each([
    [`Object{spec: Object.spec{template: Object.spec.template{}}}`, []],
    [`Object{spec: Object.spec{containers: [Object.spec.containers{name: 'a'}]}}`, []],
    [`Object{metadata: Object.metadata{labels: {'a': 'b'}}}`, []],
    [
      `Object{spec: Object.status{}}`,
      [
        'unexpected type name "Object.status", expected "Object.spec", which matches field name path from root Object type',
      ],
    ],
    [
      `Object{spec: Object.spec{list: [Object.spec{}], map: {'k': Object.spec{}}}}`,
      [
        'unexpected type name "Object.spec", expected "Object.spec.list", which matches field name path from root Object type',
        'unexpected type name "Object.spec", expected "Object.spec.map", which matches field name path from root Object type',
      ],
    ],
  ])('%s', (source, problems) => expect(objectTypeProblems(evaluate(source))).toEqual(problems));
});

describe('what policies construct as JSON', () => {
  test.each<[source: string, json: unknown]>([
    [
      `Object{spec: Object.spec{replicas: 3, names: ['a'], labels: {'x': 'y'}}}`,
      { spec: { replicas: 3, names: ['a'], labels: { x: 'y' } } },
    ],
    [`[JSONPatch{op: 'add', path: '/a', value: Object.a{b: 1.0}}]`, [{ op: 'add', path: '/a', value: { b: 1 } }]],
  ])('%s', (source, json) => expect(celToJson(evaluate(source))).toEqual(json));
});
