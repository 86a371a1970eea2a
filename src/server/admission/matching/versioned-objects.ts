// Follows staging/src/k8s.io/apiserver/pkg/admission/conversion.go (v1.36)

import { compositeKey, type GroupVersionKind, type JsonObject } from '../../../apimachinery/meta/index.js';
import { all, andThen, type MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { AdmissionRequest } from '../admission-request.js';

/** The objects of a request in one version. Read-only. */
export interface ObjectPair {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

type Converted = Map<string, MaybePromise<JsonObject | undefined>>;

/**
 * The objects of a request, converted to the kinds that matchers return; see `RequestMatcher.match`. Each conversion is
 * done once, since it may call a conversion webhook.
 */
export class VersionedObjects {
  readonly #request: AdmissionRequest;
  readonly #objects: Converted = new Map();
  readonly #olds: Converted = new Map();

  constructor(request: AdmissionRequest) {
    this.#request = request;
  }

  in(kind: GroupVersionKind): MaybePromise<ObjectPair> {
    const { attributes, object, old } = this.#request;
    if (kind === attributes.kind) return { object, old };
    const converted = [this.#convert(object, kind, this.#objects), this.#convert(old, kind, this.#olds)];
    return andThen(all(converted), ([after, before]) => ({ object: after, old: before }));
  }

  /** Call when the object of the request has changed. */
  forgetObject(): void {
    this.#objects.clear();
  }

  #convert(
    object: JsonObject | undefined,
    kind: GroupVersionKind,
    known: Converted,
  ): MaybePromise<JsonObject | undefined> {
    if (!object) return undefined;
    const key = compositeKey(kind.group, kind.version, kind.kind);
    let converted = known.get(key);
    if (converted === undefined) {
      converted = this.#request.attributes.versions.convert(object, kind);
      known.set(key, converted);
    }
    return converted;
  }
}
