import { describe, expect, test } from 'vitest';
import { NumberPlaceholders } from './number-placeholders.js';

const placeholdersOf = (text: string) => NumberPlaceholders.of(Buffer.from(text));

describe('numbers that Go does not take for integers', () => {
  const none = ['{}', '{"a":1}', '[-1, 0, 9223372036854775807]', '{"a":"1.5 \\" 2e3"}', '"1.0', '-9223372036854775808'];
  test.each(none)('are not in %s', (text) => {
    expect(placeholdersOf(text)).toBeUndefined();
  });

  const some: [string, string][] = [
    ['{"a":1.0}', '{"a":700000.5}'],
    ['[1e2,-0.0,"1.0",7,1E400]', '[700000.5,700001.5,"1.0",7,700002.5]'],
    ['9223372036854775808', '700000.5'],
    ['{"1.5":99999999999999999999999}', '{"1.5":700000.5}'],
  ];
  test.each(some)('in %s are replaced, and reported again', (text, replaced) => {
    const placeholders = placeholdersOf(text)!;
    expect(placeholders.bytes.toString()).toBe(replaced);
    expect(placeholders.restore(replaced)).toBe(text);
  });

  test('are as many as fit into one document', () => {
    const placeholders = placeholdersOf(`[${'1.0,'.repeat(5000)}2.0]`)!;
    expect(placeholders.restore('700999.5 701000.5')).toBe('1.0 701000.5');
    expect(placeholders.bytes.toString().endsWith('1.0,2.0]')).toBe(true);
  });
});
