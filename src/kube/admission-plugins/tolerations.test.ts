import { expect, test } from 'vitest';
import type { Toleration } from '../pod-spec/index.js';
import { areAllowed, mergeTolerations } from './tolerations.js';

const all: Toleration = { operator: 'Exists' };
const anyValue: Toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' };
const oneValue: Toleration = { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' };
const unsaid: Toleration = { key: 'k', value: 'v', effect: 'NoSchedule' };
const long: Toleration = { key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 };
const short: Toleration = { ...long, tolerationSeconds: 6 };
const { tolerationSeconds: _, ...forever } = long;

test.each<[string, Toleration[], Toleration[], Toleration[]]>([
  ['nothing', [], [], []],
  ['the same twice', [oneValue], [oneValue], [oneValue]],
  ['different ones', [oneValue], [long], [oneValue, long]],
  ['a value, and all of them', [oneValue], [anyValue], [anyValue]],
  ['all values, and one', [anyValue], [oneValue], [anyValue]],
  ['everything, in the second', [oneValue, long], [all], [all]],
  ['a short time, and a longer one', [short], [long], [long]],
  ['a time, and no end', [forever], [long], [forever]],
  ['an operator that is not said, which is covered by all values', [unsaid], [anyValue], [anyValue]],
  ['an operator that is not said, which is not the one that is', [unsaid], [oneValue], [unsaid]],
])('%s', (_what, first, second, expected) => {
  expect(mergeTolerations(first, second)).toEqual(expected);
});

test.each<[string, Toleration[], Toleration[], boolean]>([
  ['one of the allowed ones', [oneValue], [long, oneValue], true],
  ['less than what is allowed', [oneValue, short], [anyValue, long], true],
  ['one too many', [oneValue, long], [anyValue], false],
  ['longer than allowed', [long], [short], false],
  ['without end', [forever], [long], false],
  ['an unknown operator', [oneValue], [{ ...anyValue, operator: 'Gt' }], false],
])('%s', (_what, tolerations, allowed, expected) => {
  expect(areAllowed(tolerations, allowed)).toBe(expected);
});
