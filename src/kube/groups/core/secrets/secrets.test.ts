import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const secrets = '/api/v1/namespaces/a/secrets';
const create = (name: string, fields: JsonObject) => kube.call('POST', secrets, { metadata: { name }, ...fields });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const fieldsOf = (json: JsonObject) =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);

test('text is kept as data, and takes the place of data', async () => {
  const { status, json } = await create('texts', { data: { a: base64('1'), b: base64('2') }, stringData: { a: 'ä' } });
  expect([status, json['type'], json['data'], json['stringData']]).toEqual([
    201,
    'Opaque',
    { a: base64('ä'), b: base64('2') },
    undefined,
  ]);
});

const type = (name: string) => `kubernetes.io/${name}`;
test.each<[string, JsonObject, string[]]>([
  [
    'a token without its account',
    { type: type('service-account-token') },
    ['metadata.annotations[kubernetes.io/service-account.name]:FieldValueRequired'],
  ],
  ['a dockercfg without it', { type: type('dockercfg') }, ['data[.dockercfg]:FieldValueRequired']],
  [
    'a dockerconfigjson that is no JSON',
    { type: type('dockerconfigjson'), stringData: { '.dockerconfigjson': '{' } },
    ['data[.dockerconfigjson]:FieldValueInvalid'],
  ],
  [
    'basic auth without anything',
    { type: type('basic-auth') },
    ['data[username]:FieldValueRequired', 'data[password]:FieldValueRequired'],
  ],
  [
    'a configuration of registries that is a list',
    { type: type('dockercfg'), stringData: { '.dockercfg': '[]' } },
    ['data[.dockercfg]:FieldValueInvalid'],
  ],
  [
    'an SSH key that is empty',
    { type: type('ssh-auth'), stringData: { 'ssh-privatekey': '' } },
    ['data[ssh-privatekey]:FieldValueRequired'],
  ],
  ['an SSH key without it', { type: type('ssh-auth') }, ['data[ssh-privatekey]:FieldValueRequired']],
  ['TLS without a key', { type: type('tls'), stringData: { 'tls.crt': '' } }, ['data[tls.key]:FieldValueRequired']],
  ['a key with a slash', { stringData: { 'a/b': '' } }, ['data[a/b]:FieldValueInvalid']],
  ['more than 1 MiB', { stringData: { a: 'x'.repeat(1024 * 1024 + 1) } }, ['data:FieldValueTooLong']],
])('%s is refused', async (_what, fields, causes) => {
  const { status, json } = await create('wrong', fields);
  expect([status, fieldsOf(json)]).toEqual([422, causes]);
});

test('basic auth with a user alone is enough', async () => {
  expect((await create('user', { type: type('basic-auth'), stringData: { username: 'me' } })).status).toBe(201);
});

test('its type stays, and so do values that are immutable', async () => {
  await create('fixed', { immutable: true, stringData: { a: '1' } });
  const { json } = await kube.call('PUT', `${secrets}/fixed`, {
    metadata: { name: 'fixed' },
    type: 'other',
    immutable: true,
    stringData: { a: '2' },
  });
  expect(fieldsOf(json)).toEqual(['type:FieldValueInvalid', 'data:FieldValueForbidden']);
});

test('it can be selected by its type', async () => {
  await create('opaque', {});
  const { json } = await kube.call('GET', `${secrets}?fieldSelector=type%3Dkubernetes.io%2Fbasic-auth`);
  expect((json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name'])).toEqual(['user']);
});

test('problems of a registry configuration are reported in the words of Go', async () => {
  const stringData = { '.dockercfg': 'x' };
  const { json } = await create('unread', { type: type('dockercfg'), stringData });
  expect(json['message']).toContain(`redacted>": invalid character 'x' looking for beginning of value`);
});
