import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeElement, PathElementError, printPath } from './element-content.js';
import { compareElements, sortElements } from './element-order.js';
import { fieldElement, keyElement, valueElement } from './path-element.js';

describe('elements are written as upstream writes them', () => {
  const cases: [name: string, element: string, text: string][] = [
    ['a field', fieldElement('spec'), 'f:spec'],
    ['a field whose name is no identifier', fieldElement('a/b "c"'), 'f:a/b "c"'],
    ['a key', keyElement([['name', 'a']]), 'k:{"name":"a"}'],
    [
      'several keys',
      keyElement([
        ['containerPort', 80],
        ['protocol', 'TCP'],
      ]),
      'k:{"containerPort":80,"protocol":"TCP"}',
    ],
    ['a key with a quote', keyElement([['name', 'a"b']]), 'k:{"name":"a\\"b"}'],
    ['a key with what HTML gives a meaning to', keyElement([['name', '<&>']]), 'k:{"name":"\\u003c\\u0026\\u003e"}'],
    ['a set value', valueElement('x'), 'v:"x"'],
    ['a number', valueElement(1.5), 'v:1.5'],
    ['a 64-bit integer', valueElement(9007199254740993n), 'v:9007199254740993'],
    ['a boolean', valueElement(true), 'v:true'],
  ];
  test.each(cases)('%s', (_name, element, text) => {
    expect(element).toBe(text);
    expect(decodeElement(text)).toBe(text);
  });
});

describe('decodeElement', () => {
  const cases: [name: string, text: string, element: string | undefined][] = [
    ['brings keys into order', 'k:{"b":1,"a":2}', 'k:{"a":2,"b":1}'],
    ['drops blanks', 'k:{ "a": "x" }', 'k:{"a":"x"}'],
    ['reads a float that is an integer as that integer', 'v:1.0', 'v:1'],
    ['keeps an empty field name', 'f:', 'f:'],
    ['leaves out kinds of a later version', 'x:1', undefined],
    ['reads an index', 'i:007', 'i:7'],
  ];
  test.each(cases)('%s', (_name, text, element) => expect(decodeElement(text)).toBe(element));

  test.each(['', 'f', 'name', 'k:[]', 'k:{', 'v:', 'v:"a" "b"', 'i:x', 'i:', 'i:1.5'])('refuses %j', (text) => {
    expect(() => decodeElement(text)).toThrow(PathElementError);
  });
});

test('elements are ordered by kind, then by content, in whatever way they are sorted', () => {
  const ordered = [
    'f:',
    'f:Z',
    'f:a',
    'f:a-b',
    'f:ab',
    'f:\uffff',
    'f:\u{10000}',
    'k:{"a":9}',
    'k:{"a":10}',
    'k:{"a":10,"b":1}',
    'k:{"a":"\\n"}',
    'k:{"a":" "}',
    'k:{"a":"1"}',
    'k:{"a":"a"}',
    'k:{"a":"a","b":1}',
    'k:{"a":"a b"}',
    'k:{"a":"ab"}',
    'k:{"a":[1]}',
    'k:{"a":[1,2]}',
    'k:{"a":{"x":"a"}}',
    'k:{"a":{"x":"a!"}}',
    'k:{"a":{"x":"a!","y":1}}',
    'k:{"a":null}',
    'k:{"b":1}',
    'v:-1',
    'v:1.5',
    'v:2',
    'v:9007199254740993',
    'v:""',
    'v:"a"',
    'v:false',
    'v:true',
    'i:2',
    'i:10',
  ];
  expect(ordered.toReversed().sort(compareElements)).toEqual(ordered);
  expect(sortElements(ordered.toReversed())).toEqual(ordered);
  expect(ordered.map(decodeElement)).toEqual(ordered);
});

describe('printPath', () => {
  const cases: [path: string[], text: string][] = [
    [['f:spec', 'f:containers', 'k:{"name":"a"}', 'f:image'], '.spec.containers[name="a"].image'],
    [['f:ports', 'k:{"containerPort":80,"protocol":"TCP"}'], '.ports[containerPort=80,protocol="TCP"]'],
    [['f:metadata', 'f:finalizers', 'v:"x\\ny"'], '.metadata.finalizers[="x\\ny"]'],
    [['f:labels', 'f:example.com/a'], '.labels.example.com/a'],
    [['f:args', 'i:3'], '.args[3]'],
    [['f:ports', 'v:8080'], '.ports[=8080]'],
  ];
  test.each(cases)('%j is %s', (path, text) => expect(printPath(path)).toBe(text));
});

test('every value survives its element', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(scalar, (value) => {
      const element = valueElement(value);
      expect(decodeElement(element)).toBe(element);
      expect(JSON.parse(element.slice(2))).toEqual(Object.is(value, -0) ? 0 : value);
    }),
  );
});
