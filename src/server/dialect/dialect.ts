import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { PatchType } from '../../apimachinery/patch/index.js';
import type { KnownKinds } from './known-kinds.js';
import type { ObjectDecoding } from './object-decoding.js';
import type { ObjectOutput } from './object-output.js';
import type { Publishing } from './publishing.js';
import type { RequestRouting } from './request-routing.js';
import type { StoredForm, StoredResource } from './stored-form.js';

/**
 * How the API of a resource behaves where the API servers of Kubernetes differ: its definition supplies it. All members
 * are optional; the default of each is beside the code that uses it.
 */
export interface Dialect {
  /** The kinds that the server has types for, which error messages name. Unset: none. */
  readonly kinds?: KnownKinds;
  /**
   * Converts a stored object of a version that the resource does not have any more to one that it has, in place; leaves
   * others alone. Returns whether defaults are to be applied. Unset: there are no such versions.
   */
  readonly upgradeFormer?: (object: JsonObject) => boolean;
  /** How objects in request bodies are decoded. Unset: `TypedDecoding`. */
  readonly decoding?: ObjectDecoding;
  /** The supported patches. Unset: all. */
  readonly patchTypes?: readonly PatchType[];
  /** How requests are matched with verbs. Unset: `pathRouting`. */
  readonly routing?: RequestRouting;
  /** How objects and lists are returned. Unset: `typedOutput`. */
  readonly output?: ObjectOutput;
  /** How objects are stored. Unset: `FixedStoredForm`. */
  readonly storedForm?: (resource: StoredResource) => StoredForm;
  /**
   * Upstream's name of the type that stored objects are decoded into, for traces. Unset: the internal type of the kind.
   */
  readonly storedType?: string;
  /** How the resource is published in OpenAPI. Unset: `typedPublishing`. */
  readonly publishing?: Publishing;
}

/** The dialect of a resource whose definition supplies none. */
export const plainDialect: Dialect = {};
