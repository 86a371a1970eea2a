import type { ApplyType, Versions } from '../../apimachinery/apply/index.js';
import type { CodecRegistry } from '../../apimachinery/codec/index.js';
import type { GroupKind, JsonObject } from '../../apimachinery/meta/index.js';
import type { CompiledSchema, JsonSchema } from '../../apimachinery/schema/index.js';
import type { ConvertAll, Kind, KindDefinition, MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { CacheEntry, Presentation } from '../../storage/cacher/index.js';

/** A version of a resource, as far as its stored objects depend on it. */
export interface StoredVersion {
  readonly schema?: JsonSchema | undefined;
  readonly shape?: (object: JsonObject) => readonly string[];
  /** Normalizes an object, in place, as storing it in this version does. */
  readonly settle?: (object: JsonObject) => void;
}

/** The resource whose objects are stored. */
export interface StoredResource {
  readonly definition: {
    readonly kind: string;
    readonly convertAll?: ConvertAll;
    readonly storedIn?: { readonly apiVersion: string };
    defaultOnRead?(object: JsonObject): void;
  };
  readonly kind: Kind;
  /** The kind in the group that stores it. */
  readonly storedKind: GroupKind;
  readonly storageVersion: string;
  apiVersion(version: string): string;
  /** Returns the version of an object; undefined: none of the resource's. */
  versionOf(object: JsonObject): string | undefined;
  version(version: string): StoredVersion;
  schema(version: string): CompiledSchema | undefined;
  applyType(version: string): ApplyType;
  attributesOf(object: JsonObject): Attributes;
}

/** The prefix of every value, such as `{"apiVersion":"v1","kind":"Pod",`, and its replacement within lists. */
export interface Renaming {
  readonly stored: Buffer;
  readonly sent: Buffer;
}

export type Renew = NonNullable<Presentation['renew']>;

/** How the objects of a resource are stored, and sent as stored. */
export interface StoredForm {
  /** Conversion between the versions of the kind. */
  readonly conversion: Pick<KindDefinition, 'convertAll' | 'unknownVersion'>;
  /** The versions that managed fields may refer to. */
  readonly applyVersions: Versions;
  /** Where selectable fields are read; they can differ if objects are converted by other code. */
  readonly selectableFieldsOf: 'stored objects' | 'converted objects';
  /**
   * Returns stored bytes as an object of a version, if they differ from it in apiVersion at most. Undefined: the object
   * must be converted.
   */
  bytesIn(version: string, value: Buffer): Buffer | undefined;
  /**
   * The start of stored bytes, and its replacement in list items of a version. Undefined: objects must be converted.
   */
  renamingTo(version: string): Renaming | undefined;
  /** Whether the bytes of an entry can be sent in the versions that have a renaming. Throws if they are unreadable. */
  isSendable(entry: CacheEntry): boolean;
  /** Returns the object as readers will receive it after it is stored. */
  toStored(object: JsonObject): MaybePromise<JsonObject>;
  /** Returns what is written for a result of `toStored`, if that lacks something that every read adds. */
  writtenFor?(stored: JsonObject): JsonObject | undefined;
  /** Returns the function that converts bytes that were stored earlier, or by another server. */
  renewal(presentation: Presentation, codecs: CodecRegistry, encoding: 'json' | 'other'): Renew;
}
