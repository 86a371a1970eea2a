import { expect, test } from 'vitest';
import { listBytes } from './list-bytes.js';

const pod = (fields: string) => Buffer.from(`{"apiVersion":"v1","kind":"Pod",${fields}}`);
const [head, tail, without] = ['{"items":[', ']}', '{"apiVersion":"v1","kind":"Pod",'].map((text) => Buffer.from(text));

function list(values: readonly Buffer[], chunkBytes?: number): unknown {
  const chunks = listBytes({ head: head!, values, without, tail: tail! }, chunkBytes);
  return JSON.parse(Buffer.concat([...chunks]).toString());
}

test.each([[1024], [64], [40]])('what items begin with is left out, in chunks of %i', (chunkBytes) => {
  const long = 'x'.repeat(100);
  const other = Buffer.from('{"apiVersion":"v2","kind":"Pod","a":1}');
  expect(list([pod('"a":1'), other, pod(`"long":"${long}"`), pod('"b":[]')], chunkBytes)).toEqual({
    items: [{ a: 1 }, { apiVersion: 'v2', kind: 'Pod', a: 1 }, { long }, { b: [] }],
  });
  expect(list([], chunkBytes)).toEqual({ items: [] });
});
