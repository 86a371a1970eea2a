import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagedCopy, damageKinds, makeStore, randomNumbers, Victim } from './testing/damage.js';
import type { DamageResult } from './testing/open-damaged.js';

/** More rounds by hand: DAMAGE_ROUNDS=3000 DAMAGE_SEED=7 npx vitest run src/storage/embedded/damage.test.ts */
const rounds = Number(process.env.DAMAGE_ROUNDS ?? 15);
const firstSeed = Number(process.env.DAMAGE_SEED ?? 1);

let root: string;
let whole: string;
let values: Map<string, string>;
const victim = new Victim();
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'trestle-damage-'));
  whole = join(root, 'whole');
  values = await makeStore(whole);
});
afterAll(async () => {
  await victim.close();
  rmSync(root, { recursive: true });
});

/** Nothing is lost silently: the store is refused, or each object is intact, or reading it fails. */
function expectNothingLost(result: DamageResult, where: string): void {
  if (result.refused !== undefined) {
    expect(result.refused, where).toMatch(/damaged|does not hold|is not the store|is empty|cannot be/);
    expect(result.refused, where).not.toContain('\n');
    return;
  }
  for (const [key, value] of values) {
    if (result.damaged[key] === undefined) expect(result.values[key], `${where}: ${key}`).toBe(value);
    else expect(result.damaged[key], where).toMatch(/damaged|missing/);
  }
  const known = Object.keys(result.values).filter((key) => values.has(key));
  expect(Object.keys(result.values), where).toEqual(known);
}

test('a store that is whole is used, repaired and refused by nothing', async () => {
  const copy = join(root, 'copy');
  damagedCopy(whole, copy, () => undefined);
  const result = await victim.open(copy);
  expect(result).toEqual({ values: Object.fromEntries(values), damaged: {} });
});

describe.each(Object.entries(damageKinds))('a store with %s', (kind, damage) => {
  test(
    'is refused with a reason, or fails the readers of what is damaged, and loses nothing else',
    async () => {
      const copy = join(root, 'damaged');
      for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
        damagedCopy(whole, copy, damage(randomNumbers(seed)));
        const where = `${kind}, seed ${seed}`;
        const result = await victim.open(copy).catch((error) => {
          throw new Error(`${where}: ${error.message}`);
        });
        expectNothingLost(result, where);
      }
    },
    30_000 + rounds * 1000,
  );
});

describe('a store that is cut', () => {
  test.each([1, 23, 24, 100, 168, 4095, 4096, 4097, 4263, 4264, 8191, 8192, 8193, 0.1, 0.5, 0.9])(
    'to %d is refused',
    async (length) => {
      const copy = join(root, 'cut');
      const bytes = length < 1 ? Math.floor(statSync(join(whole, 'data.mdb')).size * length) : length;
      damagedCopy(whole, copy, (data) => data.subarray(0, bytes));
      const { refused } = await victim.open(copy);
      expect(refused).toContain(`${join(copy, 'data.mdb')} is damaged: `);
      expect(refused).toContain('trestle snapshot restore --replace');
    },
  );
});

describe('every page that is used', () => {
  test('is missed when it is zeroed', async () => {
    const copy = join(root, 'zeroed');
    const pages = statSync(join(whole, 'data.mdb')).size / 4096;
    let noticed = 0;
    for (let page = 0; page < pages; page += Math.max(1, Math.floor(pages / (rounds * 3)))) {
      damagedCopy(whole, copy, (data) => data.fill(0, page * 4096, (page + 1) * 4096));
      const result = await victim.open(copy);
      expectNothingLost(result, `page ${page} of zeros`);
      if (result.refused !== undefined || Object.keys(result.damaged).length > 0) noticed++;
    }
    expect(noticed).toBeGreaterThan(0);
  });
});
