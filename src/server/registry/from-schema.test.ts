import { describe, expectTypeOf, test } from 'vitest';
import type { ObjectMeta } from '../../api/meta/v1.js';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema, SchemaValue } from '../../apimachinery/schema/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import type { Informer, Lister } from '../../client/informer/index.js';
import type { ResourceClient, RestClient } from '../../client/rest/index.js';
import type { AdmissionPlugin, AdmissionRequest } from '../admission/index.js';
import type { FromSchema } from './index.js';
import { defineResource, defineVersion } from './resource-definition.js';
import { specAndStatus } from './standard-strategy.js';

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['reference', 'size'],
      properties: {
        reference: { type: 'string', maxLength: 20 },
        size: { type: 'integer', minimum: 0, default: 1 },
        mode: { type: 'string', enum: ['Fast', 'Safe'] },
        port: { 'x-kubernetes-int-or-string': true },
        note: { type: 'string', nullable: true },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        },
        tags: { type: 'object', additionalProperties: { type: 'string' }, default: { a: ['b'] } },
        extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
} as const;

type Flunder = FromSchema<typeof schema>;

interface Spec {
  reference: string;
  size: number;
  mode?: 'Fast' | 'Safe';
  port?: number | string;
  note?: string | null;
  ports?: { name: string }[];
  tags?: { [key: string]: string };
  extra?: JsonObject;
}

describe('the type of a schema', () => {
  test('has its fields, those that are required and those that are not', () => {
    expectTypeOf<Flunder['spec']>().toEqualTypeOf<{ [Field in keyof Spec]: Spec[Field] }>();
    expectTypeOf<Flunder['status']>().toEqualTypeOf<{ ready?: boolean } | undefined>();
    expectTypeOf<Flunder['metadata']>().toEqualTypeOf<ObjectMeta>();
  });

  test('is any value where the schema says nothing', () => {
    expectTypeOf<SchemaValue<{ description: 'anything' }>>().toEqualTypeOf<JsonValue>();
    expectTypeOf<SchemaValue<{ type: 'array' }>>().toEqualTypeOf<JsonValue[]>();
    expectTypeOf<SchemaValue<{ type: 'object' }>>().toEqualTypeOf<JsonObject>();
    expectTypeOf<SchemaValue<{ $ref: '#/components/schemas/Other' }>>().toEqualTypeOf<JsonValue>();
  });

  test('is that of an object, and its schema is one', () => {
    expectTypeOf<Flunder>().toExtend<JsonObject>();
    expectTypeOf<typeof schema>().toExtend<JsonSchema>();
  });
});

const oldSchema = { type: 'object', properties: { reference: { type: 'string' } } } as const;
type OldFlunder = FromSchema<typeof oldSchema>;

describe('a resource of that type', () => {
  const { main } = specAndStatus<Flunder>({
    validate: ({ spec }) =>
      spec.mode === 'Fast' && spec.size > 9 ? [FieldPath.of('spec', 'size').invalid(spec.size, 'too large')] : [],
  });

  test('has it in strategies, columns and converters', () => {
    defineResource<Flunder>({
      kind: 'Flunder',
      plural: 'flunders',
      scope: 'Namespaced',
      strategy: {
        ...main,
        warningsOnCreate(flunder) {
          expectTypeOf(flunder).toEqualTypeOf<Flunder>();
          return [];
        },
      },
      fieldValue(flunder) {
        expectTypeOf(flunder).toEqualTypeOf<Flunder>();
        return flunder.spec.reference;
      },
      versions: {
        v1: defineVersion<Flunder>({
          schema,
          columns: [{ name: 'Size', type: 'integer', valueOf: ({ spec }) => spec.size }],
        }),
        v1alpha1: defineVersion<OldFlunder, Flunder>({
          schema: oldSchema,
          toHub: ({ reference = '', ...old }) => ({ ...old, spec: { reference, size: 1 } }),
          fromHub({ spec, ...flunder }) {
            expectTypeOf(spec.size).toBeNumber();
            return { ...flunder, reference: spec.reference };
          },
        }),
      },
    });
  });

  test('is refused where a field is missing or has another type', () => {
    defineVersion<OldFlunder, Flunder>({
      // @ts-expect-error: `size` is required
      toHub: ({ reference = '', ...old }) => ({ ...old, spec: { reference } }),
    });
    // @ts-expect-error: `mode` has two values
    const spec: Flunder['spec'] = { reference: '', size: 1, mode: 'Slow' };
    expectTypeOf(spec).toBeObject();
  });

  test('has it in admission plug-ins', () => {
    const plugin: Pick<AdmissionPlugin, 'validate'> = {
      validate({ object }: AdmissionRequest<Flunder>) {
        expectTypeOf(object).toEqualTypeOf<Flunder | undefined>();
      },
    };
    expectTypeOf(plugin.validate).toBeNullable();
  });

  test('has it in clients, informers and listers', () => {
    expectTypeOf<Informer<Flunder>['lister']>().toEqualTypeOf<Lister<Flunder>>();
    expectTypeOf<Lister<Flunder>['list']>().returns.toEqualTypeOf<Flunder[]>();
    expectTypeOf<ResourceClient<Flunder>['get']>().returns.resolves.toEqualTypeOf<Flunder>();
    type Resource = ReturnType<typeof clientOf>;
    expectTypeOf<Resource['list']>().returns.resolves.toHaveProperty('items').toEqualTypeOf<readonly Flunder[]>();
  });
});

const clientOf = (client: RestClient) =>
  client.resource<Flunder>({ group: 'wardle.example.com', version: 'v1', resource: 'flunders' });
