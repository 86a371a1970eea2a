import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagedCopy, makeStore } from '../testing/damage.js';
import { inspectFile } from './inspect-file.js';

let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'trestle-metas-'));
  await makeStore(join(root, 'whole'), 40);
});
afterAll(() => rmSync(root, { recursive: true }));

const transactionAt = 152;

/** The problems of a copy of the store. */
function problemsOf(damage: (data: Buffer) => void): string[] {
  damagedCopy(join(root, 'whole'), join(root, 'copy'), damage);
  const problems: string[] = [];
  const inspection = inspectFile({ path: join(root, 'copy/data.mdb'), onDamage: (one) => problems.push(one.message) });
  while (!inspection.next().done);
  return problems;
}

test('a whole file has no problems', () => {
  expect(problemsOf(() => {})).toEqual([]);
});

test.each([-3n, -2n, -1n, 1n, 2n, 3n])(
  'transactions that are wrong by %d are noticed, on either meta page',
  (difference) => {
    for (const page of [0, 4096]) {
      const problems = problemsOf((data) => {
        const at = page + transactionAt;
        data.writeBigUInt64LE(data.readBigUInt64LE(at) + difference, at);
      });
      expect(problems, `page at ${page}`).toEqual([expect.stringContaining('meta page')]);
    }
  },
);
