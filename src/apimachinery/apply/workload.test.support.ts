import type { JsonObject, JsonValue } from '../meta/index.js';
import type { JsonSchema } from '../schema/index.js';
import type { ApplyType } from './apply-type.js';
import { compileObjectType } from './compile-type.js';
import { FieldManager, type FieldManagerOptions } from './field-manager.js';
import type { FieldSet } from './field-set.js';
import { encodeFieldsV1 } from './fields-v1.js';
import type { Versions } from './versions.js';

const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };

/** A kind with every sort of field: structs, atomic and granular maps, all list types, defaulted list keys. */
const workloadSchema: JsonSchema = {
  type: 'object',
  properties: {
    apiVersion: text,
    kind: text,
    metadata: { type: 'object' },
    data: { type: 'object', additionalProperties: text },
    spec: {
      type: 'object',
      properties: {
        replicas: integer,
        paused: { type: 'boolean' },
        image: text,
        selector: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
        args: { type: 'array', items: text },
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        ports: { type: 'array', items: integer, 'x-kubernetes-list-type': 'set' },
        limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
        groups: {
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: text },
        },
        containers: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: text,
              image: text,
              command: { type: 'array', items: text },
              env: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['name'],
                items: { type: 'object', properties: { name: text, value: text } },
              },
              ports: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
                items: {
                  type: 'object',
                  properties: { containerPort: integer, protocol: { ...text, default: 'TCP' }, name: text },
                },
              },
            },
          },
        },
        anything: { 'x-kubernetes-preserve-unknown-fields': true },
        template: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { note: text } },
      },
    },
    status: {
      type: 'object',
      properties: {
        ready: integer,
        conditions: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: { type: 'object', properties: { type: text, status: text, reason: text } },
        },
      },
    },
  },
};

export const workloadType: ApplyType = compileObjectType(workloadSchema);

function versionsOf(types: Readonly<Record<string, ApplyType>>): Versions {
  return {
    typeOf: (apiVersion) => types[apiVersion],
    convert: (object, apiVersion) => ({ ...object, apiVersion }),
  };
}

/** A clock that a test sets. */
export class Clock {
  seconds = 0;

  readonly now = (): Date => new Date(this.seconds * 1000);
}

export function workloadManager(options: Partial<FieldManagerOptions> = {}): FieldManager {
  return new FieldManager({
    apiVersion: 'example.com/v1',
    kind: 'Workload',
    versions: versionsOf({ 'example.com/v1': workloadType }),
    now: () => new Date(0),
    onRecordFailure: rethrow,
    ...options,
  });
}

/** Makes failures to record owners fail the test. */
function rethrow(error: unknown): never {
  throw error;
}

export function workload(parts: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'example.com/v1', kind: 'Workload', metadata: { name: 'a', ...metadata }, ...parts };
}

/** An object as it would be stored. */
export function stored(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject;
  return structuredClone({ ...object, metadata: { ...metadata, uid: 'u1', resourceVersion: '1' } });
}

/** Maps `manager/operation/subresource` to fieldsV1. */
export function ownersOf(object: JsonObject): Record<string, JsonValue> {
  const entries = ((object.metadata as JsonObject).managedFields ?? []) as JsonObject[];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, ...(subresource ? [subresource] : [])].join('/'),
      fieldsV1 as JsonValue,
    ]),
  );
}

export function fieldsText(set: FieldSet): string {
  return JSON.stringify(encodeFieldsV1(set));
}

/** Deep-freezes a value, so that code that mutates it fails the test. */
export function frozen<Value extends JsonValue>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach((item) => {
      frozen(item as JsonValue);
    });
    Object.freeze(value);
  }
  return value;
}

/** Fields of a workload, beside those that all workloads of the tests have. */
export type WorkloadFields = JsonObject & { metadata?: JsonObject };

const manager = workloadManager();

/** Applies the configurations in order. */
export async function applied(
  ...steps: [manager: string, config: WorkloadFields, force?: 'force'][]
): Promise<JsonObject> {
  let live: JsonObject | undefined;
  for (const [by, { metadata = {}, ...parts }, force] of steps) {
    const config = frozen(workload(parts, metadata));
    live = stored(await manager.apply(live && frozen(live), config, { manager: by, force: force === 'force' }));
  }
  return live as JsonObject;
}

export const contentOf = ({ data, spec, status }: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify({ data, spec, status }));
