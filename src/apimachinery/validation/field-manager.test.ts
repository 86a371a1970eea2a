import { describe, expect, test } from 'vitest';
import { fieldErrorMessage } from './field-error.js';
import { FieldPath } from './field-path.js';
import { validateFieldManager } from './metadata-fields.js';

describe('validateFieldManager', () => {
  const cases: [name: string, manager: string, messages: string[]][] = [
    ['a plain name', 'kubectl-edit', []],
    ['none', '', []],
    ['128 bytes', 'x'.repeat(128), []],
    ['more than 128 bytes', 'é'.repeat(65), ['fieldManager: Too long: may not be more than 128 bytes']],
    [
      'an unprintable character',
      'é\n',
      ['fieldManager: Invalid value: "é\\n": invalid character U+000A (at position 2)'],
    ],
  ];
  test.each(cases)('%s', (_name, manager, messages) =>
    expect(validateFieldManager(manager, FieldPath.root.child('fieldManager')).map(fieldErrorMessage)).toEqual(
      messages,
    ),
  );
});
