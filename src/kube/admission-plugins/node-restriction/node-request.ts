// Follows plugin/pkg/admission/noderestriction/admission.go (v1.36)

import type { Pod } from '../../../api/core/v1.js';
import type { GroupResource, JsonObject } from '../../../apimachinery/meta/index.js';
import { notFound, type StatusError } from '../../../apimachinery/status/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import type { Authorizer } from '../../../server/index.js';
import type { ObjectRef } from '../../../server/registry/index.js';

export interface NodeRestrictionOptions {
  /** Returns the current object; undefined if it does not exist. */
  readonly find: (place: GroupResource, ref: ObjectRef) => Promise<JsonObject | undefined>;
  /** Decides whether a node may request tokens for audiences that its pods do not use. */
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
}

/** A request made by a node. */
export class NodeRequest {
  readonly node: string;
  readonly request: AdmissionRequest;
  readonly #options: NodeRestrictionOptions;

  constructor(node: string, request: AdmissionRequest, options: NodeRestrictionOptions) {
    this.node = node;
    this.request = request;
    this.#options = options;
  }

  get authorizer(): Authorizer {
    return this.#options.authorizer;
  }

  get features(): FeatureGates {
    return this.#options.features;
  }

  get object(): JsonObject {
    return this.request.object ?? {};
  }

  get old(): JsonObject {
    return this.request.old ?? {};
  }

  refused(reason: string): StatusError {
    return forbiddenBy(this.request, reason);
  }

  /**
   * Throws `notFound` if the object does not exist; the error names the singular resource. The caller names the type of
   * the resource's objects.
   */
  async get<T extends JsonObject>(place: GroupResource & { readonly one: string }, ref: ObjectRef): Promise<T> {
    const found = await this.#options.find(place, ref);
    if (!found) throw notFound({ group: place.group, resource: place.one }, ref.name);
    return found as T;
  }

  /** Returns the named pod in the namespace of the request. */
  pod(name: string): Promise<Pod> {
    const { namespace } = this.request.attributes;
    return this.get({ group: '', resource: 'pods', one: 'pod' }, { namespace, name });
  }
}
