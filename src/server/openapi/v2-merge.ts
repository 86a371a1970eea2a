// Follows vendor/k8s.io/kube-openapi/pkg/aggregator/aggregator.go (v1.36)

import { jsonText } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { Form } from './lazy-document.js';
import { writeV2 } from './protobuf/v2-writer.js';
import type { V2Fragment } from './v2-document.js';

/** An encoded part of the v2 document. */
export interface V2Part {
  /** In JSON, the members of both objects without braces; in protobuf, a `Document` with only these members. */
  readonly paths: Uint8Array;
  readonly definitions: Uint8Array;
  readonly parameters: JsonObject;
  readonly definitionNames: readonly string[];
  /** The models that the part references. */
  readonly references: readonly string[];
}

export function v2Part(fragment: V2Fragment & { readonly references?: readonly string[] }, form: Form): V2Part {
  const { paths, definitions, parameters = {}, references = [] } = fragment;
  const encoded =
    form === 'json'
      ? { paths: members(paths), definitions: members(definitions) }
      : { paths: writeV2({ paths }), definitions: writeV2({ definitions }) };
  return { ...encoded, parameters, definitionNames: Object.keys(definitions), references };
}

export function mergeV2(head: JsonObject, parts: readonly V2Part[], form: Form): Uint8Array {
  const parameters = parametersOf(parts);
  if (form === 'protobuf') {
    const encoded = parts.flatMap(({ paths, definitions }) => [paths, definitions]);
    return Buffer.concat([writeV2({ ...head, parameters }), ...encoded]);
  }
  return Buffer.concat([
    Buffer.from(`{${members(head)},"paths":{`),
    ...joined(parts.map(({ paths }) => paths)),
    Buffer.from('},"definitions":{'),
    ...joined(parts.map(({ definitions }) => definitions)),
    Buffer.from(`},"parameters":${jsonText(parameters)}}`),
  ]);
}

/** The parameters of all parts, without duplicates. */
function parametersOf(parts: readonly V2Part[]): JsonObject {
  const all = new Map<string, JsonObject[string]>();
  for (const { parameters } of parts) for (const name of Object.keys(parameters)) all.set(name, parameters[name]!);
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const comma = Buffer.from(',');

export function joined(parts: readonly Uint8Array[]): Uint8Array[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? [part] : [comma, part]));
}

export function members(object: JsonObject): Buffer {
  return Buffer.from(jsonText(object).slice(1, -1));
}
