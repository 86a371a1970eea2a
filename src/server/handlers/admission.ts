import type { GroupVersionKind, GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint } from './endpoint.js';
import type { ObjectVersions } from './object-versions.js';

/** The operations that admission decides about. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Admission as handlers call it, independent of the plug-ins that implement it. */
export interface Admission {
  /** May modify the given object, or return another one. Throws to reject the request. */
  mutate(context: RequestContext, attributes: AdmissionAttributes): Promise<JsonObject>;
  validate(context: RequestContext, attributes: AdmissionAttributes): Promise<void>;
  /** Called when the server closes. */
  close?(): Promise<void>;
}

/** The operation that a request is about to perform. The requesting user is in the request context. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  /**
   * Kind of `object` and `old`: that of the endpoint, such as Scale for a scale subresource, in the request's version.
   */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** Empty for cluster-scoped objects, except namespaces: a namespace has its own name here. */
  readonly namespace: string;
  /** Empty while the name is still to be generated, and for objects that a deletecollection deletes. */
  readonly name: string;
  /** The new object; undefined for deletions. */
  readonly object: JsonObject | undefined;
  /** The existing object. Must not be modified. */
  readonly old: JsonObject | undefined;
  /** CreateOptions, UpdateOptions or DeleteOptions, with their kind. */
  readonly options: JsonObject;
  readonly dryRun: boolean;
  /** Converts `object` and `old` to other versions. */
  readonly versions: ObjectVersions;
}

/** Admits every request unchanged. */
export const admitAll: Admission = {
  mutate: async (_context, { object, old }) => object ?? old ?? {},
  validate: async () => undefined,
};

/** Options of the request, the same for all its admission calls. */
interface RequestedOptions {
  readonly dryRun: boolean;
  readonly options: JsonObject;
}

/** One of the admission calls of a request. */
interface AdmissionCall {
  readonly operation: AdmissionOperation;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  readonly requested: RequestedOptions;
}

/** Builds the admission attributes for an operation of a request on an endpoint. */
export function attributesOf(endpoint: Endpoint, { info }: RequestContext, call: AdmissionCall): AdmissionAttributes {
  const { operation, object, old, requested } = call;
  const name = info.verb === 'deletecollection' ? '' : info.name || nameIn(object);
  return {
    operation,
    kind: endpoint.groupVersionKind,
    resource: endpoint.groupVersionResource,
    subresource: endpoint.subresource,
    namespace: info.namespace || (info.resource === 'namespaces' && info.apiGroup === '' ? name : ''),
    name,
    object,
    old,
    options: operation === 'CONNECT' ? {} : withKind(operation, requested.options),
    dryRun: requested.dryRun,
    versions: endpoint.versions,
  };
}

const optionKinds = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;

/**
 * Sets the kind by operation: PatchOptions, or UpdateOptions of an update that creates, become the options of the
 * operation that results.
 */
function withKind(operation: keyof typeof optionKinds, options: JsonObject): JsonObject {
  const { force: _, ...others } = options;
  return { kind: optionKinds[operation], apiVersion: 'meta.k8s.io/v1', ...others };
}

function nameIn(object: JsonObject | undefined): string {
  const name = (object?.['metadata'] as JsonObject | undefined)?.['name'];
  return typeof name === 'string' ? name : '';
}
