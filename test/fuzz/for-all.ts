import fc from 'fast-check';

/** FUZZ_EFFORT=20 FUZZ_SEED=7 looks longer, and elsewhere, than the tests of every day. */
const effort = Number(process.env['FUZZ_EFFORT'] ?? 1);
const seed = Number(process.env['FUZZ_SEED'] ?? 42);

/** Checks so many values, the same ones every time; of those that fail, the simplest one is told. */
export function forAll<T>(runs: number, values: fc.Arbitrary<T>, check: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(values, check), { seed, numRuns: runs * effort });
}
