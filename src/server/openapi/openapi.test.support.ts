import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { decodeYaml } from '../../apimachinery/codec/index.js';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { badRequest } from '../../apimachinery/status/index.js';
import { type Dialect, plainDialect, type VerbShape } from '../dialect/index.js';
import { ApiRequest, type RequestTransport } from '../http/index.js';
import { defineResource, Resource } from '../registry/index.js';
import { wardle } from '../sample-server.test.support.js';
import { OpenApiService } from './openapi-service.js';
import { shapes } from './verb-shapes.js';

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

const refuse = (): never => {
  throw badRequest('only the request line and the headers count here');
};

const transport: RequestTransport = {
  protocol: 'HTTP/2.0',
  remoteAddress: '127.0.0.1',
  rawHeaders: [],
  hasBody: false,
  clientCertificate: () => undefined,
  readBody: refuse,
  bodyStream: refuse,
  cancelled: () => undefined,
  onClientGone: () => undefined,
  upgrade: refuse,
};

export function request(target: string, headers: Record<string, string> = {}, method = 'GET'): ApiRequest {
  return new ApiRequest({ method, target, headers }, transport);
}

/** Fails the test if the service does not handle the path. */
export async function call(
  service: OpenApiService,
  target: string,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const response = await service.handle(request(target, headers));
  if (!response) throw new Error(`no answer to ${target}`);
  const bytes = Buffer.isBuffer(response.body) ? response.body : Buffer.alloc(0);
  return { status: response.status, headers: response.headers, bytes };
}

export async function readJson(service: OpenApiService, target: string): Promise<JsonObject> {
  return JSON.parse((await call(service, target)).bytes.toString());
}

export const wardleResources = wardle.resources.map((definition) => new Resource(wardle.name, definition));

/** A service that publishes the sample group, a resource of the core group and one with every schema feature. */
export function sampleService(): OpenApiService {
  const service = new OpenApiService({ version: 'v1.36.0', now: () => Date.UTC(2026, 0, 31) });
  for (const resource of wardleResources) service.add(resource);
  service.add(
    resourceOf('', { kind: 'Endpoints', plural: 'endpoints', schema: { type: 'object' }, dialect: plainDialect }),
  );
  service.add(resourceOf('tests.example.com', { kind: 'Everything', plural: 'everythings', schema: everything }));
  return service;
}

/** A dialect that publishes less, below a title of its own. */
export const sparse: Dialect = {
  patchTypes: ['application/merge-patch+json'],
  publishing: {
    shapeOf: (verb) => (shapes as Readonly<Record<string, VerbShape>>)[verb],
    consumes: ['application/json', 'application/yaml'],
    produces: () => ['application/json'],
    documents: {
      precedence: -1,
      info: () => ({ title: 'Sparse', version: 'v0' }),
      discoveryPaths: 'omitted',
      securitySchemes: 'omitted',
      commonKindsIn: () => [],
      sharedSchemas: 'own',
    },
  },
};

export function resourceOf(
  group: string,
  { dialect = sparse, schema, ...names }: { kind: string; plural: string; schema: JsonSchema; dialect?: Dialect },
): Resource {
  const subresources = {
    status: { verbs: ['get', 'update', 'patch'] },
    scale: {
      verbs: ['get', 'update', 'patch'],
      paths: { specReplicas: 'spec.replicas', statusReplicas: 'status.replicas' },
    },
  } as const;
  return new Resource(
    group,
    defineResource({
      ...names,
      scope: 'Namespaced',
      dialect,
      subresources,
      versions: { v1: { schema } },
    }),
  );
}

export const everything: JsonSchema = {
  type: 'object',
  description: 'has <everything>',
  required: ['spec'],
  properties: {
    metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
    spec: {
      type: 'object',
      title: 'Spec',
      externalDocs: { description: 'more', url: 'https://example.com' },
      minProperties: 1,
      maxProperties: 40,
      properties: {
        number: { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9.5, exclusiveMaximum: true },
        large: { type: 'integer', format: 'int64', maximum: 9223372036854775807n, multipleOf: 2 },
        text: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a+$', enum: ['a', 'aa'], default: 'a' },
        list: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        open: { type: 'object', additionalProperties: true },
        port: { 'x-kubernetes-int-or-string': true },
        template: { type: 'object', 'x-kubernetes-embedded-resource': true },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        choice: { type: 'object', nullable: true, oneOf: [{ required: ['a'] }], not: { required: ['b'] } },
        example: { type: 'boolean', example: true, default: false },
      },
    },
  },
};

/** A message decoded without its definition: the values of each field in wire order. */
export type RawMessage = ReadonlyMap<number, readonly (Uint8Array | bigint | number)[]>;

export function readMessage(bytes: Uint8Array): RawMessage {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, (Uint8Array | bigint | number)[]>();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    const values = fields.get(field) ?? [];
    fields.set(field, values);
    if (type === WireType.LengthDelimited) values.push(reader.bytes());
    else if (type === WireType.Varint) values.push(BigInt(reader.int64()));
    else if (type === WireType.Bit64) values.push(reader.double());
    else throw new Error(`wire type ${type} is not used`);
  }
  return fields;
}

/** Decodes a field of a message as JSON. */
export type ReadField = (values: readonly (Uint8Array | bigint | number)[]) => JsonValue;

const last = <T>(values: readonly T[]): T => values[values.length - 1]!;

export const asText: ReadField = (values) => Buffer.from(last(values) as Uint8Array).toString();
export const asFlag: ReadField = (values) => last(values) === 1n;
export const asNumber: ReadField = (values) => Number(last(values));
export const asAny: ReadField = (values) => {
  const yaml = asText(readMessage(last(values) as Uint8Array).get(2)!) as string;
  return decodeYaml(Buffer.from(yaml));
};

export const eachOf =
  (read: ReadField): ReadField =>
  (values) =>
    values.map((value) => read([value]));

export const insideOf =
  (field: number, read: ReadField): ReadField =>
  (values) =>
    read(readMessage(last(values) as Uint8Array).get(field) ?? []);

/** Merges the members of all occurrences of the field, as protobuf does. */
export const membersOf =
  (entryField: number, read: ReadField): ReadField =>
  (values) => {
    const entries = values.flatMap((value) => readMessage(value as Uint8Array).get(entryField) ?? []);
    return Object.fromEntries(
      entries.map((entry) => {
        const { name, value } = entryOf(entry as Uint8Array);
        return [name, read([value])];
      }),
    );
  };

function entryOf(bytes: Uint8Array): { name: string; value: Uint8Array } {
  const entry = readMessage(bytes);
  return { name: asText(entry.get(1)!) as string, value: last(entry.get(2)!) as Uint8Array };
}

/** Decodes a message by field number; `extensions` is the field for members that begin with `x-`. */
export const messageOf =
  (fields: () => Record<number, readonly [name: string, read: ReadField]>, extensions: number): ReadField =>
  (values) => {
    const known = fields();
    const object: JsonObject = {};
    for (const [field, found] of readMessage(last(values) as Uint8Array)) {
      if (field === extensions)
        for (const bytes of found) {
          const { name, value } = entryOf(bytes as Uint8Array);
          object[name] = asAny([value]);
        }
      else {
        const [name, read] = known[field] ?? unknownField(field);
        object[name] = read(found);
      }
    }
    return object;
  };

function unknownField(field: number): never {
  throw new Error(`field ${field} is not known`);
}
