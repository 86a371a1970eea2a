import { expect, test } from 'vitest';
import { findMutant } from './find-mutant.mjs';
import { mutants } from './mutants.mjs';

const quick = mutants.filter((mutant) => mutant.quick);

test.each(quick)('finds out that $name', async (mutant) => {
  const found = await findMutant(mutant);
  expect(found.problem).toBeDefined();
});
