import { expect, test } from 'vitest';
import type { AuditRecord } from './audit-record.js';
import { problems, recordOf, TestBackend } from './records.test.support.js';
import { TruncatingBackend } from './truncating-backend.js';

const bytesOf = ({ json }: AuditRecord): number => Buffer.byteLength(json) + 1;

function truncating(maxEventSize: number, maxBatchSize = 10 * maxEventSize) {
  const backend = new TestBackend();
  const { lost, onProblem } = problems();
  return { backend, lost, truncate: new TruncatingBackend(backend, { maxEventSize, maxBatchSize }, onProblem) };
}

test('a record that fits goes on as it is', () => {
  const record = recordOf('a', { characters: 10 });
  const { backend, truncate } = truncating(bytesOf(record));
  expect(truncate.process([record])).toBe(true);
  expect(backend.records).toEqual([record]);
});

test('a record that is too large loses what was sent, and says so', () => {
  const record = recordOf('a', { characters: 1000 });
  const { backend, lost, truncate } = truncating(bytesOf(record) - 1);
  expect(truncate.process([record])).toBe(true);
  const event = JSON.parse(backend.records[0]!.json);
  expect(event).toMatchObject({ auditID: 'a', annotations: { 'audit.k8s.io/truncated': 'true' } });
  expect(event).not.toHaveProperty('requestObject');
  expect(JSON.parse(record.json)).toHaveProperty('requestObject');
  expect(lost).toEqual([]);
});

test.each([
  ['even without what was sent', recordOf('a', { characters: 1000 })],
  ['and has nothing that could go', recordOf('a', { level: 'Metadata' })],
])('a record that is too large %s is lost', (_title, record) => {
  const { backend, lost, truncate } = truncating(50);
  expect(truncate.process([record])).toBe(true);
  expect(backend.records).toEqual([]);
  expect(lost).toEqual(['truncate: event is too large even after truncating: a']);
});

test('a batch that is too large is split, and is stored where all of it is', async () => {
  const records = ['a', 'b', 'c'].map((id) => recordOf(id));
  const { backend, truncate } = truncating(1000, 2 * bytesOf(records[0]!));
  expect(truncate.process(records)).toBe(true);
  expect(backend.batches).toEqual([['a', 'b'], ['c']]);
  const responses = [Promise.resolve(false), Promise.resolve(true)];
  backend.respond = () => responses.shift()!;
  expect(await truncate.process(records)).toBe(false);
});
