import { mutableMetadataOf } from '../../apimachinery/meta/index.js';
import type { Renaming } from '../../storage/cacher/index.js';
import { beginsWith } from '../../storage/index.js';
import { isRelabelled } from './custom-conversion.js';
import { decodeForeignCustom } from './foreign-object.js';
import type { Resource } from './resource.js';
import { encodeStored } from './stored-object.js';

/**
 * Applies the current schema of their version to stored bytes: it may have changed since they were written. The version
 * stays the same.
 */
export function renewStored(resource: Resource, value: Buffer): Buffer {
  const object = decodeForeignCustom(value);
  const version = resource.versionOf(object);
  const schema = version === undefined ? undefined : resource.schema(version);
  if (!schema) return value;
  schema.applyDefaults(object);
  schema.prune(object);
  schema.coerceMetadata(object, { root: 'resource', malformed: 'drop' });
  mutableMetadataOf(object)['generation'] ||= 1;
  return encodeStored(object);
}

/**
 * Serves stored bytes of custom resources in versions that differ in apiVersion only. Objects may still be stored in a
 * previous storage version.
 */
export class StoredForm {
  readonly #resource: Resource;
  readonly #start: Buffer;
  /** Start of the bytes in versions that differ in apiVersion only; null for all others. */
  readonly #otherStarts = new Map<string, Buffer | null>();

  constructor(resource: Resource) {
    this.#resource = resource;
    this.#start = startIn(resource, resource.storageVersion);
  }

  /** Undefined: the object must be converted. */
  bytesIn(version: string, value: Buffer): Buffer | undefined {
    if (!this.isToday(value)) return undefined;
    const renaming = this.renamingTo(version);
    if (renaming?.sent === this.#start) return value;
    return renaming && Buffer.concat([renaming.sent, value.subarray(renaming.stored.length)]);
  }

  /** Whether the bytes are in the current storage version. */
  isToday(value: Buffer): boolean {
    return beginsWith(value, this.#start);
  }

  /** The start of stored bytes, and its replacement in a version; undefined: the versions differ in more than that. */
  renamingTo(version: string): Renaming | undefined {
    const sent = version === this.#resource.storageVersion ? this.#start : this.#otherStart(version);
    return sent === null ? undefined : { stored: this.#start, sent };
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

/** `encodeStored` writes the version first. Bytes with another start count as another version. */
function startIn(resource: Resource, version: string): Buffer {
  return Buffer.from(`{"apiVersion":${JSON.stringify(resource.apiVersion(version))},`);
}
