// Follows vendor/k8s.io/kube-openapi/pkg/aggregator/aggregator.go (v1.36)
// Follows staging/src/k8s.io/kube-aggregator/pkg/controllers/openapiv3/aggregator/aggregator.go (v1.36)

import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../../apimachinery/codec/index.js';
import type { Steps } from '../../apimachinery/event-loop/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { type Form, LazyDocument } from './lazy-document.js';
import { writeV3 } from './protobuf/v3-writer.js';
import { addressOf } from './respond.js';
import type { V2Fragment } from './v2-document.js';
import type { V2Part } from './v2-merge.js';

/** The OpenAPI documents of an aggregated server that serves a group version. */
export interface ForeignDocuments {
  /** Path of the group version: `apis/<group>/<version>`. */
  readonly root: string;
  /** Path and query of its v3 documents, by what follows `/openapi/v3/`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Its contribution to the v2 document. */
  readonly swagger?: V2Fragment | undefined;
  /** Its v3 document, converted from v2, for a server that publishes none itself. */
  readonly converted?: JsonObject | undefined;
  /** Changes whenever `swagger` or `converted` does. */
  readonly tag: string;
}

/** The documents of an aggregated server, and the one that is published on its behalf. */
export class ForeignServer {
  readonly documents: ForeignDocuments;
  readonly document: LazyDocument | undefined;

  constructor(documents: ForeignDocuments, now: number) {
    this.documents = documents;
    const { converted } = documents;
    if (!converted) return;
    this.document = new LazyDocument({ encode: (form) => encoding(converted, form) }, now);
  }

  /** Addresses of the v3 documents that it has or that are published on its behalf. */
  get addresses(): readonly (readonly [name: string, address: string])[] {
    const { root, addresses } = this.documents;
    return this.document ? [[root, addressOf(root, this.document)]] : Object.entries(addresses);
  }

  says({ root, addresses, tag }: ForeignDocuments): boolean {
    const { documents } = this;
    return documents.root === root && documents.tag === tag && isDeepStrictEqual(documents.addresses, addresses);
  }
}

// biome-ignore lint/correctness/useYield: a single step
function* encoding(document: JsonObject, form: Form): Steps<Uint8Array> {
  return form === 'json' ? Buffer.from(jsonText(document)) : writeV3(document);
}

const definitionPrefix = '#/definitions/';

/** Kubernetes' own types are the same in every server. */
function isShared(name: string): boolean {
  return name.startsWith('io.k8s.apimachinery.') || name.startsWith('io.k8s.api.');
}

/** The fragments of aggregated servers, for a document that has ours: definitions whose name is taken are renamed. */
export function foreignFragments(
  own: readonly Pick<V2Part, 'definitionNames'>[],
  foreign: readonly ForeignDocuments[],
): V2Fragment[] {
  const parts = foreign.flatMap(({ swagger }) => (swagger ? [swagger] : []));
  if (parts.length === 0) return [];
  const taken = new Set(own.flatMap(({ definitionNames }) => definitionNames));
  return parts.map((part) => withFreeNames(part, taken, isShared));
}

/**
 * Renames definitions whose names are taken, and adds them to those. `isSame`: whether a definition is the same as the
 * one that has its name.
 */
export function withFreeNames(
  { paths, definitions, parameters = {} }: V2Fragment,
  taken: Set<string>,
  isSame: (name: string) => boolean,
): V2Fragment {
  const names = new Map<string, string>();
  const kept: [string, JsonValue][] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    if (taken.has(name) && isSame(name)) continue;
    const free = freeName(name, taken);
    if (free !== name) names.set(name, free);
    taken.add(free);
    kept.push([free, definition]);
  }
  const result = { paths, definitions: Object.fromEntries(kept), parameters };
  return names.size === 0 ? result : (renameReferences(result, names) as unknown as V2Fragment);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  // Unambiguous: a name, which is looked for until it is free.
  for (let number = 2; ; number++) if (!taken.has(`${name}_v${number}`)) return `${name}_v${number}`;
}

function renameReferences(value: JsonValue | object, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, names));
  if (!isJsonObject(value as JsonValue)) return value as JsonValue;
  const renamed: [string, JsonValue][] = Object.entries(value as JsonObject).map(([key, member]) => {
    if (key !== '$ref' || typeof member !== 'string') return [key, renameReferences(member, names)];
    const name = names.get(member.slice(definitionPrefix.length));
    return [key, name === undefined ? member : `${definitionPrefix}${name}`];
  });
  return Object.fromEntries(renamed);
}
