import type { Codec, CodecRegistry } from '../../apimachinery/codec/index.js';
import { objectPresentation, type Presentation } from '../../storage/cacher/index.js';
import { beginsWith } from '../../storage/index.js';
import { adoptForeign, decodeForeign, isJson } from './foreign-object.js';
import type { Resource } from './resource.js';
import { renewStored } from './stored-form.js';
import { decodeStored, encodeStored, storedStart } from './stored-object.js';

/** In which forms objects of built-in kinds are stored. */
export interface StoredForms {
  /** What can be read. */
  readonly codecs: CodecRegistry;
  /** What is written; JSON, just as clients get it, if absent. */
  readonly storedAs?: Codec | undefined;
}

/**
 * How the cache sees the objects of a resource: as JSON in the storage version, whatever is stored. It is here that other
 * forms and versions are read, and not in a storage around the storage: so it happens when somebody first reads the object,
 * a start does not wait for it, and an object that cannot be read fails only who asks for it.
 */
export function storedPresentation(resource: Resource, forms: StoredForms): Presentation {
  const presentation = objectPresentation((value) => resource.attributesOf(decodeStored(value)));
  return {
    ...presentation,
    renew: resource.isCustom ? renewCustom(resource, presentation) : renewBuiltIn(resource, presentation, forms),
  };
}

type Renew = NonNullable<Presentation['renew']>;

/** The schemas of custom resources change at run time, and what is stored with them. */
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
