import type { GroupResource, JsonObject } from '../../../apimachinery/meta/index.js';
import { notFound, type StatusError } from '../../../apimachinery/status/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import type { Authorizer } from '../../../server/index.js';
import type { ObjectRef } from '../../../server/registry/index.js';

export interface NodeRestrictionOptions {
  /** An object as it is now; undefined if it is not there. */
  readonly find: (place: GroupResource, ref: ObjectRef) => Promise<JsonObject | undefined>;
  /** Asked whether a node may have tokens for others than its pods say. */
  readonly authorizer: Authorizer;
}

/** Something that a node wants to do. */
export class NodeRequest {
  /** The name of the node. */
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

  get object(): JsonObject {
    return this.request.object ?? {};
  }

  get old(): JsonObject {
    return this.request.old ?? {};
  }

  refused(reason: string): StatusError {
    return forbiddenBy(this.request, reason);
  }

  /** Throws `notFound` if it is not there; what is missing is called by the word for one of its kind. */
  async get(place: GroupResource & { readonly one: string }, ref: ObjectRef): Promise<JsonObject> {
    const found = await this.#options.find(place, ref);
    if (!found) throw notFound({ group: place.group, resource: place.one }, ref.name);
    return found;
  }

  /** The pod of that name in the namespace of the request. */
  pod(name: string): Promise<JsonObject> {
    const { namespace } = this.request.attributes;
    return this.get({ group: '', resource: 'pods', one: 'pod' }, { namespace, name });
  }
}
