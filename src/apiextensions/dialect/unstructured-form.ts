// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/converter.go (v1.36)

import type { Versions } from '../../apimachinery/apply/index.js';
import { type CodecRegistry, deterministicCborCodec, unpooled } from '../../apimachinery/codec/index.js';
import {
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  jsonTypeName,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Renew, StoredForm, StoredResource } from '../../server/dialect/index.js';
import {
  decodeStoredValue,
  digestOf,
  encodeStored,
  isCbor,
  unreadable,
  withoutRevision,
} from '../../server/registry/index.js';
import { convertUnpruned, isRelabelled, unknownTarget, unknownVersion, unstructuredConversion } from './conversion.js';

type CacheEntry = Parameters<StoredForm['isSendable']>[0];
type Presentation = Parameters<StoredForm['renewal']>[0];
type Renaming = NonNullable<ReturnType<StoredForm['renamingTo']>>;

/**
 * Stored custom resources. The schemas and the storage version of a definition change at run time: objects may still be
 * stored in a previous version, or under a previous schema.
 */
export class UnstructuredForm implements StoredForm {
  readonly #resource: StoredResource;
  readonly #written = new WeakMap<JsonObject, JsonObject>();
  #storageStart: Buffer | undefined;
  /** Start of the bytes in versions that differ in apiVersion only; null for all others. */
  readonly #otherStarts = new Map<string, Buffer | null>();

  constructor(resource: StoredResource) {
    this.#resource = resource;
  }

  get conversion(): StoredForm['conversion'] {
    return { convertAll: unstructuredConversion(this.#resource), unknownVersion };
  }

  get selectableFieldsOf(): StoredForm['selectableFieldsOf'] {
    return this.#resource.definition.convertAll === undefined ? 'stored objects' : 'converted objects';
  }

  bytesIn(version: string, value: Buffer): Buffer | undefined {
    if (!this.#isCurrent(value)) return undefined;
    const renaming = this.renamingTo(version);
    if (renaming?.sent === this.#start) return value;
    return renaming && Buffer.concat([renaming.sent, value.subarray(renaming.stored.length)]);
  }

  renamingTo(version: string): Renaming | undefined {
    const sent = version === this.#resource.storageVersion ? this.#start : this.#otherStart(version);
    return sent === null ? undefined : { stored: this.#start, sent };
  }

  isSendable(entry: CacheEntry): boolean {
    return this.#isCurrent(entry.value);
  }

  /** All versions, served or not. Upstream fails for managed fields of versions that the definition no longer has. */
  get applyVersions(): Versions {
    const resource = this.#resource;
    const find = (apiVersion: string): string => {
      const version = resource.kind.versions.find((name) => resource.apiVersion(name) === apiVersion);
      if (version === undefined) throw new Error(unknownTarget(apiVersion));
      return version;
    };
    return {
      mayMisfit: true,
      typeOf: (apiVersion) => resource.applyType(find(apiVersion)),
      convert: (object, apiVersion) => convertUnpruned(resource, object, find(apiVersion)),
    };
  }

  /**
   * Sets the defaults of the storage version, for fields that are missing because of conversion or because the status
   * was reset.
   */
  toStored(object: JsonObject): MaybePromise<JsonObject> {
    const { kind, storageVersion } = this.#resource;
    const schema = this.#resource.schema(storageVersion);
    const isConverted = this.#resource.versionOf(object) !== storageVersion;
    return andThen(kind.convert(object, storageVersion), (converted) => {
      if (!isConverted) {
        schema?.applyDefaults(converted);
        return converted;
      }
      const stored = cloneJson(converted);
      schema?.applyDefaults(stored);
      if (!jsonEqual(stored, converted)) this.#written.set(stored, converted);
      return stored;
    });
  }

  /** Objects of other versions are written without the defaults of the storage version: each read sets them. */
  writtenFor(stored: JsonObject): JsonObject | undefined {
    return this.#written.get(stored);
  }

  /** Bytes that are not encoded as they would be now are stale, even if they hold the same object. */
  renewal({ present }: Presentation, _codecs: CodecRegistry, encoding: 'json' | 'other'): Renew {
    return (value, revision) => {
      const renewed = present(renewStored(this.#resource, value), revision);
      if (encoding === 'json')
        return renewed.equals(value)
          ? { value, isStale: false }
          : { value: renewed, isStale: true, storedDigest: digestOf(value) };
      return { value: renewed, isStale: !isStoredAsCbor(decodeStoredValue(renewed), value) };
    };
  }

  /** Whether the bytes are in the current storage version. */
  #isCurrent(value: Buffer): boolean {
    const start = this.#start;
    return value.length >= start.length && value.compare(start, 0, start.length, 0, start.length) === 0;
  }

  get #start(): Buffer {
    this.#storageStart ??= startIn(this.#resource, this.#resource.storageVersion);
    return this.#storageStart;
  }

  #otherStart(version: string): Buffer | null {
    let start = this.#otherStarts.get(version);
    if (start === undefined) {
      const { storageVersion } = this.#resource;
      start = isRelabelled(this.#resource, storageVersion, version) ? startIn(this.#resource, version) : null;
      this.#otherStarts.set(version, start);
    }
    return start;
  }
}

/**
 * Applies the current schema of their version to stored bytes: it may have changed since they were written. The version
 * stays the same.
 */
export function renewStored(resource: StoredResource, value: Buffer): Buffer {
  const object = decodeUnstructured(value);
  const version = resource.versionOf(object);
  const schema = version === undefined ? undefined : resource.schema(version);
  if (!schema) return isCbor(value) ? encodeStored(object) : value;
  schema.applyDefaults(object);
  schema.prune(object);
  schema.coerceMetadata(object, { root: 'resource', malformed: 'drop' });
  mutableMetadataOf(object)['generation'] ||= 1;
  return encodeStored(object);
}

function isStoredAsCbor(object: JsonValue, stored: Buffer): boolean {
  return isJsonObject(object) && deterministicCborCodec.encode(withoutRevision(object)).equals(stored);
}

function decodeUnstructured(bytes: Buffer): JsonObject {
  const value = decodeStoredValue(bytes);
  if (!isJsonObject(value)) {
    throw unreadable(`json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`);
  }
  if (!value['kind']) throw unreadable(`Object 'Kind' is missing in '${bytes}'`);
  return value;
}

/** `encodeStored` writes the version first. Bytes with another start count as another version. */
function startIn(resource: StoredResource, version: string): Buffer {
  return unpooled(`{"apiVersion":${JSON.stringify(resource.apiVersion(version))},`);
}
