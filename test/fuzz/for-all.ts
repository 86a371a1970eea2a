import fc from 'fast-check';

/** FUZZ_EFFORT=20 FUZZ_SEED=7 runs more cases, and others, than the regular tests. */
const effort = Number(process.env['FUZZ_EFFORT'] ?? 1);
const seed = Number(process.env['FUZZ_SEED'] ?? 42);

/** Checks this many values, the same ones every time; reports the simplest failing one. */
export function forAll<T>(runs: number, values: fc.Arbitrary<T>, check: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(values, check), { seed, numRuns: runs * effort });
}
