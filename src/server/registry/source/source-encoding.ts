import { jsonText } from '../../../apimachinery/codec/index.js';
import {
  cloneJson,
  formatTime,
  type JsonObject,
  jsonEqual,
  mutableMetadataOf,
} from '../../../apimachinery/meta/index.js';
import { checkPathSegmentName } from '../../../apimachinery/validation/index.js';
import type { SourceObject } from '../object-source.js';
import type { Resource } from '../resource.js';
import { decodeStored, encodeStored, withoutRevision } from '../stored-object.js';

/** Metadata that belongs to the library, unless the source has its own. */
const keptFields = ['uid', 'creationTimestamp', 'generation', 'managedFields'] as const;

interface EncodingOptions {
  readonly newUid: () => string;
  readonly now: () => number;
}

/** Turns the objects of a source into stored bytes. */
export class SourceEncoding {
  readonly prefix: string;
  readonly #resource: Resource;
  readonly #options: EncodingOptions;
  /** What the source returned last for a key, as JSON: most objects of a list are unchanged. */
  readonly #seen = new Map<string, string>();

  constructor(resource: Resource, options: EncodingOptions) {
    this.#resource = resource;
    this.#options = options;
    this.prefix = `/${resource.storagePrefix}/`;
  }

  /** The key of an object. Throws if its name or namespace cannot be part of a path. */
  keyOf({ namespace = '', name }: { readonly namespace?: string | undefined; readonly name: string }): string {
    const { definition, isNamespaced } = this.#resource;
    const parts = isNamespaced ? [namespace, name] : [name];
    const problems = parts.flatMap((part) => (part === '' ? ['is empty'] : checkPathSegmentName(part)));
    if (problems.length > 0) {
      throw new Error(`invalid name of a ${definition.kind}: ${parts.join('/')}: ${problems.join('; ')}`);
    }
    // Unambiguous: the parts have no slash.
    return this.prefix + parts.join('/');
  }

  /** Forgets what was seen for a key, since it was changed otherwise. */
  forget(key: string): void {
    this.#seen.delete(key);
  }

  /** Returns undefined if the object is that of the entry. */
  encode(object: SourceObject, entry: { readonly value: Buffer } | undefined): Buffer | undefined {
    const old = entry && decodeStored(entry.value);
    const stored = withoutRevision(this.#complete(object, old));
    return old && jsonEqual(stored, withoutRevision(old)) ? undefined : encodeStored(stored);
  }

  /** The same, faster for an object that the source has returned before. */
  encodeChanged(object: SourceObject, entry: { readonly value: Buffer } | undefined): Buffer | undefined {
    const key = this.keyOf(object.metadata);
    const text = jsonText(object as unknown as JsonObject);
    if (entry && this.#seen.get(key) === text) return undefined;
    this.#seen.set(key, text);
    return this.encode(object, entry);
  }

  #complete({ metadata: given, ...fields }: SourceObject, old: JsonObject | undefined): JsonObject {
    const { storageApiVersion: apiVersion, definition } = this.#resource;
    const before = old ? mutableMetadataOf(old) : {};
    const metadata: JsonObject = { ...(given as JsonObject) };
    for (const field of keptFields) if (before[field] !== undefined) metadata[field] ??= before[field];
    metadata['uid'] ??= this.#options.newUid();
    metadata['creationTimestamp'] ??= formatTime(this.#options.now());
    const object: JsonObject = { apiVersion, kind: definition.kind, ...cloneJson(fields as JsonObject), metadata };
    const schema = this.#resource.schema(this.#resource.storageVersion);
    schema?.applyDefaults(object);
    schema?.prune(object);
    return object;
  }
}
