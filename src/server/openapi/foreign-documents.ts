import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { LazyDocument } from './lazy-document.js';
import { writeV3 } from './protobuf/v3-writer.js';
import { addressOf } from './respond.js';
import type { V2Fragment } from './v2-document.js';
import { EncodedFragment } from './v2-merge.js';

/** What a server elsewhere, which serves a group version for us, says of itself. */
export interface ForeignDocuments {
  /** Of the group version: `apis/<group>/<version>`. */
  readonly root: string;
  /** Where its documents of v3 are, path and query, by what follows `/openapi/v3/`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** What it adds to the document of v2. */
  readonly swagger?: V2Fragment | undefined;
  /** Its document of v3, which it does not have itself: we publish it for it. */
  readonly converted?: JsonObject | undefined;
  /** Changes whenever `swagger` and `converted` do. */
  readonly tag: string;
}

/** Those of one server, and the document that is published for it. */
export class ForeignServer {
  readonly documents: ForeignDocuments;
  readonly document: LazyDocument | undefined;

  constructor(documents: ForeignDocuments, now: number) {
    this.documents = documents;
    const { converted } = documents;
    if (!converted) return;
    this.document = new LazyDocument(
      { json: () => Buffer.from(jsonText(converted)), protobuf: () => writeV3(converted) },
      now,
    );
  }

  /** Where documents of v3 are that it has, or that are published for it. */
  get addresses(): readonly (readonly [name: string, address: string])[] {
    const { root, addresses } = this.documents;
    return this.document ? [[root, addressOf(root, this.document)]] : Object.entries(addresses);
  }

  says({ root, addresses, tag }: ForeignDocuments): boolean {
    const { documents } = this;
    return documents.root === root && documents.tag === tag && isDeepStrictEqual(documents.addresses, addresses);
  }
}

const definitionPrefix = '#/definitions/';

/** The types of Kubernetes itself are the same wherever they come from. */
function isShared(name: string): boolean {
  return name.startsWith('io.k8s.apimachinery.') || name.startsWith('io.k8s.api.');
}

/** The parts of other servers beside our own: definitions that have a name which is taken get another one. */
export function foreignFragments(
  own: readonly EncodedFragment[],
  foreign: readonly ForeignDocuments[],
): EncodedFragment[] {
  const parts = foreign.flatMap(({ swagger }) => (swagger ? [swagger] : []));
  if (parts.length === 0) return [];
  const taken = new Set(own.flatMap(({ definitionNames }) => [...definitionNames]));
  return parts.map((part) => {
    const renamed = withFreeNames(part, taken);
    return new EncodedFragment(() => renamed);
  });
}

function withFreeNames({ paths, definitions, parameters = {} }: V2Fragment, taken: Set<string>): V2Fragment {
  const names = new Map<string, string>();
  const kept: [string, JsonValue][] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    if (taken.has(name) && isShared(name)) continue;
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
