import { describe, expect, test } from 'vitest';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { managerNameOf, validateManagerName } from './manager-name.js';

describe('managerNameOf', () => {
  const cases: [name: string, given: { fieldManager?: string; userAgent?: string }, manager: string][] = [
    ['what the client says', { fieldManager: 'me', userAgent: 'kubectl/v1' }, 'me'],
    ['the user agent up to its first slash', { userAgent: 'my-tool/v1.2.3 (linux/amd64) kubernetes/abc' }, 'my-tool'],
    ['a user agent without a slash', { userAgent: 'curl' }, 'curl'],
    ['nothing', {}, ''],
    ['printable characters only', { userAgent: 'a\u0007b\u200bc/1' }, 'abc'],
    ['as many characters as fit into 128 bytes', { userAgent: `${'é'.repeat(63)}xyz😀` }, `${'é'.repeat(63)}xy`],
  ];
  test.each(cases)('%s', (_name, given, manager) => expect(managerNameOf(given)).toBe(manager));
});

describe('validateManagerName', () => {
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
    expect(validateManagerName(manager, FieldPath.root.child('fieldManager')).map(fieldErrorMessage)).toEqual(messages),
  );
});
