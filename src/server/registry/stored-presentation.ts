import type { Codec, CodecRegistry } from '../../apimachinery/codec/index.js';
import { objectPresentation, type Presentation } from '../../storage/cacher/index.js';
import type { Resource } from './resource.js';
import { decodeStored } from './stored-object.js';

/** Encodings in which objects are stored. */
export interface StorageCodecs {
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
export function storedPresentation(resource: Resource, { codecs, storedAs }: StorageCodecs): Presentation {
  const presentation = objectPresentation((value) => resource.attributesOf(decodeStored(value)));
  const encoding = storedAs === undefined ? 'json' : 'other';
  return { ...presentation, renew: resource.storedForm.renewal(presentation, codecs, encoding) };
}
