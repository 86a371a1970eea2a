// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/identity/identity.go (v1.36)

import type { Versions } from '../../apimachinery/apply/index.js';
import { type CodecRegistry, unpooled } from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { CacheEntry, Presentation } from '../../storage/cacher/index.js';
import { beginsWith } from '../../storage/index.js';
import type { Dialect, Renaming, Renew, StoredForm, StoredResource } from '../dialect/index.js';
import { adoptForeign, decodeForeign, isJson } from './foreign-object.js';
import { decodeStored, encodeStored, storedStart } from './stored-object.js';

const closeBrace = 0x7d;
const openBrace = Buffer.from('{');

/**
 * Objects are stored in one version, and versions and schemas do not change at run time. What another server has
 * stored, or an earlier release of this one, may look different.
 */
export class FixedStoredForm implements StoredForm {
  readonly selectableFieldsOf = 'stored objects';
  readonly #resource: StoredResource;
  readonly #dialect: Dialect;

  constructor(resource: StoredResource, dialect: Dialect) {
    this.#resource = resource;
    this.#dialect = dialect;
  }

  get conversion(): StoredForm['conversion'] {
    const { convertAll } = this.#resource.definition;
    return convertAll ? { convertAll } : {};
  }

  bytesIn(version: string, value: Buffer): Buffer | undefined {
    return version === this.#resource.storageVersion ? value : undefined;
  }

  /** Items of a list have no type. */
  renamingTo(version: string): Renaming | undefined {
    const { storageVersion, definition } = this.#resource;
    if (version !== storageVersion) return undefined;
    return { stored: unpooled(storedStart(this.#resource.apiVersion(version), definition.kind)), sent: openBrace };
  }

  isSendable(entry: CacheEntry): boolean {
    entry.renew();
    return true;
  }

  /** Managed fields of versions that are not served are dropped. */
  get applyVersions(): Versions {
    const resource = this.#resource;
    const find = (apiVersion: string): string | undefined =>
      resource.kind.servedVersions.find((name) => resource.apiVersion(name) === apiVersion);
    return {
      mayMisfit: false,
      typeOf: (apiVersion) => {
        const version = find(apiVersion);
        return version === undefined ? undefined : resource.applyType(version);
      },
      convert: (object, apiVersion) => {
        const version = find(apiVersion);
        return version === undefined ? undefined : resource.kind.convert(object, version);
      },
    };
  }

  toStored(object: JsonObject): MaybePromise<JsonObject> {
    const { kind, storageVersion } = this.#resource;
    const { settle } = this.#resource.version(storageVersion);
    return andThen(kind.convert(object, storageVersion), (stored) => {
      settle?.(stored);
      return stored;
    });
  }

  renewal({ present }: Presentation, codecs: CodecRegistry, encoding: 'json' | 'other'): Renew {
    const resource = this.#resource;
    const storageApiVersion = resource.apiVersion(resource.storageVersion);
    const { storedIn } = resource.definition;
    const start = unpooled(`${storedStart(storageApiVersion, resource.definition.kind)}"metadata":{`);
    const isStale = encoding !== 'json' || storedIn !== undefined;
    return (value, revision) => {
      if (beginsWith(value, start) && value.at(-1) === closeBrace) {
        const current = this.#inCurrentSchema(value, (bytes) => present(bytes, revision));
        return { value: current, isStale: isStale || current !== value };
      }
      const object = decodeForeign(value, codecs);
      const isOtherVersion = object['apiVersion'] !== (storedIn?.apiVersion ?? storageApiVersion);
      const isOtherForm = isJson(value) !== (encoding === 'json');
      const adopted = adoptForeign(this, resource, { object, dialect: this.#dialect });
      return {
        value: present(encodeStored(adopted), revision),
        isStale: isOtherVersion || isOtherForm,
        attributes: resource.attributesOf(adopted),
      };
    };
  }

  /** Returns the bytes with the defaults of the current schema, and without fields that it no longer has. */
  #inCurrentSchema(value: Buffer, present: (stored: Buffer) => Buffer): Buffer {
    const schema = this.#resource.schema(this.#resource.storageVersion);
    if (!schema) return value;
    const object = decodeStored(value);
    schema.applyDefaults(object);
    schema.prune(object);
    const current = present(encodeStored(object));
    return current.equals(value) ? value : current;
  }
}
