import { describe, expect, test } from 'vitest';
import { aggregateMessage, BoundedErrors, maxListedErrors, moreErrors, reportErrors } from './error-report.js';
import type { FieldError } from './field-error.js';
import { FieldPath } from './field-path.js';

const [first, second] = [FieldPath.of('a').required(), FieldPath.of('b').required()];

describe('a message of several errors', () => {
  const cases: [what: string, errors: FieldError[], message: string][] = [
    ['none', [], ''],
    ['one as it is', [first], 'a: Required value'],
    ['each text once', [first, first], 'a: Required value'],
    ['several in brackets', [first, second, first], '[a: Required value, b: Required value]'],
    ['those that are not described', [first, moreErrors(7)], '[a: Required value, 7 more errors are not listed]'],
  ];
  test.each(cases)('%s', (_what, errors, message) => expect(aggregateMessage(errors)).toBe(message));
});

describe('a report is bounded', () => {
  test('in the number of errors', () => {
    const errors = Array.from({ length: 100_000 }, (_, index) => FieldPath.of('f').index(index).required());
    const { listed, omitted } = reportErrors(errors);
    expect([listed.length, omitted]).toEqual([maxListedErrors, 100_000 - maxListedErrors]);
  });

  test('in the size of one error', () => {
    const { listed } = reportErrors([FieldPath.of('f').invalid('x'.repeat(3_000_000), 'no')]);
    expect(listed[0]?.message).toMatch(/^Invalid value: "x{16368}\.\.\. \(2983637 more characters\)$/);
  });

  test('in the size of all errors, and of the work for them', () => {
    const path = FieldPath.of('f').key('k'.repeat(1_000_000));
    const errors = Array.from({ length: 500 }, (_, index) => path.index(index).invalid(['v'.repeat(100)], 'no'));
    const { listed, omitted } = reportErrors(errors);
    expect([listed.length, omitted]).toEqual([1, 499]);
    expect(aggregateMessage(errors).length).toBeLessThan(40_000);
  });

  test('in the supported values', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `value-${index}`);
    const { detail } = FieldPath.of('f').notSupported('x', names);
    expect(detail).toMatch(/^supported values: "value-0", .*"value-\d+", and \d{4} more$/);
    expect(detail.length).toBeLessThan(8300);
  });
});

test('BoundedErrors describes the first ones and counts the others', () => {
  const found = new BoundedErrors();
  let described = 0;
  for (let index = 0; index < 5000; index++) {
    found.add(() => {
      described++;
      return first;
    });
  }
  expect(described).toBe(maxListedErrors);
  expect(found.errors.at(-1)).toEqual(moreErrors(4000));
});
