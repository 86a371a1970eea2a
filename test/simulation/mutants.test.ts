import { expect, test } from 'vitest';
import { findMutant } from './find-mutant.mjs';
import { mutants } from './mutants.mjs';

/** Those that take longer are left to `npm run simulate -- --mutants`. */
const quick = mutants.filter((mutant) => (mutant.within ?? 0) <= 50);

test.each(quick)('finds out that $name', async (mutant) => {
  const found = await findMutant(mutant);
  expect(found.problem).toBeDefined();
});
