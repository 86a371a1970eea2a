import { expect, test } from 'vitest';
import type { CompiledExpression } from './program.js';
import { ProgramCache } from './program-cache.js';

test('the program that was used longest ago is forgotten where there are many', () => {
  const cache = new ProgramCache();
  const compiled: string[] = [];
  const get = (source: string) =>
    cache.get(source, () => {
      compiled.push(source);
      return {} as CompiledExpression;
    });
  get('used again');
  get('used once');
  for (let index = 0; index < 248; index++) get(`${index}`);
  get('used again');
  get('one more');
  compiled.length = 0;
  get('used again');
  get('used once');
  expect(compiled).toEqual(['used once']);
});
