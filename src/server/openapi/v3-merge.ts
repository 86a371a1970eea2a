// Follows vendor/k8s.io/kube-openapi/pkg/builder3/openapi.go (v1.36)

import { jsonText } from '../../apimachinery/codec/index.js';
import type { Steps } from '../../apimachinery/event-loop/index.js';
import type { GroupVersion, JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { DocumentInfo, DocumentStyle } from '../dialect/index.js';
import type { Form } from './lazy-document.js';
import { unwrapped, wrapped } from './protobuf/single-field.js';
import { writeV3 } from './protobuf/v3-writer.js';
import { typedDocuments } from './typed-publishing.js';
import { joined, members } from './v2-merge.js';
import {
  bearerToken,
  closing,
  type DocumentContent,
  type FindSchema,
  ofAllGroups,
  referencesOf,
  v3Paths,
  withKindsOf,
} from './v3-document.js';

/** A member of an object, encoded. */
interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An encoded part of a v3 document. */
export interface V3Part {
  readonly paths: readonly Member[];
  readonly schemas: readonly Member[];
  /** The models that the part names or references. */
  readonly references: readonly string[];
}

export function v3Part(content: DocumentContent, form: Form): V3Part {
  const paths = Object.entries(v3Paths(content.operations));
  return {
    paths: paths.map(([name, item]) => ({ name, bytes: encodePath(name, item as JsonObject, form) })),
    schemas: [...content.models].map(([name, schema]) => encodedSchema(name, schema, form)),
    references: referencesOf(content),
  };
}

function encodePath(name: string, item: JsonObject, form: Form): Uint8Array {
  return form === 'json' ? jsonMember(name, item) : unwrapped(writeV3({ paths: { [name]: item } })).content;
}

function encodedSchema(name: string, schema: JsonSchema, form: Form): Member {
  const object = schema as JsonObject;
  if (form === 'json') return { name, bytes: jsonMember(name, object) };
  const components = unwrapped(writeV3({ components: { schemas: { [name]: object } } })).content;
  return { name, bytes: unwrapped(components).content };
}

function jsonMember(name: string, value: JsonObject): Buffer {
  return Buffer.from(`${JSON.stringify(name)}:${jsonText(value)}`);
}

export interface V3Source {
  readonly info: DocumentInfo;
  /** Unset: `typedDocuments`. */
  readonly style: DocumentStyle | undefined;
  /** The group versions that it lists for the kinds of all groups. */
  readonly commonKinds: readonly GroupVersion[];
  readonly pieces: readonly { v3(form: Form): V3Part }[];
  readonly findShared: FindSchema;
}

/** Puts an OpenAPI v3 document together that contains every schema it references. */
export function* mergeV3({ pieces, ...source }: V3Source, form: Form): Steps<Uint8Array> {
  const parts: V3Part[] = [];
  for (const piece of pieces) {
    parts.push(piece.v3(form));
    yield;
  }
  const own = parts.flatMap(({ schemas }) => schemas);
  const shared = yield* sharedSchemas(parts, source, form);
  const paths = sortedBytes(parts.flatMap((part) => part.paths));
  const schemas = sortedBytes([...own, ...shared]);
  const { style = typedDocuments, info } = source;
  const head = { openapi: '3.0.0', info: { ...style.info(info) } };
  const security = style.securitySchemes === 'published' ? { securitySchemes: bearerToken } : {};
  const hasSchemas = parts.some(({ references }) => references.length > 0);
  const merged = { head, paths, schemas: hasSchemas ? schemas : undefined, security };
  return form === 'json' ? jsonDocument(merged) : protobufDocument(merged);
}

interface Merged {
  readonly head: JsonObject;
  readonly paths: readonly Uint8Array[];
  readonly schemas: readonly Uint8Array[] | undefined;
  /** Members of `components`. */
  readonly security: JsonObject;
}

function jsonDocument({ head, paths, schemas, security }: Merged): Buffer {
  const components = [
    schemas ? Buffer.concat([Buffer.from('"schemas":{'), ...joined(schemas), Buffer.from('}')]) : Buffer.alloc(0),
    members(security),
  ];
  return Buffer.concat([
    Buffer.from(`${jsonText(head).slice(0, -1)},"paths":{`),
    ...joined(paths),
    Buffer.from('},"components":{'),
    ...joined(components),
    Buffer.from('}}'),
  ]);
}

/** The tags are those of a document with the same fields. */
function protobufDocument({ head, paths, schemas, security }: Merged): Buffer {
  const sample = unwrapped(writeV3({ components: { schemas: { a: {} } } }));
  const components = Buffer.concat([
    ...(schemas ? [wrapped(unwrapped(sample.content).tag, Buffer.concat(schemas))] : []),
    ...(Object.keys(security).length > 0 ? [unwrapped(writeV3({ components: security })).content] : []),
  ]);
  const pathsTag = unwrapped(writeV3({ paths: { a: {} } })).tag;
  return Buffer.concat([writeV3(head), wrapped(pathsTag, Buffer.concat(paths)), wrapped(sample.tag, components)]);
}

function sortedBytes(members: Member[]): Uint8Array[] {
  return members.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ bytes }) => bytes);
}

/** The schemas that the parts reference, but do not have. */
function* sharedSchemas(
  parts: readonly V3Part[],
  { commonKinds, findShared }: Pick<V3Source, 'commonKinds' | 'findShared'>,
  form: Form,
): Steps<Member[]> {
  const own = new Set(parts.flatMap(({ schemas }) => schemas.map(({ name }) => name)));
  const find: FindSchema = (model) => {
    const schema = own.has(model) ? undefined : findShared(model);
    return schema && ofAllGroups.has(model) ? withKindsOf(schema, commonKinds) : schema;
  };
  const found = yield* closing(new Set(parts.flatMap(({ references }) => references)), find);
  const members: Member[] = [];
  for (const [name, schema] of found) {
    members.push(encodedSchema(name, schema, form));
    yield;
  }
  return members;
}
