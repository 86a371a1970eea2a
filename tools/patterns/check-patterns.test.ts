import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript.
import { checkPatterns } from './check-patterns.mjs';

/** Each in a separate file, with the expected problem. */
const cases: readonly (readonly [code: string, problem: RegExp | undefined])[] = [
  ['export const a: RegExp = /^a+b$/;', undefined],
  ['\nexport const a = (x: string) => x.replace(/ +$/g, "");', /^1\.ts:2: \/ \+\$\/g: 2nd degree polynomial/],
  ['const a = /^(?:a|a)*$/;', /^2\.ts:1: .*: exponential/],
  ['const b = "a*"; export const c = new RegExp("^" + b + `a*$`, "s");', /^3\.ts:1: .*: 2nd degree polynomial/],
  ['export const a = (b: string) => RegExp(b);', /^4\.ts:1: RegExp\(b\): is not known before it runs/],
  ['const a = pattern("(x+)+", "explanation", []);', /^5\.ts:1: .*: exponential/],
  ['const a = "/ +$/"; // / +$/', undefined],
  ['const a = (x: string) => / +$/.test(x);', undefined],
];
const exceptions = [
  { file: '7.ts', pattern: '/ +$/', reason: 'needed' },
  { file: '0.ts', pattern: '/^a+b$/', reason: 'linear' },
  { file: '6.ts', pattern: '/ +$/', reason: 'not there' },
];

test('patterns that take too long are found, and exceptions that are not needed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'patterns-'));
  for (const [index, [code]] of cases.entries()) writeFileSync(join(directory, `${index}.ts`), code);
  writeFileSync(join(directory, 'a.test.ts'), 'const a = / +$/;');
  const { problems, patterns } = await checkPatterns(directory, exceptions);
  rmSync(directory, { recursive: true });
  const expected = cases.flatMap(([, problem]) => (problem ? [expect.stringMatching(problem)] : []));
  const unneeded = ['0.ts: /^a+b$/', '6.ts: / +$/'].map(
    (one) => `${one}: is no longer an exception; take it off the list`,
  );
  expect(problems).toEqual([...expected, ...unneeded]);
  expect(patterns).toBe(7);
});

test('a directory without patterns is a mistake', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'patterns-'));
  expect((await checkPatterns(directory, [])).problems).toEqual([`no patterns in ${directory}`]);
  rmSync(directory, { recursive: true });
});
