import type { Codec, CodecRegistry } from '../../apimachinery/codec/index.js';
import { objectPresentation, type Presentation } from '../../storage/cacher/index.js';
import { beginsWith } from '../../storage/index.js';
import { adoptForeign, decodeForeign, isJson } from './foreign-object.js';
import type { Resource } from './resource.js';
import { renewStored } from './stored-form.js';
import { decodeStored, encodeStored, storedStart } from './stored-object.js';

/** Encodings in which objects of built-in kinds are stored. */
export interface StoredForms {
  /** Codecs for reading. */
  readonly codecs: CodecRegistry;
  /** Codec for writing. Unset: JSON, as clients receive it. */
  readonly storedAs?: Codec | undefined;
}

/**
 * Presents the stored objects of a resource to the cache as JSON in the storage version. Other encodings and versions
 * are converted here, not in a wrapper around the storage, so that it happens on first read: startup does not wait for
 * it, and an unreadable object fails only the requests that read it.
 */
export function storedPresentation(resource: Resource, forms: StoredForms): Presentation {
  const presentation = objectPresentation((value) => resource.attributesOf(decodeStored(value)));
  return {
    ...presentation,
    renew: resource.isCustom ? renewCustom(resource, presentation) : renewBuiltIn(resource, presentation, forms),
  };
}

type Renew = NonNullable<Presentation['renew']>;

/** The schemas of custom resources change at run time, and stored objects with them. */
function renewCustom(resource: Resource, { present }: Presentation): Renew {
  return (value, revision) => {
    const renewed = present(renewStored(resource, value), revision);
    return renewed.equals(value) ? { value, isStale: false } : { value: renewed, isStale: true };
  };
}

const closeBrace = 0x7d;

function renewBuiltIn(resource: Resource, { present }: Presentation, { codecs, storedAs }: StoredForms): Renew {
  const start = Buffer.from(`${storedStart(resource.storageApiVersion, resource.definition.kind)}"metadata":{`);
  return (value, revision) => {
    if (beginsWith(value, start) && value.at(-1) === closeBrace) return { value, isStale: storedAs !== undefined };
    const object = decodeForeign(value, codecs);
    const isOtherVersion = object['apiVersion'] !== resource.storageApiVersion;
    const isOtherForm = isJson(value) !== (storedAs === undefined);
    const adopted = adoptForeign(resource, object);
    return {
      value: present(encodeStored(adopted), revision),
      isStale: isOtherVersion || isOtherForm,
      attributes: resource.attributesOf(adopted),
    };
  };
}
