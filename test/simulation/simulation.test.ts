import { describe, expect, test } from 'vitest';
import { scenarios } from './scenarios.js';

/** Takes a few seconds; `npm run simulate` runs thousands. */
const counts: Readonly<Record<string, number>> = { embedded: 100, cached: 100, remote: 60, etcd: 40 };

/** Seeds that found a mistake, which is corrected. */
const formerViolations: readonly (readonly [scenario: string, seed: number, mistake: string])[] = [
  ['embedded', 12645, 'a key that was written again while it expired, with the same expiry, stayed forever'],
];

test.each(formerViolations)('%s keeps its promises with seed %i (%s)', async (name, seed) => {
  await scenarios[name]!({ seed });
});

describe.each(Object.keys(scenarios))('%s', (name) => {
  const run = scenarios[name]!;
  const seeds = counts[name] ?? 30;

  test(`keeps its promises with each of ${seeds} seeds`, async () => {
    for (let seed = 1; seed <= seeds; seed++) {
      await run({ seed }).catch((error) => {
        throw new Error(`npm run simulate -- --scenario ${name} --seed ${seed} --trace`, { cause: error });
      });
    }
  });

  test('does the same again with the same seed', async () => {
    const traceOf = async (seed: number): Promise<string[]> => {
      const lines: string[] = [];
      await run({ seed, onTrace: (line) => lines.push(line) });
      return lines;
    };
    const [first, second, other] = [await traceOf(7), await traceOf(7), await traceOf(8)];
    expect(first.length).toBeGreaterThan(50);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
