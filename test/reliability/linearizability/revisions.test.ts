import { describe, expect, it } from 'vitest';
import { checkRealTimeOrder, checkSnapshots, readsOf, resolveVersions } from './revisions.mjs';

const log = [
  { type: 'ADDED', key: 'a', revision: 2, value: 'x' },
  { type: 'ADDED', key: 'b', revision: 3, value: 'y' },
  { type: 'MODIFIED', key: 'a', revision: 5, value: 'z' },
  { type: 'DELETED', key: 'b', revision: 6, value: 'y' },
];
const item = (key: string, version: number, value: string) => ({ key, version, value });
const list = (revision: number, ...items: object[]) => ({
  id: 'l',
  client: 'c',
  type: 'list',
  call: 0,
  return: 1,
  outcome: { kind: 'ok', revision, items },
});

describe('a list is one moment', () => {
  it.each([
    ['with all that was there', list(4, item('a', 2, 'x'), item('b', 3, 'y')), true],
    ['without what was deleted', list(6, item('a', 5, 'z')), true],
    ['not with what came later', list(4, item('a', 5, 'z'), item('b', 3, 'y')), false],
    ['not with what was gone', list(6, item('a', 5, 'z'), item('b', 3, 'y')), false],
    ['not without what was there', list(5, item('a', 5, 'z')), false],
    ['not with a mixture of two', list(5, item('a', 2, 'x'), item('b', 3, 'y')), false],
  ])('%s', (_, one, isGood) => expect(checkSnapshots([one], log, 1)).toHaveLength(isGood ? 0 : 1));
});

it('a list is a read of each key', () => {
  const reads = readsOf(list(4, item('a', 2, 'x')), ['a', 'b']);
  expect(reads.map(({ key, outcome }) => [key, outcome.kind])).toEqual([
    ['a', 'ok'],
    ['b', 'absent'],
  ]);
});

describe('revisions follow time', () => {
  const write = (call: number, version: number) => ({
    id: `w${version}`,
    type: 'create',
    call,
    return: call + 1,
    outcome: { kind: 'ok', version },
  });
  const read = (call: number, revision: number) => ({
    id: `l${revision}`,
    type: 'list',
    call,
    return: call + 1,
    outcome: { kind: 'ok', revision },
  });
  it.each([
    ['of writes', [write(0, 2), write(2, 3)], true],
    ['of writes that overlap, in any order', [write(0, 3), write(0.5, 2)], true],
    ['of a list after a write', [write(0, 2), read(2, 2)], true],
    ['not where a later write has a lower one', [write(0, 3), write(2, 2)], false],
    ['not where a later write has the same', [write(0, 3), { ...write(2, 3), id: 'w' }], false],
    ['not where a list does not know of a write', [write(0, 3), read(2, 2)], false],
    ['not where a list goes back behind another', [read(0, 5), read(2, 4)], false],
    ['not where a write is behind a list', [read(0, 5), write(2, 5)], false],
  ])('%s', (_, operations, isGood) => expect(checkRealTimeOrder(operations)).toHaveLength(isGood ? 0 : 1));
});

describe('the log determines', () => {
  const update = (outcome: object) => [{ type: 'update', value: 'z', expected: 2, outcome }] as { outcome: object }[];

  it('the version of a write without a response', () => {
    const operations = update({ kind: 'unknown' });
    expect(resolveVersions(operations, log)).toEqual([]);
    expect(operations[0]!.outcome).toEqual({ kind: 'unknown', version: 5 });
  });

  it.each([
    ['that a refused write took place', update({ kind: 'conflict' }), log],
    ['that an answer had another version', update({ kind: 'ok', version: 4 }), log],
    ['that an answered write is not there', update({ kind: 'ok', version: 5 }), log.slice(0, 2)],
    [
      'that a write took place twice',
      update({ kind: 'ok', version: 7 }),
      [...log, { type: 'MODIFIED', key: 'a', revision: 7, value: 'z' }],
    ],
  ])('%s', (_, operations, events) => expect(resolveVersions(operations, events)).not.toEqual([]));
});
