import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const configMaps = '/api/v1/namespaces/a/configmaps';
const causesOf = (json: JsonObject) =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => [field, reason]);

test.each<[string, JsonObject, [string, string][]]>([
  ['a key with a space', { data: { 'a b': '' } }, [['data[a b]', 'FieldValueInvalid']]],
  ['a key of both maps', { data: { a: '' }, binaryData: { a: 'AA==' } }, [['data[a]', 'FieldValueInvalid']]],
  ['more than 1 MiB', { data: { a: 'x'.repeat(1024 * 1024 + 1) } }, [['[]', 'FieldValueTooLong']]],
])('%s is refused', async (_what, fields, causes) => {
  const { status, json } = await kube.call('POST', configMaps, { metadata: { name: 'wrong' }, ...fields });
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test('one that is immutable keeps its values and stays so', async () => {
  const fixed = { metadata: { name: 'fixed' }, immutable: true, data: { a: '1' } };
  await kube.call('POST', configMaps, fixed);
  const change = { immutable: false, data: { a: '2' }, binaryData: {} };
  const changed = await kube.call('PUT', `${configMaps}/fixed`, { ...fixed, ...change });
  expect([changed.status, causesOf(changed.json)]).toEqual([
    422,
    [
      ['immutable', 'FieldValueForbidden'],
      ['data', 'FieldValueForbidden'],
      ['binaryData', 'FieldValueForbidden'],
    ],
  ]);
  const labelled = { ...fixed, metadata: { name: 'fixed', labels: { a: 'b' } } };
  expect((await kube.call('PUT', `${configMaps}/fixed`, labelled)).status).toBe(200);
  await kube.call('POST', configMaps, { metadata: { name: 'empty' }, immutable: true });
  const emptied = { metadata: { name: 'empty' }, immutable: true, data: {} };
  expect((await kube.call('PUT', `${configMaps}/empty`, emptied)).status).toBe(200);
});
