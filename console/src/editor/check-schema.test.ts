import { expect, it } from 'vitest';
import { type Schema, Schemas } from '../api/openapi.ts';
import { checkSchema } from './check-schema.ts';

const named: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, port: { 'x-kubernetes-int-or-string': true } },
};
const schemas = new Schemas({ components: { schemas: { Named: named } } });
const root: Schema = {
  type: 'object',
  properties: {
    replicas: { type: 'integer' },
    policy: { type: 'string', enum: ['Always', 'Never'] },
    items: { type: 'array', items: { allOf: [{ $ref: '#/components/schemas/Named' }] } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: {} },
  },
};

it.each([
  [{ replicas: 1, policy: 'Never', items: [{ name: 'a', port: 'http' }], labels: { a: 'b' }, open: { any: 1 } }, []],
  [{ replicas: 'many' }, ['replicas: must be integer']],
  [{ policy: 'Sometimes' }, ['policy: must be one of Always, Never']],
  [{ items: [{ port: 80 }] }, ['items.0: name is required']],
  [{ labels: { a: 1 } }, ['labels.a: must be string']],
  [{ other: 1 }, ['other: unknown field other']],
  [{ replicas: null }, []],
])('%j', (value, problems) => {
  expect(checkSchema(schemas, root, value).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(
    problems,
  );
});
