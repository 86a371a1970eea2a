import { jsonText } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { writeV2 } from './protobuf/v2-writer.js';
import type { V2Fragment } from './v2-document.js';

/** An encoded part of the v2 document, so that the whole can be merged without rebuilding the other parts. */
export class EncodedFragment {
  readonly #build: () => V2Fragment;
  #json: { readonly paths: Buffer; readonly definitions: Buffer } | undefined;
  #protobuf: Uint8Array | undefined;
  #definitionNames: readonly string[] | undefined;
  #parameters: JsonObject | undefined;

  constructor(build: () => V2Fragment) {
    this.#build = build;
  }

  /** The members of both objects, without braces. */
  get json(): { readonly paths: Buffer; readonly definitions: Buffer } {
    if (!this.#json) {
      const { paths, definitions } = this.#made();
      this.#json = { paths: members(paths), definitions: members(definitions) };
    }
    return this.#json;
  }

  get definitionNames(): Iterable<string> {
    return this.#definitionNames ?? Object.keys(this.#made().definitions);
  }

  get parameters(): JsonObject {
    return this.#parameters ?? this.#made().parameters ?? {};
  }

  /** A `Document` with only these members. */
  get protobuf(): Uint8Array {
    if (!this.#protobuf) {
      const { paths, definitions } = this.#made();
      this.#protobuf = writeV2({ paths, definitions });
    }
    return this.#protobuf;
  }

  #made(): V2Fragment {
    const fragment = this.#build();
    this.#definitionNames ??= Object.keys(fragment.definitions);
    this.#parameters ??= fragment.parameters ?? {};
    return fragment;
  }
}

export function mergeJson(head: JsonObject, fragments: readonly EncodedFragment[]): Buffer {
  const parts = fragments.map(({ json }) => json);
  return Buffer.concat([
    Buffer.from(`{${members(head)},"paths":{`),
    ...joined(parts.map(({ paths }) => paths)),
    Buffer.from('},"definitions":{'),
    ...joined(parts.map(({ definitions }) => definitions)),
    Buffer.from(`},"parameters":${jsonText(parametersOf(fragments))}}`),
  ]);
}

export function mergeProtobuf(head: JsonObject, fragments: readonly EncodedFragment[]): Uint8Array {
  const whole = writeV2({ ...head, parameters: parametersOf(fragments) });
  return Buffer.concat([whole, ...fragments.map(({ protobuf }) => protobuf)]);
}

/** The parameters of all fragments, without duplicates. */
function parametersOf(fragments: readonly EncodedFragment[]): JsonObject {
  const all = fragments.flatMap(({ parameters }) => Object.entries(parameters));
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const comma = Buffer.from(',');

function joined(parts: readonly Buffer[]): Buffer[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? [part] : [comma, part]));
}

function members(object: JsonObject): Buffer {
  return Buffer.from(jsonText(object).slice(1, -1));
}
