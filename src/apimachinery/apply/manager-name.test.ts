import { describe, expect, test } from 'vitest';
import { managerNameOf } from './manager-name.js';

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
