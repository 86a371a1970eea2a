import { getComprehensionSuite } from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, test } from 'vitest';
import {
  bindingsLibrary,
  CelEnvironment,
  optionalsLibrary,
  twoVariableComprehensionsLibrary,
} from '../../../src/apimachinery/cel/index.js';
import { listsLibrary } from '../../../src/apimachinery/cel/library/lists.js';
import { stringsLibraryOf } from '../../../src/apimachinery/cel/library/newer-strings.js';

const environment = CelEnvironment.extend({
  libraries: [optionalsLibrary, bindingsLibrary, listsLibrary, stringsLibraryOf(5), twoVariableComprehensionsLibrary],
});

/**
 * cel-go's order: cases that hold, that do not compile, that fail, and others for unparsing and partial evaluation,
 * which Kubernetes does not use.
 */
const FIRST_REFUSED = '[].all(i, i, i < i)';
const FIRST_FAILING = '[1, 1].transformMapEntry(i, v, {v: i})';
const FIRST_OTHER = "{'a': 'world', 'b': 'hello'}.transformMap(i, v, i == 'a' ? v.upperAscii() : v)";

const cases = getComprehensionSuite().tests;
const refused = cases.findIndex(({ name }) => name === FIRST_REFUSED);
const failing = cases.findIndex(({ name }) => name === FIRST_FAILING);
const other = cases.findIndex(({ name }) => name === FIRST_OTHER);
/** cel-spec does not contain the values of `m`. */
const holding = cases.slice(0, refused).filter(({ name }) => !name.startsWith('m.'));

describe("cel-go's own cases of comprehensions with two variables", () => {
  test.each(holding)('$name', ({ original }) => expect(environment.compile(original.expr).evaluate({})).toBe(true));

  test.each(cases.slice(refused, failing))('$name does not compile', ({ original }) =>
    expect(() => environment.compile(original.expr)).toThrow(
      /simple name|duplicate variable name: i|overwrites accumulator|cannot be range|no matching overload/,
    ),
  );

  test.each(cases.slice(failing, other))('$name fails', ({ original }) =>
    expect(() => environment.compile(original.expr).evaluate({})).toThrow(/insert failed: key [01] already exists/),
  );

  test('none of these groups is empty', () => {
    expect([holding.length, failing - refused, other - failing]).toEqual([47, 22, 3]);
  });
});
