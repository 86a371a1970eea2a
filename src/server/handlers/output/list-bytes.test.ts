import { expect, test } from 'vitest';
import { type CacheEntry, ListResult } from '../../../storage/cacher/index.js';
import { Run } from '../../../storage/ordered-map/index.js';
import type { Renaming } from '../../dialect/index.js';
import { JoinedItems, listBytes } from './list-bytes.js';

const pod = (fields: string) => Buffer.from(`{"apiVersion":"v1","kind":"Pod",${fields}}`);
const [head, tail] = [Buffer.from('{"items":['), Buffer.from(']}')];
const long = 'x'.repeat(100);
const huge = 'y'.repeat(100_000);

function runs(values: readonly Buffer[]) {
  return ListResult.of(
    values.map((value) => ({ value }) as CacheEntry),
    { revision: 1n },
  ).runs;
}

function list(values: readonly Buffer[], { chunkBytes = 64, renaming }: { chunkBytes?: number; renaming: Renaming }) {
  const chunks = listBytes({ head, runs: runs(values), items: new JoinedItems(renaming), tail }, chunkBytes);
  return JSON.parse(Buffer.concat([...chunks]).toString());
}

const renamings: [name: string, sent: string, type: object][] = [
  ['left out', '{', {}],
  ['put in another way', '{"apiVersion":"v1beta1","kind":"OldPod",', { apiVersion: 'v1beta1', kind: 'OldPod' }],
];
test.each(renamings)('what items begin with is %s, in chunks of any size', (_name, sent, type) => {
  const renaming = { stored: Buffer.from('{"apiVersion":"v1","kind":"Pod",'), sent: Buffer.from(sent) };
  const other = Buffer.from('{"apiVersion":"v2","kind":"Pod","a":1}');
  const values = [pod('"a":1'), other, pod(`"long":"${long}"`), pod(`"huge":"${huge}"`), pod('"b":[]')];
  const items = [
    { ...type, a: 1 },
    { apiVersion: 'v2', kind: 'Pod', a: 1 },
    { ...type, long },
    { ...type, huge },
    { ...type, b: [] },
  ];
  for (const chunkBytes of [40, 64, 1024, 64 * 1024]) {
    expect(list(values, { chunkBytes, renaming })).toEqual({ items });
    expect(list(values.slice(0, 4), { chunkBytes, renaming })).toEqual({ items: items.slice(0, 4) });
    expect(list([], { chunkBytes, renaming })).toEqual({ items: [] });
  }
  expect(list(Array(200).fill(values[0]), { renaming })).toEqual({ items: Array(200).fill(items[0]) });
});

test('what was put together for one list serves the next', () => {
  const items = new JoinedItems();
  const [passing] = runs([pod('"a":1'), pod('"b":2')]);
  const run = new Run(passing!.values);
  const pieces = items.of(run);
  expect(items.of(run)).toBe(pieces);
  expect(new JoinedItems().of(run)).not.toBe(pieces);
  expect(items.of(passing!)).not.toBe(items.of(passing!));
});

test('values that are large are not copied', () => {
  const value = pod(`"huge":"${huge}"`);
  expect(new JoinedItems().of(runs([pod('"a":1'), value])[0]!)).toContain(value);
});
